"""Stand-ins give nothing away: neither by when they decide, nor by how."""

import random
from typing import Any

import orjson
import pytest
from django.utils import timezone

from accounts.models import User
from games import bots, engine, selectors
from games.models import Feed, Game, Move
from tests.clock.conftest import Traveller, at
from tests.games.conftest import OpenTable, move_on, position
from tests.games.redistribution import redistribute
from tests.games.test_secrecy import all_that_is_read

pytestmark = pytest.mark.django_db

TERMS: dict[str, Any] = {"seconds_per_move": 60, "bank": 30, "misses": 2}


def what_is_told(game: Game, viewer: User | None) -> dict[str, bytes]:
    begin = selectors.Cursor(0, 0, game.created_at)
    table = selectors.find_game(game.key, viewer).table
    told = selectors.feed_of(after=begin, viewer=viewer.pk if viewer else None, table=table)
    return {
        **all_that_is_read(game, viewer),
        "feed": orjson.dumps([[one.kind, one.ref, one.cursor.at] for one in told]),
    }


@pytest.mark.parametrize("box", engine.SETS)
def test_what_others_see_of_stand_ins_does_not_depend_on_hidden_cards(
    traveller: Traveller, open_table: OpenTable, alice: User, mallory: User, box: str
) -> None:
    game = open_table("alice", "bob", "carol", set=box, pace=TERMS)
    seat = game.chairs.get(person=alice).number
    rng = random.Random(box)
    for _turn in range(80):  # each moves the table on: that it stands still is a failure
        if at(game).status != "running" or game.seq >= 40:
            break
        seq = game.seq
        chair = game.chairs.get(number=game.to_move)
        if chair.bot:
            _let_one_bot_move(game)
        elif chair.person == alice:
            move_on(game, 1, rng)
        else:
            # All but Alice let their time go by, and no more than that: hers begins then.
            left = game.deadline - timezone.now()
            traveller.wait(seconds=left.total_seconds() + 1)
        assert at(game).seq > seq, f"nothing moved at {seq}: {chair}"
        if game.status != "running":
            break
        for viewer, keep in ((alice, seat), (mallory, None)):
            before = what_is_told(game, viewer)
            redistribute(game, keep, rng)
            after = what_is_told(game, viewer)
            assert {name for name in before if before[name] != after[name]} == set()
    assert Move.objects.filter(game=game, door="clock").count() >= 4
    assert Feed.objects.filter(game=game, kind="absent").count() == 2


def _let_one_bot_move(game: Game) -> None:
    from games import services

    view = engine.view(position(game), game.to_move)
    move = bots.choose("careful", view, random.Random(1))
    services.play(game_key=game.key, seat=game.to_move, seq=game.seq, moves=[move], door="bot")


@pytest.mark.parametrize("again", range(4))
def test_the_choice_follows_from_what_the_seat_sees(
    traveller: Traveller, open_table: OpenTable, again: int
) -> None:
    game = open_table("alice", "bob", "carol", set="mixed", pace=TERMS)
    move_on(game, 5 + 4 * again, random.Random(again))
    seat = at(game).to_move
    chosen = bots.choose("careful", engine.view(position(game), seat), random.Random(5))
    redistribute(game, seat, random.Random(again))
    assert traveller.wait(seconds=90) == 1
    assert Move.objects.get(game=game, seq=game.seq + 1).move == chosen


def test_at_an_anonymous_table_a_deadline_tells_nobody_of_anothers_nights(
    traveller: Traveller, open_table: OpenTable, mallory: User
) -> None:
    game = open_table("alice", "bob", "carol", anonymous=True, pace="daily")
    decides = game.chairs.get(number=game.to_move).person
    others = [chair.person for chair in game.chairs.exclude(person=decides)]
    for viewer in [mallory, None, *others]:
        view = selectors.find_game(game.key, viewer).view("en")
        assert view["question"]["deadline"] is None
        listed, _next = selectors.list_games(which="running", viewer=viewer)
        assert [one["deadline"] for one in listed] == [None]
    assert selectors.find_game(game.key, decides).view("en")["question"]["deadline"]
