"""Times of moves as everybody reads them: to the minute.

How long somebody took, to the second, tells how they decided – by hand, by mail, by an order that
they had left. That is nobody's business but theirs.
"""

from datetime import datetime, timedelta
from typing import overload


@overload
def to_the_minute(at: datetime) -> datetime: ...
@overload
def to_the_minute(at: datetime | None) -> datetime | None: ...
def to_the_minute(at: datetime | None) -> datetime | None:
    return at and at.replace(second=0, microsecond=0)


def minute_after(at: datetime) -> datetime:
    """The end of the minute in which something happened."""
    return to_the_minute(at) + timedelta(minutes=1)


def minute_from(at: datetime) -> datetime:
    """The first whole minute that is not before a moment."""
    try:
        return at if to_the_minute(at) == at else minute_after(at)
    except OverflowError:  # of the calendar's last minute
        return at
