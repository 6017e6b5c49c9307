"""How many queries each answer costs: fixed, however many players, moves and tables there are."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import engine, selectors, services
from games.models import Game
from tests.games.conftest import OpenTable, decider, move_on, play_out, position

pytestmark = pytest.mark.django_db(transaction=True)


def queries(act: Callable[[], Any]) -> int:
    """Statements sent, those that begin and end the transaction not counted."""
    with CaptureQueriesContext(
        connection,
    ) as caught:
        act()
    return sum(query["sql"] not in {"BEGIN", "COMMIT"} for query in caught.captured_queries)


@pytest.fixture(params=[2, 5])
def game(open_table: OpenTable, request: pytest.FixtureRequest) -> Game:
    players = ("alice", "bob", "carol", "dave", "erin")[: request.param]
    for number in range(request.param - 1):
        open_table(*players, name=f"Beside it {number}")
    game = open_table(*players, talk="full", set="mixed")
    for _ in range(request.param):
        services.say(game_key=game.key, person=game.creator, text="hello")
    move_on(game, 6 * request.param)
    return game


def test_reading(game: Game, alice: User, mallory: User) -> None:
    key = game.key
    begin = selectors.Cursor(0, 0, game.created_at)
    costs = {
        "view": queries(lambda: selectors.find_game(key, alice).view("en")),
        "spectator's view": queries(lambda: selectors.find_game(key, mallory).view("en")),
        "log": queries(lambda: selectors.log(key=key, viewer=alice, lang="en")),
        "talk": queries(lambda: selectors.talk(key=key, viewer=alice)),
        "timeline": queries(lambda: selectors.timeline(key=key, viewer=alice, lang="en")),
        "turns": queries(lambda: selectors.turns(viewer=alice, lang="en")),
        "unread": queries(lambda: selectors.unread(alice)),
        "list": queries(lambda: selectors.list_games(which="mine", viewer=alice)),
        "later page": queries(lambda: selectors.list_games(which="mine", viewer=alice, after=key)),
        "invitations": queries(lambda: selectors.list_invitations(key=key, viewer=alice)),
        "events": queries(lambda: selectors.feed_of(after=begin, viewer=alice.pk)),
    }
    assert costs == {
        "view": 1,
        "spectator's view": 1,
        "log": 2,
        "talk": 2,
        "timeline": 3,
        "turns": 1,
        "unread": 1,
        "list": 1,
        "later page": 2,
        "invitations": 2,
        "events": 1,
    }


def test_a_move_costs_two(game: Game) -> None:
    who, move = decider(game), engine.legal_moves(position(game))[0]
    cost = queries(
        lambda: services.play(game_key=game.key, person=who, seq=game.seq, moves=[move], door="api")
    )
    assert cost == 2  # to read it, and to write it if nothing has changed


def test_reading_what_is_over(game: Game, alice: User) -> None:
    play_out(game)
    assert queries(lambda: selectors.record_text(key=game.key, viewer=alice)) == 3
    assert queries(lambda: selectors.view_at(key=game.key, viewer=alice, lang="en", seq=5)) == 3
