"""How long a person takes, drawn from how long they took: what a standing order waits for.

Whoever sees the times of moves may know everything that this module goes by: when the seat was
asked, whether it had moved itself just before, and when its person answered in other games. So a
moment that is drawn here lies where the person's own answer would have lain.
"""

import math
import random
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from enum import Enum
from typing import NamedTuple
from zoneinfo import ZoneInfo

from games import clock
from games.clock import Calendar
from games.pace import HOUR, Pace

# Whoever has moved so shortly before is still there.
THERE_FOR = timedelta(minutes=15)
# No order takes more than this share of the time that is left: a worker may be late.
MOST_SHARE = 0.75
# A wait of this length or more ends when the person comes, at an hour of theirs.
_ABSENT = timedelta(minutes=30)
# As much as so many answers of their own counts what people usually do.
_USUAL_COUNTS = 0.2
# How near in hours of the day two questions are, to be answered alike.
_NEAR = 1.5
_FAR_COUNTS = 0.02
_OTHER_DAY_COUNTS = 0.5
_SATURDAY = 5
_TRIES = 12
# When people sleep who have not said when.
_NIGHT = time(23), time(7, 30)


class Asked(Enum):
    """How a question finds its person, as all can see."""

    ON = "asked on, after a move of their own"
    THERE = "asked while they are there"
    AWAY = "asked when they have not been seen for a while"


class Answered(NamedTuple):
    """An answer that a person gave themselves."""

    asked: Asked
    at: datetime
    wait: timedelta


def kind(at: datetime, *, last_own: datetime | None, was_own: bool) -> Asked:
    """How a question that comes at a moment finds its person, who has moved `last_own`; `was_own`:
    the move that led to it."""
    if was_own:
        return Asked.ON
    if last_own is not None and at - last_own < THERE_FOR:
        return Asked.THERE
    return Asked.AWAY


def in_one_go(before: Sequence[Answered], rng: random.Random) -> bool:
    """Whether they send the next move together with the one before, as in a mail of several."""
    on = [one for one in before if one.asked == Asked.ON]
    together = sum(not one.wait for one in on)
    return rng.random() * (len(on) + _USUAL_COUNTS) < together


def most(pace: Pace, left: timedelta | None) -> timedelta:
    """The longest that an order may wait, with so much time left for the decision, as far as a
    clock runs. People who are away for days take days; who never did is no order."""
    whole = timedelta(seconds=pace.seconds_per_move + pace.bank) if left is None else left
    return max(whole, timedelta()) * MOST_SHARE


def wait(
    asked: Asked,
    at: datetime,
    before: Sequence[Answered],
    *,
    pace: Pace,
    calendar: Calendar,
    longest: timedelta,
    rng: random.Random,
) -> timedelta:
    """How long this person might take for a question that comes now, in whole bounds."""
    zone = ZoneInfo(calendar.zone)
    alike = [one for one in before if one.asked == asked and one.wait]
    weights = [_nearness(one.at, at, zone) for one in alike]
    own = sum(weights)
    for _ in range(_TRIES):
        if alike and rng.random() * (own + _USUAL_COUNTS) < own:
            (one,) = rng.choices(alike, weights)
            span = _as_then(one, at, zone, rng)
        else:
            span = usual(asked, at, pace, calendar, rng)
        if span <= longest:
            return span
    return longest * rng.uniform(0.1, 1)


def usual(
    asked: Asked, at: datetime, pace: Pace, calendar: Calendar, rng: random.Random
) -> timedelta:
    """How long people take of whom nothing is known: they look in a few times a day, when they are
    awake, and where a decision takes minutes they are there."""
    if pace.seconds_per_move < HOUR:
        return timedelta(seconds=_about(pace.seconds_per_move * 0.15, 0.7, rng))
    if asked == Asked.ON or (asked == Asked.THERE and rng.random() < 0.6):
        return timedelta(seconds=_about(60, 0.8, rng))
    hours = min(pace.seconds_per_move / HOUR * 0.2, 4)
    awake = calendar
    if calendar.quiet_from is None:
        awake = calendar._replace(quiet_from=_NIGHT[0], quiet_until=_NIGHT[1])
    return clock.after(awake, at, timedelta(hours=rng.expovariate(1 / hours))) - at


def _as_then(one: Answered, at: datetime, zone: ZoneInfo, rng: random.Random) -> timedelta:
    """As long as that time; or, where they had to come first, until the same time of day."""
    if one.wait < _ABSENT:
        return one.wait * rng.lognormvariate(0, 0.3)
    span = one.wait + _shift(one.at, at, zone)
    if span < _ABSENT:
        span = one.wait
    return max(_ABSENT / 10, span + timedelta(minutes=rng.gauss(0, 12)))


def _shift(then: datetime, now: datetime, zone: ZoneInfo) -> timedelta:
    """How much later in the day that was; by half a day at most, either way."""
    hours = (_hour(then, zone) - _hour(now, zone) + 12) % 24 - 12
    return timedelta(hours=hours)


def _nearness(then: datetime, now: datetime, zone: ZoneInfo) -> float:
    hours = abs(_shift(then, now, zone)) / timedelta(hours=1)
    near = max(_FAR_COUNTS, math.exp(-((hours / _NEAR) ** 2) / 2))
    same = _is_weekend(then, zone) == _is_weekend(now, zone)
    return near if same else near * _OTHER_DAY_COUNTS


def _hour(at: datetime, zone: ZoneInfo) -> float:
    there = at.astimezone(UTC).astimezone(zone)
    return there.hour + there.minute / 60


def _is_weekend(at: datetime, zone: ZoneInfo) -> bool:
    return at.astimezone(zone).weekday() >= _SATURDAY


def _about(median: float, spread: float, rng: random.Random) -> float:
    return median * rng.lognormvariate(0, spread)
