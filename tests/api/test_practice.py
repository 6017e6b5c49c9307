"""Bots of the house by API: what they are, and tables alone with them."""

import random

import pytest

from games import bots, services
from games.models import Game
from games.services import practising
from tests import bounded
from tests.api.conftest import ApiClient, ClientOf

pytestmark = pytest.mark.django_db


def test_everybody_may_read_what_the_bots_are(stranger: ApiClient) -> None:
    told = stranger.get("bots").json()
    assert [bot["id"] for bot in told] == list(bots.BOTS)
    assert all(bot["name"] and bot["about"] for bot in told)
    assert [bot["seconds"] for bot in told] == [0, 0, 0.1, 0.3, 1]


def test_a_practice_table_begins_at_once_and_nobody_else_sees_it(
    client_of: ClientOf, stranger: ApiClient
) -> None:
    alice, mallory = client_of("alice"), client_of("mallory")
    answer = alice.post("practice", {"set": "ablaze", "seats": 3, "bot": "owl"})
    assert answer.status_code == 201
    table = answer.json()
    assert (table["status"], table["rated"], table["spectators"]) == ("running", False, False)
    assert (table["set"], table["seats_wanted"], table["fill_with"]) == ("ablaze", 3, "owl")
    others = [seat["player"] for seat in table["seats"] if seat["seat"] != table["you"]]
    assert all((one["handle"], one["bot"]) == (None, True) for one in others)
    named = [one["name"] for one in others]
    assert {name.split()[1] for name in named} == {"Owl"}
    assert len(set(named)) == 2  # no two bots are called alike
    for other in (mallory, stranger):
        assert other.get(f"games/{table['id']}").status_code == 404
        assert other.get("games?list=running").json()["items"] == []


def test_a_practice_game_is_played_to_its_end(client_of: ClientOf) -> None:
    alice, rng = client_of("alice"), random.Random(1)
    key = alice.post("practice", {"set": "alliance", "seats": 2}).json()["id"]
    bound = bounded()
    while True:
        next(bound)
        services.let_bots_move(game_key=key)  # as a worker does
        view = alice.get(f"games/{key}").json()
        if view["status"] == "over":
            break
        move = rng.choice(view["question"]["moves"])["move"]
        answer = alice.post(f"games/{key}/moves", {"seq": view["seq"], "moves": [move]})
        assert answer.status_code == 200
    assert view["result"]["reason"] == "played"


def test_nobody_keeps_more_bots_busy_than_is_fair(client_of: ClientOf) -> None:
    alice = client_of("alice")
    for _ in range(practising.MOST):
        key = alice.post("practice", {"set": "oriflamme", "seats": 3}).json()["id"]
    refused = alice.post("practice", {"set": "oriflamme"})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    assert alice.post(f"games/{key}/resign").status_code == 200
    assert alice.post("practice", {"set": "oriflamme"}).status_code == 201


@pytest.mark.parametrize("wrong", [{"bot": "dragon"}, {"seats": 6}, {"set": "chess"}])
def test_what_cannot_be_practised_is_refused(client_of: ClientOf, wrong: dict[str, object]) -> None:
    answer = client_of("alice").post("practice", {"set": "oriflamme", **wrong})
    assert answer.status_code == 400
    assert not Game.objects.exists()


def test_a_table_names_the_bot_that_takes_its_empty_seats(client_of: ClientOf) -> None:
    alice = client_of("alice")
    wish = {"name": "x", "set": "oriflamme", "seats": 3, "start": "creator"}
    table = alice.post("games", wish | {"fill_with": "heron"}).json()
    assert (table["fill_with_bots"], table["fill_with"]) == (True, "heron")
    begun = alice.post(f"games/{table['id']}/start").json()
    named = [seat["player"]["name"] for seat in begun["seats"] if seat["player"]["bot"]]
    assert [name.split()[1] for name in named] == ["Heron", "Heron"]
    usual = alice.post("games", wish | {"fill_with_bots": True}).json()
    assert (usual["fill_with_bots"], usual["fill_with"]) == (True, "careful")
    none = alice.post("games", wish).json()
    assert (none["fill_with_bots"], none["fill_with"]) == (False, None)
    rated = alice.post("games", wish | {"fill_with": "owl", "rated": True})
    assert rated.status_code == 422
