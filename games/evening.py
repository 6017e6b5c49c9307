"""When the people of a table have half an hour in common: from hours of the week to a moment."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

LENGTH = timedelta(minutes=30)
_STEP = timedelta(minutes=30)
DAY = 24 * 60


def can_be(anonymous: bool, *, rests: bool) -> bool:
    """Whether a table can have evenings. Where nobody knows who plays, nobody's hours count."""
    return rests and not anonymous


class Free(NamedTuple):
    """A stretch of a day of the week (0 is Monday), in minutes since its midnight."""

    day: int
    since: int
    until: int


class Week(NamedTuple):
    """What one person has said, by the clocks of the place where they live."""

    zone: str
    free: Sequence[Free]

    def has_time(self, at: datetime) -> bool:
        """From that moment on, for as long as an evening lasts."""
        there = at.astimezone(ZoneInfo(self.zone))
        minute = there.hour * 60 + there.minute
        end = minute + LENGTH // timedelta(minutes=1)
        return any(
            one.day == there.weekday() and one.since <= minute and end <= one.until
            for one in self.free
        )


def in_common(
    weeks: Sequence[Week], since: datetime, until: datetime, rests: Callable[[datetime], bool]
) -> datetime | None:
    """The first half hour, full or half, in which all have time and nobody rests."""
    begin = since.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    steps = (until - begin) // _STEP
    moments = (begin + _STEP * n for n in range(1, steps + 1))
    return next(
        (
            at
            for at in moments
            if at >= since and all(week.has_time(at) for week in weeks) and not rests(at)
        ),
        None,
    )
