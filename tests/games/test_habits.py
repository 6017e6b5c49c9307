"""Standing orders answer when their owner would have: nobody reads them off the times."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine

from accounts.models import User
from games import engine, habits, services
from games.clock import Calendar
from games.habits import Answered, Asked
from games.models import Game, Move
from games.models.habits import answers_of, asked_now
from games.pace import PACES
from tests.bench import waiting
from tests.games.conftest import OpenTable, decider, position

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
DAILY = PACES["daily"]
KYIV = Calendar("Europe/Kyiv")
HOUR = timedelta(hours=1)


def draws(asked: Asked, before: list[Answered], **given: Any) -> Iterator[timedelta]:
    facts: dict[str, Any] = {"pace": DAILY, "calendar": KYIV, "longest": timedelta(days=1)}
    for seed in range(200):
        yield habits.wait(asked, NOON, before, rng=random.Random(seed), **facts | given)


def test_who_comes_in_the_evening_answers_by_order_in_the_evening() -> None:
    before = [
        Answered(Asked.AWAY, NOON - timedelta(days=days, hours=days % 3), HOUR * (7 + days % 3))
        for days in range(1, 15)
    ]
    ends = [(NOON + wait).hour for wait in draws(Asked.AWAY, before)]
    assert sum(17 <= hour <= 20 for hour in ends) > len(ends) * 0.9


def test_who_answers_at_once_while_they_are_there_does_so_by_order() -> None:
    before = [Answered(Asked.THERE, NOON, timedelta(minutes=2))] * 10
    assert sum(wait < timedelta(minutes=6) for wait in draws(Asked.THERE, before)) > 180
    assert (
        sum(wait > HOUR for wait in draws(Asked.AWAY, before)) > 100
    )  # which says nothing of that


def test_nobody_of_whom_nothing_is_known_answers_by_order_at_night() -> None:
    midnight = {"calendar": KYIV, "longest": timedelta(days=2)}
    for asked in (Asked.AWAY, Asked.ON):
        for wait in draws(asked, [], **midnight):
            there = (NOON + wait).astimezone(ZoneInfo("Europe/Kyiv")).time()
            assert time(7, 30) <= there <= time(23) or asked == Asked.ON


def test_an_order_never_takes_the_whole_of_the_time_that_is_left() -> None:
    endless = [Answered(Asked.AWAY, NOON, timedelta(days=3))] * 30
    for left in (timedelta(), timedelta(seconds=10), HOUR, timedelta(days=9)):
        longest = habits.most(DAILY, left)
        assert longest <= left * 0.75
        assert max(draws(Asked.AWAY, endless, longest=longest)) <= longest


def test_who_was_away_for_days_is_now_and_then_by_order_too() -> None:
    """Else every long wait would tell that no order waits there."""
    seldom = [Answered(Asked.AWAY, NOON, HOUR * hours) for hours in (*[3] * 9, 40)]
    longest = habits.most(DAILY, timedelta(days=3))
    late = sum(wait > HOUR * 30 for wait in draws(Asked.AWAY, seldom, longest=longest))
    assert 5 < late < 50


def test_a_live_table_is_answered_within_the_time_of_a_move_mostly() -> None:
    live = PACES["live"]
    waits = sorted(draws(Asked.AWAY, [], pace=live, longest=habits.most(live, None)))
    assert waits[-10] < timedelta(seconds=live.seconds_per_move)
    assert min(waits) > timedelta(seconds=1)


def test_who_sends_one_move_at_a_time_does_so_by_order() -> None:
    one_by_one = [Answered(Asked.ON, NOON, timedelta(seconds=40))] * 20
    together = [Answered(Asked.ON, NOON, timedelta())] * 20
    rng = random.Random(1)
    assert not any(habits.in_one_go(one_by_one, rng) for _ in range(100))
    assert sum(habits.in_one_go(together, rng) for _ in range(100)) > 80
    assert not any(habits.in_one_go([], rng) for _ in range(100))
    assert all(draws(Asked.ON, together))  # never at once, when considered anew


@pytest.mark.django_db
def test_what_is_known_of_somebody_are_the_answers_that_they_gave_themselves(
    open_table: OpenTable, alice: User
) -> None:
    with time_machine.travel(NOON, tick=False) as machine:
        game = open_table("alice", "bob", "carol")
        own = []
        for number in range(8):
            machine.shift(timedelta(minutes=10 + number))
            seat, was_own = game.to_move, Move.objects.get(game=game, seq=game.seq).seat
            if decider(game) == alice:
                asked = asked_now(game.pk, game.to_move)
                own.append((asked[0], timedelta(minutes=10 + number)))
                assert (asked[0] == Asked.ON) == (was_own == seat)
            _play(game, "order" if number == 7 else "page")
        assert [(one.asked, one.wait) for one in answers_of(alice.pk, DAILY)] == [
            one for one in own if one[1] < timedelta(minutes=17)
        ]
        assert answers_of(alice.pk, PACES["live"]) == []


def _play(game: Game, door: str) -> None:
    move = random.Random(3).choice(engine.legal_moves(position(game)))
    services.play(game_key=game.key, person=decider(game), seq=game.seq, moves=[move], door=door)
    game.refresh_from_db()


def test_nobody_tells_an_order_from_a_person_by_the_times() -> None:
    """A short form of tests.bench.waiting, on the questions of a few games."""
    games = [waiting.questions(box, 4, 1) for box in ("oriflamme", "alliance")] * 12
    now = waiting.measure(games, waiting.as_they_would, before=8, rounds=12, rng=random.Random(3))
    assert now.auc < 0.6
    assert now.days < now.days_by_hand * 1.1
    assert now.handed_over < now.handed_over_by_hand * 1.1
    before = waiting.measure(games, waiting.quickly, before=1, rounds=12, rng=random.Random(3))
    assert before.auc > 0.9  # it can tell, where there is something to tell
