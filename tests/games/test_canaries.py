"""No line of a log tells a secret that was made while it was written."""

import logging
from typing import Any

import pytest
from django.test import Client

from accounts.services import SCOPES, create_api_token
from games import services
from games.models import Game
from tests import canaries
from tests.api.conftest import ApiClient
from tests.canaries import watching
from tests.conftest import Cast
from tests.games.conftest import OpenTable, decider, move_on

pytestmark = pytest.mark.django_db


def test_a_game_and_faults_in_it_are_logged_without_a_secret(
    open_table: OpenTable, person: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watching() as watcher:
        game = open_table("alice", "bob", "carol", join="link")
        move_on(game, 3)
        who = decider(game)
        _, key = create_api_token(user=who, name="x", scopes=SCOPES)
        program = ApiClient(key.reveal(), raise_faults=False)
        assert program.get(f"games/{game.key}").status_code == 200
        row = Game.objects.get(pk=game.pk)

        def fail(**_asked: Any) -> Any:
            raise RuntimeError(f"cannot go on with {row.state} {row.seed} {row.link} {row!r}")

        monkeypatch.setattr(services, "play", fail)
        wrong = {"seq": game.seq, "moves": ["wait"]}
        answer = program.post(f"games/{game.key}/moves", wrong)
    assert watcher.lines
    assert watcher.told == []
    secrets = {row.link.reveal(), row.seed.reveal().hex(), row.state.reveal(), key.reveal()}
    assert secrets <= watcher.canaries
    assert answer.status_code == 500
    assert not [one for one in secrets if one in answer.content.decode()]


@pytest.mark.skipif(canaries.WATCH, reason="the watch over all tests finds it, as it should")
def test_a_secret_that_is_logged_is_found(open_table: OpenTable) -> None:
    with watching() as watcher:
        game = Game.objects.get(pk=open_table("alice", "bob", "carol", join="link").pk)
        logging.getLogger("oriflamme.canary").debug("the seed is %s", game.seed.reveal().hex())
    assert len(watcher.told) == 1


def test_codes_and_sessions_are_canaries(client: Client, person: Cast) -> None:
    with watching() as watcher:
        before = {*watcher.canaries}
        person("alice")
        asked = {"email": "alice@example.test"}
        client.post("/account/login/code/", asked, secure=True)
        client.force_login(person("bob"))
    found = watcher.canaries - before
    assert client.session.session_key in found
    assert [one for one in found if len(one) == len("BCDF-GHJK") and "-" in one]
    assert watcher.told == []
