"""Pauses of a table, outages, and clocks that staff have stopped: nobody pays for them."""

from collections.abc import Callable
from datetime import date, time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import people
from games import errors, selectors, services
from games.models import Game, Standstill
from games.services import standstill
from tests.clock.conftest import NOON, Traveller, at
from tests.games.conftest import OpenTable, decider, move_on

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]
HOUR: dict[str, Any] = {"seconds_per_move": 3600, "bank": 3600}


# --- a table's pause ---------------------------------------------------------------------


def test_all_must_agree_to_a_pause_and_one_ends_it(
    traveller: Traveller, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", pace=HOUR)
    traveller.go(minutes=30)
    assert not services.offer_pause(game_key=game.key, person=person("alice"))
    assert at(game).deadline == NOON + timedelta(hours=2)
    assert services.offer_pause(game_key=game.key, person=person("bob"))
    assert (at(game).deadline, game.spent) == (None, 30 * 60)
    view = selectors.find_game(game.key, person("bob")).view("en")
    assert view["paused"] == {
        "since": timezone.now(),
        "until": timezone.now() + timedelta(days=30),
    }
    assert traveller.wait(days=3) == 0
    services.withdraw_pause(game_key=game.key, person=person("bob"))
    assert at(game).deadline == timezone.now() + timedelta(minutes=90)
    assert not any(chair.agrees_to_pause for chair in game.chairs.all())


def test_an_offer_of_a_pause_can_be_turned_down(
    open_table: OpenTable, person: Cast, mallory: User
) -> None:
    game = open_table("alice", "bob", pace=HOUR)
    services.offer_pause(game_key=game.key, person=person("alice"))
    services.withdraw_pause(game_key=game.key, person=person("bob"))
    assert not services.offer_pause(game_key=game.key, person=person("bob"))
    with pytest.raises(errors.NotAtTable):
        services.offer_pause(game_key=game.key, person=mallory)


def test_a_pause_ends_by_itself(traveller: Traveller, open_table: OpenTable, person: Cast) -> None:
    game = open_table("alice", "bob", pace=HOUR)
    for name in ("alice", "bob"):
        services.offer_pause(game_key=game.key, person=person(name))
    assert traveller.wait(days=30, hours=1) == 0
    assert at(game).paused_at is None
    assert game.deadline == NOON + timedelta(days=30, hours=2)


def test_who_wants_to_move_in_a_pause_may(
    traveller: Traveller, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", pace=HOUR)
    for name in ("alice", "bob"):
        services.offer_pause(game_key=game.key, person=person(name))
    ends = at(game).wakes_at
    traveller.go(days=2)
    move_on(game, 2)
    assert (at(game).deadline, game.wakes_at) == (None, ends)
    assert {chair.bank for chair in game.chairs.all()} == {3600}
    services.withdraw_pause(game_key=game.key, person=person("alice"))
    assert at(game).deadline == timezone.now() + timedelta(hours=2)


# --- outages -----------------------------------------------------------------------------


def test_a_day_without_beat_costs_nobody_anything(
    traveller: Traveller, open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standstill, "BATCH", 2)
    games = [open_table("alice", "bob", pace=HOUR, name=f"no. {n}") for n in range(5)]
    traveller.wait(minutes=30)
    traveller.go(days=1)
    assert services.sweep() == 0
    outage = Standstill.objects.get()
    assert (outage.why, outage.settled_to) == ("outage", None)
    assert outage.until - outage.since == timedelta(days=1)
    for game in games:
        assert at(game).deadline == timezone.now() + timedelta(minutes=90)
        assert (game.seq, game.spent) == (0, 30 * 60)
    assert traveller.wait(minutes=89) == 0
    assert traveller.wait(minutes=1) == 5


def test_who_moves_while_beat_is_away_pays_for_no_outage_either(
    traveller: Traveller, open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_table("alice", "bob", pace=HOUR)
    traveller.wait(minutes=30)
    traveller.go(days=1)
    # The sweep is back and knows; this game's turn to be moved on has not come yet.
    standstill.beat(timezone.now())
    move_on(game)
    assert {chair.bank for chair in game.chairs.all()} == {3600}
    assert at(game).deadline == timezone.now() + timedelta(hours=2)
    assert standstill.settle(timezone.now())
    assert at(game).deadline == timezone.now() + timedelta(hours=2)


def test_not_even_before_the_sweep_is_back(traveller: Traveller, open_table: OpenTable) -> None:
    game = open_table("alice", "bob", pace=HOUR)
    traveller.wait(minutes=30)
    traveller.go(days=1)
    move_on(game)
    assert {chair.bank for chair in game.chairs.all()} == {3600}
    traveller.go(minutes=30)
    services.sweep()
    assert at(game).deadline == timezone.now() + timedelta(hours=2)


def test_who_moves_while_the_clocks_are_stopped_pays_nothing(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", pace=HOUR)
    traveller.wait(minutes=30)
    services.stop_clocks()
    traveller.wait(hours=20)
    move_on(game)
    assert {chair.bank for chair in game.chairs.all()} == {3600}


def test_staff_stop_the_clocks_and_let_them_run(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", pace=HOUR)
    traveller.wait(minutes=15)
    services.stop_clocks(note="moving house")
    assert traveller.wait(hours=20) == 0
    assert at(game).seq == 0
    services.run_clocks()
    services.sweep()
    assert at(game).deadline == timezone.now() + timedelta(minutes=105)


def test_standstills_that_overlap_count_once(traveller: Traveller, open_table: OpenTable) -> None:
    """Staff stop the clocks, and then the sweep is away as well."""
    game = open_table("alice", "bob", pace=HOUR)
    traveller.wait(minutes=15)
    services.stop_clocks()
    traveller.wait(hours=1)
    traveller.go(hours=5)
    services.sweep()
    traveller.wait(hours=2)
    services.run_clocks()
    services.sweep()
    assert Standstill.objects.count() == 2
    assert at(game).deadline == timezone.now() + timedelta(minutes=105)


def test_of_standstills_that_overlap_each_adds_what_is_its_own(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", pace=HOUR)
    traveller.wait(minutes=60)
    for since, until in ((10, 40), (30, 50), (35, 45)):
        begin, end = NOON + timedelta(minutes=since), NOON + timedelta(minutes=until)
        Standstill.objects.create(since=begin, until=end)
    services.sweep()
    assert at(game).deadline == NOON + timedelta(hours=2, minutes=40)


def test_what_staff_enter_afterwards_is_made_up_for(
    traveller: Traveller, open_table: OpenTable
) -> None:
    """The site was not to be reached, and the sweep did not notice."""
    game = open_table("alice", "bob", pace=HOUR)
    traveller.wait(minutes=60)
    Standstill.objects.create(
        since=NOON + timedelta(minutes=10), until=NOON + timedelta(minutes=50)
    )
    services.sweep()
    assert at(game).deadline == NOON + timedelta(hours=2, minutes=40)


def test_a_deadline_that_is_moved_does_not_fall_into_a_night(
    traveller: Traveller, open_table: OpenTable, person: Cast
) -> None:
    for name in ("alice", "bob"):
        people.change_profile(user=person(name), quiet_from=time(22), quiet_until=time(8))
    game = open_table("alice", "bob", pace=HOUR)
    traveller.wait(minutes=30)
    traveller.go(hours=9)  # until 21:30
    services.sweep()
    assert at(game).deadline == NOON + timedelta(hours=21)


def test_games_that_began_before_there_were_clocks_get_one(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", pace=HOUR)
    Game.objects.filter(pk=game.pk).update(waits_since=None, deadline=None)
    traveller.go(seconds=2)
    Standstill.objects.create(since=NOON, until=NOON + timedelta(seconds=1))
    services.sweep()
    assert at(game).deadline == NOON + timedelta(hours=2, seconds=1)


# --- people's own calendars ---------------------------------------------------------------


def test_holidays_move_a_deadline_but_not_in_its_last_day(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", pace={"seconds_per_move": 3 * 86400})
    who = decider(game)
    traveller.go(hours=30)
    people.add_holiday(person=who, first_day=date(2027, 1, 13), last_day=date(2027, 1, 14))
    assert at(game).deadline == NOON + timedelta(days=5)
    people.end_holiday(person=who, pk=who.holidays.get().pk)
    assert at(game).deadline == NOON + timedelta(days=3)
    traveller.go(hours=20)
    people.add_holiday(person=who, first_day=date(2027, 1, 14), last_day=date(2027, 1, 20))
    assert at(game).deadline == NOON + timedelta(days=3)


def test_holidays_of_whoever_is_asked_with_all_others_move_the_deadline(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", pace={"seconds_per_move": 3 * 86400}, together=True)
    who = game.chairs.exclude(number=game.to_move).exclude(person=None).first()
    assert who is not None
    assert who.person is not None
    people.add_holiday(person=who.person, first_day=date(2027, 1, 13), last_day=date(2027, 1, 14))
    assert at(game).deadline == NOON + timedelta(days=5)


def test_quiet_hours_count_where_one_lives(
    traveller: Traveller, open_table: OpenTable, person: Cast
) -> None:
    for name in ("alice", "bob"):
        people.change_profile(
            user=person(name), time_zone="Asia/Tokyo", quiet_from=time(22), quiet_until=time(8)
        )
    game = open_table("alice", "bob", pace=HOUR)  # 21:00 in Tokyo
    assert at(game).deadline == NOON + timedelta(hours=12)
    live = open_table("alice", "bob", pace="live")
    assert at(live).deadline == NOON + timedelta(minutes=8)
