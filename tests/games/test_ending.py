"""Resigning, and ending early together."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import errors, selectors, services
from games.models import Feed, Game, Move
from games.ratings import services as ratings
from games.selectors.verifying import verify_games
from games.services.absence import count_absent
from notifications.models import Notification
from tests import bounded
from tests.games.conftest import OpenTable, decider, move_on, position

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]


def test_a_stand_in_plays_on_for_who_resigns(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    services.resign(game_key=game.key, person=who)
    with pytest.raises(errors.NotAtTable):
        services.play(game_key=game.key, person=who, seq=0, moves=["wait"], door="api")
    with pytest.raises(errors.NotAtTable):
        services.resign(game_key=game.key, person=who)
    assert services.let_bots_move(game_key=game.key) == 1
    move = Move.objects.get(game=game, seq=1)
    assert (move.door, move.by_id) == ("bot", None)
    seats = selectors.find_game(game.key, None).view("en")["seats"]
    (gone,) = (seat for seat in seats if seat["stand_in"])
    assert gone["player"]["handle"] == who.handle  # the history is theirs
    assert Notification.objects.filter(kind="seat taken over").count() == 2


def test_a_game_that_all_leave_is_played_out_by_stand_ins(
    open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol")
    for name in ("alice", "bob", "carol"):
        services.resign(game_key=game.key, person=person(name))
    bound = bounded()
    while next(bound) and services.let_bots_move(game_key=game.key, rng=random.Random(1)):
        pass
    game.refresh_from_db()
    assert game.status == "over"
    assert game.result["reason"] == "played"


def test_all_must_agree_to_an_early_end(open_table: OpenTable, alice: User, person: Cast) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 4)
    with pytest.raises(errors.NotAllowed):
        services.agree_end(game_key=game.key, person=alice)
    assert not services.offer_end(game_key=game.key, person=alice)
    assert not services.agree_end(game_key=game.key, person=person("bob"))
    assert services.agree_end(game_key=game.key, person=person("carol"))
    game.refresh_from_db()
    assert (game.status, game.to_move, game.result["reason"]) == ("over", None, "agreed")
    assert Notification.objects.filter(kind="game over").count() == 3
    assert not game.chairs.filter(live=True).exists()
    with pytest.raises(errors.GameOver):
        services.offer_end(game_key=game.key, person=alice)


def test_an_offer_can_be_taken_back_or_turned_down(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    game = open_table("alice", "bob")
    services.offer_end(game_key=game.key, person=alice)
    services.withdraw_end(game_key=game.key, person=person("bob"))
    with pytest.raises(errors.NotAllowed):
        services.agree_end(game_key=game.key, person=person("bob"))
    kinds = Feed.objects.filter(game=game).order_by("id").values_list("kind", flat=True)
    assert list(kinds)[-2:] == ["end_offered", "end_withdrawn"]


def test_who_does_not_sit_there_turns_no_offer_down(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    game = open_table("alice", "bob")
    services.offer_end(game_key=game.key, person=alice)
    with pytest.raises(errors.NotAtTable):
        services.withdraw_end(game_key=game.key, person=person("mallory"))
    assert services.agree_end(game_key=game.key, person=person("bob"))


def test_bots_and_stand_ins_are_not_asked(open_table: OpenTable, alice: User, person: Cast) -> None:
    game = open_table("alice", "bob", seats=4, fill_with_bots=True, start="creator")
    services.start(game_key=game.key, person=alice)
    assert not services.offer_end(game_key=game.key, person=alice)
    services.resign(game_key=game.key, person=person("bob"))
    assert Game.objects.get(pk=game.pk).status == "over"


def test_nothing_of_this_before_the_start(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", "bob", seats=3)
    for service in (services.resign, services.offer_end, services.withdraw_end):
        with pytest.raises(errors.NotRunning):
            service(game_key=game.key, person=alice)
    with pytest.raises(errors.NotRunning):
        services.return_to_seat(game_key=game.key, person=alice)


def test_a_lost_wake_up_of_bots_is_found(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", seats=5, fill_with_bots=True, start="creator")
    services.start(game_key=game.key, person=alice)
    game.refresh_from_db()
    waits_for_bot = bool(game.chairs.get(number=game.to_move).bot)
    assert services.bots_waiting() == []
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        assert services.bots_waiting() == ([game.key] if waits_for_bot else [])
        services.let_bots_move(game_key=game.key)
        game.refresh_from_db()
        bound = bounded()
        while next(bound) and not game.chairs.get(number=game.to_move).bot:
            move_on(game)
            game.refresh_from_db()
        with time_machine.travel(timezone.now() + timedelta(minutes=1)):
            assert services.bots_waiting() == [game.key]


@pytest.fixture
def rated(open_table: OpenTable, person: Cast) -> Game:
    """A rated table in the middle of its game."""
    game = open_table("alice", "bob", "carol", rated=True, pace="brisk")
    move_on(game, 9)
    return game


def _is_absent(game: Game, *people: User) -> None:
    for one in people:
        chair = game.chairs.get(person=one)
        count_absent(game, chair.number, timezone.now())


def test_what_an_absent_player_agreed_to_is_void(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    """Who comes back is asked anew: of an end, and of a pause."""
    game = open_table("alice", "bob")
    bob = person("bob")
    services.offer_end(game_key=game.key, person=bob)
    services.offer_pause(game_key=game.key, person=bob)
    _is_absent(game, bob)
    assert services.return_to_seat(game_key=game.key, person=bob)
    assert not services.offer_end(game_key=game.key, person=alice)
    services.offer_pause(game_key=game.key, person=alice)
    game.refresh_from_db()
    assert (game.status, game.paused_at) == ("running", None)
    assert services.agree_end(game_key=game.key, person=bob)


def test_nobody_ends_a_rated_game_alone_while_the_others_are_absent(
    rated: Game, alice: User, person: Cast
) -> None:
    _is_absent(rated, person("bob"), person("carol"))
    assert not services.offer_end(game_key=rated.key, person=alice)
    assert services.end_agreed() == 0
    rated.refresh_from_db()
    assert rated.status == "running"


def test_after_the_absent_have_been_asked_a_rated_game_counts_as_it_stands(
    rated: Game, alice: User, person: Cast
) -> None:
    _is_absent(rated, person("bob"), person("carol"))
    services.offer_end(game_key=rated.key, person=alice)
    stands = position(rated).influence
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert services.end_agreed() == 1
        assert services.end_agreed() == 0
    rated.refresh_from_db()
    assert (rated.result["reason"], rated.result["scores"]) == ("adjudicated", stands)
    assert rated.result["ranks"] == [1 + sum(o > mine for o in stands) for mine in stands]
    assert [faults for _key, faults in verify_games() if faults] == []
    assert ratings.collect() == 1


def test_who_has_gone_is_no_reason_to_annul_a_rated_game(
    rated: Game, alice: User, person: Cast
) -> None:
    for name in ("bob", "carol"):
        services.resign(game_key=rated.key, person=person(name))
    assert services.offer_end(game_key=rated.key, person=alice)
    rated.refresh_from_db()
    assert rated.result["reason"] == "adjudicated"
    assert ratings.collect() == 1


def test_where_all_are_there_and_agree_nobody_has_won(
    rated: Game, alice: User, person: Cast
) -> None:
    for name in ("alice", "bob", "carol"):
        services.offer_end(game_key=rated.key, person=person(name))
    rated.refresh_from_db()
    assert (rated.result["reason"], rated.result["ranks"]) == ("agreed", None)
