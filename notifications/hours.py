"""Hours on somebody's own clock, through the nights on which it is turned on or back."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)


def end_of_quiet(
    now: datetime, zone: str, begins: time | None, ends: time | None
) -> datetime | None:
    """When the quiet hours end in which this moment lies; None if it lies in none."""
    if begins is None or ends is None:
        return None
    there = now.astimezone(ZoneInfo(zone))
    clock = there.time()
    over_midnight = begins > ends
    if begins <= clock < ends:
        last_day = there.date()
    elif over_midnight and clock >= begins:
        last_day = there.date() + DAY
    elif over_midnight and clock < ends:
        last_day = there.date()
    else:
        return None
    return _first_after(now, last_day, ends, zone)


def next_time(now: datetime, zone: str, hour: int) -> datetime:
    """When a clock there shows this full hour next, once a day."""
    today = now.astimezone(ZoneInfo(zone)).date()
    at = _moment(today, time(hour), zone)
    return at if at > now else _moment(today + DAY, time(hour), zone)


def _moment(day: date, clock: time, zone: str, fold: int = 0) -> datetime:
    return datetime.combine(day, clock.replace(fold=fold), ZoneInfo(zone)).astimezone(
        ZoneInfo("UTC")
    )


def _first_after(now: datetime, day: date, clock: time, zone: str) -> datetime:
    """An hour that the clock shows twice is meant the second time, if the first is past."""
    first = _moment(day, clock, zone)
    return first if first > now else _moment(day, clock, zone, fold=1)
