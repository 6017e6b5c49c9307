"""Calendars (RFC 5545): of the half hours in which somebody's time ends, and of an evening."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from notifications.plain import plain

# A moment is hard to see in a calendar; this stands before it.
LENGTH = timedelta(minutes=30)
# So long before the time is over the calendar says so.
WARNED = "PT2H"
_LONGEST_LINE = 75


class Deadline(NamedTuple):
    id: str
    title: str
    link: str
    at: datetime
    since: datetime


def write(*, title: str, zone: str, deadlines: Sequence[Deadline]) -> bytes:
    head = [
        f"X-WR-CALNAME:{_text(title)}",
        f"X-WR-TIMEZONE:{zone}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ]
    warned = f"TRIGGER;RELATED=END:-{WARNED}"
    events = [
        line
        for one in deadlines
        for line in _event(one, one.at - LENGTH, one.at, "TRANSP:TRANSPARENT", warned)
    ]
    return _calendar([*head, *events])


def write_evening(evening: Deadline, length: timedelta) -> bytes:
    """One that begins at its moment, and takes the time."""
    end = evening.at + length
    return _calendar(_event(evening, evening.at, end, "TRANSP:OPAQUE", "TRIGGER:-PT10M"))


def _event(one: Deadline, begin: datetime, end: datetime, shown: str, warned: str) -> list[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{one.id}",
        f"DTSTAMP:{_time(one.since)}",
        f"DTSTART:{_time(begin)}",
        f"DTEND:{_time(end)}",
        f"SUMMARY:{_text(one.title)}",
        f"URL:{one.link}",
        shown,
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_text(one.title)}",
        warned,
        "END:VALARM",
        "END:VEVENT",
    ]


def _calendar(content: list[str]) -> bytes:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Oriflamme by post//deadlines//EN",
        "METHOD:PUBLISH",
        *content,
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line)).encode()


def _text(text: str) -> str:
    text = plain(text)
    for letter in "\\;,":
        text = text.replace(letter, f"\\{letter}")
    return text.replace("\n", "\\n")


def _time(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _folded(line: str) -> Iterator[str]:
    """In pieces of at most 75 bytes, no letter cut in two; all but the first begin with a space."""
    piece = ""
    for letter in line:
        if len(f"{piece}{letter}".encode()) > _LONGEST_LINE:
            yield piece
            piece = " "
        piece += letter
    yield piece
