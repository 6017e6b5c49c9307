"""The clock as pure functions: when time is up, how much has gone by, when to remind.

Playing time is what passes while a person's clock does not rest. It rests in their quiet hours,
on weekends and holidays if they play so, by the calendar of the place where they live, and in
every pause of the table or the site.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

from games.pace import Pace

# Longer quiet hours count as these: a clock that never ran would make a game endless.
MOST_QUIET = 12
# An allowance of holidays is bounded by the year; this only stops a search that has no end.
_MOST_DAYS = 6000
_DAY = timedelta(days=1)
_SATURDAY = 5

Span = tuple[datetime, datetime]


class Calendar(NamedTuple):
    """When a person does not play."""

    zone: str = "UTC"
    quiet_from: time | None = None
    quiet_until: time | None = None
    weekends: bool = True
    holidays: tuple[tuple[date, date], ...] = ()

    @property
    def is_always_awake(self) -> bool:
        return self.quiet_from is None and self.weekends and not self.holidays


AWAKE = Calendar()


def for_pace(calendar: Calendar, pace: Pace) -> Calendar:
    """What of a person's calendar counts at a table of this pace."""
    if not pace.rests:
        return Calendar(calendar.zone)
    return calendar if pace.holidays else calendar._replace(holidays=())


def elapsed(
    calendar: Calendar, since: datetime, until: datetime, pauses: Sequence[Span] = ()
) -> timedelta:
    """The playing time between two moments; none if the second is not the later one."""
    total = timedelta()
    for begin, end in _playing(calendar, since, pauses):
        if begin >= until:
            break
        total += min(end, until) - begin
    return total


def after(
    calendar: Calendar, since: datetime, length: timedelta, pauses: Sequence[Span] = ()
) -> datetime:
    """The moment at which so much playing time has gone by since another."""
    left = length
    for begin, end in _playing(calendar, since, pauses):
        if end - begin >= left:
            return begin + left
        left -= end - begin
    raise AssertionError("playing time has no end")


def rests_at(calendar: Calendar, at: datetime, pauses: Sequence[Span] = ()) -> bool:
    return any(begin <= at < end for begin, end in pauses) or _is_off(calendar, at)


def deadline(
    pace: Pace,
    bank: int,
    calendar: Calendar,
    since: datetime,
    *,
    spent: int = 0,
    pauses: Sequence[Span] = (),
) -> datetime:
    """When the time for a decision is up that was asked at `since`, `spent` seconds of it having
    gone by before."""
    length = timedelta(seconds=max(0, pace.seconds_per_move + bank - spent))
    return after(for_pace(calendar, pace), since, length, pauses)


def reminders(
    pace: Pace,
    bank: int,
    calendar: Calendar,
    since: datetime,
    *,
    spent: int = 0,
    pauses: Sequence[Span] = (),
) -> list[datetime]:
    """When to remind somebody of a decision: never while they rest, and before it is too late,
    since of less than all its seconds something is left to be played after that moment."""
    kept = for_pace(calendar, pace)
    whole = pace.seconds_per_move + bank
    moments = []
    for gone in pace.reminders:
        seconds = whole * gone // 100 - spent
        if seconds <= 0:
            continue
        at = after(kept, since, timedelta(seconds=seconds), pauses)
        if rests_at(kept, at, pauses):  # it falls on the very end of a waking day
            at = next(begin for begin, _end in _playing(kept, at, pauses))
        moments.append(at)
    return moments


def spend(pace: Pace, bank: int, used: timedelta) -> int:
    """What is left in the bank after a decision that took so long."""
    beyond = max(0, int(used.total_seconds()) - pace.seconds_per_move)
    return max(0, bank - beyond)


def refill(pace: Pace, bank: int, rounds: int) -> int:
    return min(pace.cap, bank + pace.refill * rounds) if rounds > 0 else bank


# --- where everybody is asked at once ---------------------------------------------------------

# A phase that all have answered is played at the next tick, so that the moment tells of nobody:
# so many in the time for a move, and never further apart, or nearer to one another, than that.
_TICKS = 48
_SHORTEST_TICK, _LONGEST_TICK = timedelta(seconds=5), timedelta(minutes=30)


def next_tick(pace: Pace, since: datetime, now: datetime) -> datetime:
    """The first tick after now of a phase that began at `since`."""
    apart = timedelta(seconds=pace.seconds_per_move) / _TICKS
    apart = min(max(apart, _SHORTEST_TICK), _LONGEST_TICK)
    return since + apart * ((now - since) // apart + 1)


# --- how long a game will take -----------------------------------------------------------

# Decisions of a seat in each round: the average of many games of every box.
_IN_ROUND = (2.1, 2.6, 3.0, 3.4, 3.7, 3.9)
# People answer long before they must: this share of their time, and no more than this.
_USUAL_SHARE, _USUAL_MOST = 0.25, timedelta(hours=18)


def decisions_left(
    seats: int, round_: int, *, placed: int | None, resolved: float | None = None
) -> float:
    """How many decisions a game has still to come, from what everybody sees: in planning, how many
    have `placed`; in the events, what share of the row is `resolved`."""
    this = _IN_ROUND[round_ - 1]
    events = this - 1
    now = (seats - placed) + seats * events if placed is not None else 0.0
    if placed is None:
        now = seats * events * (1 - (resolved or 0.0))
    return now + seats * sum(_IN_ROUND[round_:])


# A phase that gathers plans takes as long as so many decisions: measured of people who say of the
# next one what they know (tests.bench.together).
_PHASE = 1.9


def decisions_worth(round_: int, *, planning: bool) -> float:
    """What is still to come where everybody is asked at once, in decisions."""
    return _PHASE * (2 * (len(_IN_ROUND) - round_) + 1 + planning)


def estimate(pace: Pace, since: datetime, decisions: float) -> datetime:
    """When a game will be over, if it goes on as games do."""
    usual = min(timedelta(seconds=pace.seconds_per_move * _USUAL_SHARE), _USUAL_MOST)
    return since + usual * decisions


# --- waking hours ------------------------------------------------------------------------


def _playing(calendar: Calendar, since: datetime, pauses: Sequence[Span]) -> Iterator[Span]:
    """The spans of playing time from a moment on, in order; the last one has no end."""
    if calendar.is_always_awake:
        yield from _without(since, datetime.max.replace(tzinfo=UTC), pauses)
        return
    for begin, end in _awake(calendar, since):
        yield from _without(begin, end, pauses)


def _without(begin: datetime, end: datetime, pauses: Sequence[Span]) -> Iterator[Span]:
    for pause_begin, pause_end in sorted(pauses):
        if pause_end <= begin or pause_begin >= end:
            continue
        if pause_begin > begin:
            yield begin, pause_begin
        begin = pause_end
        if begin >= end:
            return
    if begin < end:
        yield begin, end


def _awake(calendar: Calendar, since: datetime) -> Iterator[Span]:
    zone = ZoneInfo(calendar.zone)
    since = since.astimezone(UTC)
    day = since.astimezone(zone).date()
    begin = since
    for _ in range(_MOST_DAYS):
        day += _DAY
        # In a place that moves across the date line a day may come twice, or not at all.
        end = max(begin, datetime.combine(day, time(), zone).astimezone(UTC))
        edges = sorted({begin, end, *_edges(calendar, zone, begin, end)})
        for left, right in pairwise(edges):
            if not _is_off(calendar, left + (right - left) / 2):
                yield left, right
        begin = end


def _edges(calendar: Calendar, zone: ZoneInfo, begin: datetime, end: datetime) -> set[datetime]:
    """Where something may change between two moments: the ends of quiet hours – both of them
    where clocks are put back – and the moment at which clocks are changed."""
    day = begin.astimezone(zone).date()
    edges = {
        datetime.combine(day, at, zone).replace(fold=fold).astimezone(UTC)
        for at in _quiet(calendar) or ()
        for fold in (0, 1)
    }
    if begin.astimezone(zone).utcoffset() != end.astimezone(zone).utcoffset():
        edges.add(_change(zone, begin, end))
    return {edge for edge in edges if begin < edge < end}


def _change(zone: ZoneInfo, begin: datetime, end: datetime) -> datetime:
    """The second at which a place's clocks are changed."""
    before = begin.astimezone(zone).utcoffset()
    low, high = int(begin.timestamp()), int(end.timestamp())
    while high - low > 1:
        middle = (low + high) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == before:
            low = middle
        else:
            high = middle
    return datetime.fromtimestamp(high, UTC)


def _is_off(calendar: Calendar, at: datetime) -> bool:
    there = at.astimezone(ZoneInfo(calendar.zone))
    day = there.date()
    if not calendar.weekends and day.weekday() >= _SATURDAY:
        return True
    if any(first <= day <= last for first, last in calendar.holidays):
        return True
    quiet = _quiet(calendar)
    if quiet is None:
        return False
    begin, end = quiet
    clock = there.time()
    return begin <= clock < end if begin < end else clock >= begin or clock < end


def _quiet(calendar: Calendar) -> tuple[time, time] | None:
    begin, end = calendar.quiet_from, calendar.quiet_until
    if begin is None or end is None or begin == end:
        return None
    first = timedelta(hours=begin.hour, minutes=begin.minute, seconds=begin.second)
    last = timedelta(hours=end.hour, minutes=end.minute, seconds=end.second)
    if (last - first) % _DAY > timedelta(hours=MOST_QUIET):
        moved = (datetime.min + _DAY + first + timedelta(hours=MOST_QUIET)).time()
        return begin, moved
    return begin, end
