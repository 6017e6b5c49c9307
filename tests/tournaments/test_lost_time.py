"""Time that counts for nobody: the clocks of the site stand still, or the desk has paused it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import services as tables
from games.models import Standstill
from games.tournaments import services, tasks
from games.tournaments.models import Entry, Round, Tournament
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_round, running_games

pytestmark = pytest.mark.django_db

Clock = Callable[..., None]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def cup(announce: Announce, clock: Clock) -> Tournament:
    """Eight people in the first round, which may last a day; an hour's break between rounds."""
    made = announce(capacity=8, start="full", round_for=86_400, break_for=3600)
    for one in crowd(8):
        services.enter_tournament(key=made.key, person=one)
    services.advance(key=made.key)
    return made


def deadline(cup: Tournament) -> datetime:
    found = Round.objects.get(tournament=cup, status="running").deadline
    assert found is not None
    return found


def step(cup: Tournament, who: User, kind: str, **wish: Any) -> None:
    services.take_step(key=cup.key, person=who, step=kind, **wish)


def close(first: datetime, second: datetime) -> bool:
    return abs(first - second) < timedelta(minutes=1)


def test_while_the_clocks_stand_still_no_table_is_cut_short(cup: Tournament, clock: Clock) -> None:
    before = deadline(cup)
    tables.stop_clocks(note="New disks")
    clock(days=3)
    tasks.sweep()
    assert len(running_games(cup)) == 2
    tables.run_clocks()
    tasks.sweep()
    assert len(running_games(cup)) == 2
    assert close(deadline(cup), before + 3 * DAY)
    clock(days=1, minutes=1)
    tasks.sweep()
    assert Round.objects.get(tournament=cup, ordinal=1).status == "over"


def test_the_sweep_moves_times_on_before_anything_is_due(cup: Tournament, clock: Clock) -> None:
    before = deadline(cup)
    tables.stop_clocks()
    clock(hours=5)
    tables.run_clocks()
    assert services.due() == [cup.key]
    tasks.sweep()
    assert close(deadline(cup), before + 5 * HOUR)
    assert services.due() == []
    tasks.sweep()
    assert close(deadline(cup), before + 5 * HOUR)


def test_an_outage_is_made_up_for_too(cup: Tournament, clock: Clock) -> None:
    before = deadline(cup)
    clock(hours=4)
    now = timezone.now()
    Standstill.objects.create(why="outage", since=now - 2 * HOUR, until=now)
    tasks.sweep()
    assert close(deadline(cup), before + 2 * HOUR)


def test_two_standstills_at_once_count_once(cup: Tournament, clock: Clock) -> None:
    before = deadline(cup)
    first = tables.stop_clocks()
    clock(hours=2)
    tables.stop_clocks()
    clock(hours=2)
    Standstill.objects.filter(pk=first.pk).update(until=timezone.now())
    tasks.sweep()
    assert close(deadline(cup), before), "the other still goes on"
    clock(hours=2)
    tables.run_clocks()
    tasks.sweep()
    assert close(deadline(cup), before + 6 * HOUR)


def test_a_pause_and_a_standstill_in_it_count_once(
    cup: Tournament, clock: Clock, organiser: User
) -> None:
    before = deadline(cup)
    step(cup, organiser, "pause")
    clock(hours=1)
    tables.stop_clocks()
    clock(hours=2)
    tables.run_clocks()
    clock(hours=1)
    tasks.sweep()
    step(cup, organiser, "resume")
    tasks.sweep()
    assert close(deadline(cup), before + 4 * HOUR)


def test_a_pause_that_begins_and_ends_in_a_standstill_counts_once(
    cup: Tournament, clock: Clock, organiser: User
) -> None:
    before = deadline(cup)
    tables.stop_clocks()
    clock(hours=1)
    step(cup, organiser, "pause")
    clock(hours=1)
    step(cup, organiser, "resume")
    clock(hours=1)
    tables.run_clocks()
    tasks.sweep()
    assert close(deadline(cup), before + 3 * HOUR)


def test_results_are_taken_in_and_the_next_round_waits(cup: Tournament, clock: Clock) -> None:
    tables.stop_clocks()
    end_round(cup)
    tasks.sweep()
    assert not Round.objects.get(tournament=cup).tables.filter(how="").exists()
    clock(days=1)
    tasks.sweep()
    assert Round.objects.filter(tournament=cup).count() == 1
    tables.run_clocks()
    tasks.sweep()
    assert Round.objects.filter(tournament=cup).count() == 2


def test_nobody_is_asked_in_vain_while_nothing_answers(announce: Announce, clock: Clock) -> None:
    at = timezone.now() + 2 * DAY
    cup = announce(capacity=8, start="at", starts_at=at, confirms="start", confirm_for=86_400)
    people = crowd(4)
    for one in people:
        services.enter_tournament(key=cup.key, person=one)
    clock(days=1, minutes=1)
    tasks.sweep()
    tables.stop_clocks()
    clock(days=2)
    tasks.sweep()
    assert set(cup.entries.values_list("state", flat=True)) == {"entered"}
    tables.run_clocks()
    tasks.sweep()
    cup.refresh_from_db()
    assert (cup.status, close(cup.confirm_until, at + 2 * DAY)) == ("confirming", True)
    assert cup.starts_at == cup.confirm_until
    for one in people:
        services.confirm(key=cup.key, person=one)
    clock(days=1)
    tasks.sweep()
    assert not Entry.objects.filter(tournament=cup, state="no_show").exists()


def test_a_day_that_was_promised_stays_that_day(announce: Announce, clock: Clock) -> None:
    at = timezone.now() + 9 * DAY
    cup = announce("alice", "bob", "carol", start="at", starts_at=at)
    tables.stop_clocks()
    clock(days=1)
    tables.run_clocks()
    tasks.sweep()
    cup.refresh_from_db()
    assert (cup.starts_at, cup.due_at) == (at, at)


def test_to_take_back_a_pause_is_to_go_on(cup: Tournament, clock: Clock, organiser: User) -> None:
    before = deadline(cup)
    step(cup, organiser, "pause")
    assert all(game.paused_at for game in running_games(cup))
    clock(hours=3)
    step(cup, organiser, "undo")
    assert not any(game.paused_at for game in running_games(cup))
    assert close(deadline(cup), before + 3 * HOUR)
    cup.refresh_from_db()
    assert cup.paused_at is None


def test_an_organiser_who_never_decides_holds_up_nobody(announce: Announce, clock: Clock) -> None:
    cup = announce(capacity=8, start="full", round_for=86_400, at_deadline="desk")
    for one in crowd(8):
        services.enter_tournament(key=cup.key, person=one)
    services.advance(key=cup.key)
    clock(days=1, minutes=1)
    tasks.sweep()
    clock(days=2)
    tasks.sweep()
    assert len(running_games(cup)) == 2
    clock(days=1)
    tasks.sweep()
    assert Round.objects.get(tournament=cup, ordinal=1).status == "over"
    assert Round.objects.filter(tournament=cup).count() == 2
