"""Redis holds nothing that a move needs: without it a move is as good, and as fast."""

import json
import random
import statistics
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from accounts.models import User
from accounts.services import SCOPES, create_api_token
from games import services
from games.models import Game
from oriflamme_site.local.ground import free_port
from tests.api.live import live_site
from tests.games.conftest import _workers_are_asleep

__all__ = ["_workers_are_asleep"]
pytestmark = pytest.mark.django_db(transaction=True)
MOVES = 60


def seconds_for_moves(log: Path, game: Game, tokens: dict[int, str], **facts: str) -> list[float]:
    """What each of so many moves took, by whoever decides, over HTTP."""
    rng, took = random.Random(1), []
    with live_site(log, **facts) as site:

        def ask(path: str, token: str, body: object = None) -> dict[str, object]:
            request = urllib.request.Request(
                f"{site.url}/api/v1/games/{game.key}{path}",
                json.dumps(body).encode() if body else None,
                {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
            )
            with urllib.request.urlopen(request, timeout=20) as answer:
                answered: dict[str, object] = json.load(answer)
                return answered

        for _ in range(MOVES):
            game.refresh_from_db()
            if game.to_move is None:
                break
            person = game.chairs.get(number=game.to_move).person
            assert person is not None
            view: dict = ask("", tokens[person.pk])  # type: ignore[type-arg]
            move = rng.choice(view["question"]["moves"])["move"]
            began = time.monotonic()
            ask("/moves", tokens[person.pk], {"seq": view["seq"], "moves": [move]})
            took.append(time.monotonic() - began)
    return took


def test_a_move_waits_for_no_redis(tmp_path: Path, person: Callable[[str], User]) -> None:
    people = [person("alice"), person("bob")]
    tokens = {
        one.pk: create_api_token(user=one, name="it", scopes=SCOPES)[1].reveal() for one in people
    }

    def table() -> Game:
        game = services.create_game(person=people[0], name="Friday", set="oriflamme", seats=2)
        services.join(game_key=game.key, person=people[1])
        return game

    there = seconds_for_moves(tmp_path / "one.log", table(), tokens)
    away = seconds_for_moves(
        tmp_path / "two.log", table(), tokens, REDIS_URL=f"redis://127.0.0.1:{free_port()}/0"
    )
    p95 = [statistics.quantiles(sorted(took), n=20)[-1] * 1000 for took in (there, away)]
    print(
        f"p95 with Redis {p95[0]:.1f} ms, without {p95[1]:.1f} ms; {len(there)}, {len(away)} moves"
    )
    # The first finds out, and one in some seconds looks again.
    assert statistics.median(away) < 1.5 * statistics.median(there) + 0.01
    assert p95[1] < 1.5 * p95[0] + 0.05
