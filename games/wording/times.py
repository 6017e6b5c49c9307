"""Moments and spans as a person says them: in their zone and language."""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_time, format_timedelta, get_timezone_location
from django.utils import timezone

from games.faces.phrases import phrase as _

_Unit = Literal["day", "hour", "minute"]
_WEEK = timedelta(days=6)
# Babel would rather say "1 week" than "7 days"; then a second unit would not fit.
_NEVER = 10**9
# Under which the locales' own names of cities are filed.
_OLDER_NAMES = {"Europe/Kyiv": "Europe/Kiev"}


def time_left(deadline: datetime, zone: str, lang: str, now: datetime | None = None) -> str:
    """ "1 day 14 hours (until Friday, 21:10, Kyiv)"."""
    now = now or timezone.now()
    if deadline <= now:
        return _("no time (it ended {moment})", lang).format(
            moment=moment(deadline, zone, lang, now)
        )
    return _("{span} (until {moment})", lang).format(
        span=span(deadline - now, lang), moment=moment(deadline, zone, lang, now)
    )


def span(length: timedelta, lang: str) -> str:
    """The two greatest units; nobody plans by the minute what is days away."""
    return " ".join(_count(unit, n, lang) for unit, n in _two_greatest(length))


def brief(length: timedelta, lang: str) -> str:
    """The same for a corner of a small screen: "6d 23h"."""
    return " ".join(_brief(unit, n, lang) for unit, n in _two_greatest(length))


def _two_greatest(length: timedelta) -> list[tuple[_Unit, int]]:
    minutes = max(1, int(length.total_seconds()) // 60)
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    counted: list[tuple[_Unit, int]] = [("day", days), ("hour", hours), ("minute", minutes)]
    first = next(at for at, (_unit, n) in enumerate(counted) if n)
    return [(unit, n) for unit, n in counted[first : first + 2] if n]


@lru_cache(2048)
def _brief(unit: _Unit, n: int, lang: str) -> str:
    length = timedelta(**{f"{unit}s": n})
    return format_timedelta(length, unit, threshold=_NEVER, format="narrow", locale=lang)


@lru_cache(2048)
def _count(unit: _Unit, n: int, lang: str) -> str:
    return format_timedelta(timedelta(**{f"{unit}s": n}), unit, threshold=_NEVER, locale=lang)


def clock(at: datetime, zone: str, lang: str, now: datetime) -> str:
    """The hour, and the day where it is not today: "21:10", "Friday, 4:00", "18 Nov, 4:00"."""
    there = at.astimezone(ZoneInfo(zone))
    hour = format_time(there, "short", tzinfo=ZoneInfo(zone), locale=lang)
    if there.date() == now.astimezone(ZoneInfo(zone)).date():
        return hour
    pattern = "EEEE" if timedelta() <= at - now < _WEEK else "d MMM"
    return f"{format_date(there, pattern, locale=lang)}, {hour}"


def moment(at: datetime, zone: str, lang: str, now: datetime | None = None) -> str:
    """A weekday while that is clear, else a date too; the hour; the place whose clock is meant."""
    now = now or timezone.now()
    return _moment(at, zone, lang, abs(at - now) < _WEEK)


# The same few moments are said again and again, and a locale's patterns are slow to apply.
@lru_cache(2048)
def _moment(at: datetime, zone: str, lang: str, near: bool) -> str:
    there = at.astimezone(ZoneInfo(zone))
    day = format_date(there, "EEEE" if near else "EEEE, d MMMM", locale=lang)
    hour = format_time(there, "short", tzinfo=ZoneInfo(zone), locale=lang)
    return f"{day}, {hour}, {_city(zone, lang)}"


def _city(zone: str, lang: str) -> str:
    if zone == "UTC":
        return zone
    known = Locale.parse(lang).time_zones.get(_OLDER_NAMES.get(zone, zone), {})
    return str(known.get("city") or get_timezone_location(zone, locale=lang, return_city=True))
