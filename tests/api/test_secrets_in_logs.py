"""A real site that logs all it may: what nobody may read stands in no line."""

from pathlib import Path

import httpx
import orjson
import pytest

from accounts.models import User
from games import engine
from games.models import Game
from games.models.table import Table
from games.selectors import tables
from notifications.registry import Letter
from tests.api.conftest import CAST, SeatParty
from tests.api.live import live_site
from tests.pace import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
LOGIN = "/api/v1/auth/app/v1/auth/login"


@pytest.mark.parametrize("form", ["text", "json"])
def test_at_debug_a_log_holds_no_seed_hand_key_address_or_link(
    party: SeatParty, tmp_path: Path, form: str
) -> None:
    table = party(3, join="link")
    game = Game.objects.get(key=table.key)
    log = tmp_path / "web.log"
    with (
        live_site(log, LOG_LEVEL="DEBUG", LOG_FORMAT=form) as site,
        httpx.Client(base_url=site.url, timeout=PATIENCE) as http,
    ):
        for path in (
            "/",
            "/tables",
            f"/games/{game.key}",
            f"/join/{game.link.reveal()}",
            "/turn/canary",
        ):
            http.get(path, follow_redirects=True)
        said = {"email": "alice@example.test", "password": "canary-password"}
        assert http.post(LOGIN, json=said).status_code == 400
        http.post("/api/v1/auth/app/v1/auth/code/request", json={"email": said["email"]})
        for client in table.clients:
            http.get(f"/api/v1/games/{game.key}", headers=client.headers)
        view = table.view(table.decider)
        wrong = {"seq": view["seq"], "moves": ["canary"]}
        http.post(f"/api/v1/games/{game.key}/moves", json=wrong, headers=table.decider.headers)
        right = wrong | {"moves": [view["question"]["moves"][0]["move"]]}
        moved = http.post(
            f"/api/v1/games/{game.key}/moves", json=right, headers=table.decider.headers
        )
        assert moved.status_code == 200
    lines = log.read_text()
    assert "/moves" in lines or "moves" in lines
    seed = game.seed.reveal()
    state = orjson.dumps(game.state.reveal()).decode()
    canaries = [
        repr(seed)[2:-1],
        seed.hex(),
        game.link.reveal(),
        state,
        "canary",
        '"hands"',
        "'hands'",
    ]
    canaries += [client.headers["Authorization"].split()[1] for client in table.clients]
    canaries += [f"{name}@example.test" for name in CAST]
    assert [canary for canary in canaries if canary and canary in lines] == []


def test_what_holds_secrets_has_a_repr_that_says_nothing(party: SeatParty, alice: User) -> None:
    key = party(3, join="link").key
    game = Game.objects.get(key=key)
    found = tables.find_game(key, alice)
    letter = Letter(subject="x", text="canary", to="alice@example.test", headers={"To": "canary"})
    shown = f"{found!r} {found.table!r} {letter!r} {game!r} {engine.load(game.state.reveal())!r}"
    for secret in (repr(game.seed.reveal()), game.link.reveal(), "canary", "alice@", "hands"):
        assert secret not in shown
    assert Table.__repr__ is object.__repr__
