"""What a day like one that was would bring, by each way of being told. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from notifications import channels, hours
from notifications.presets import PRESETS, wish
from notifications.registry import Kind
from notifications.services.wanting import Wants

_MINUTES = 24 * 60
Happened = Sequence[tuple[datetime, type[Kind]]]


class Moment(NamedTuple):
    """`at`: how far through the day, in per cent; `clock`: the same for people."""

    at: float
    clock: str


class Told(NamedTuple):
    preset: str
    letters: list[Moment]
    notes: list[Moment]  # on a device


class Day(NamedTuple):
    happened: list[Moment]
    # From where on, and for how long, nothing is sent, in per cent.
    quiet: list[tuple[float, float]]
    told: list[Told]


def day_of(happened: Happened, wants: Wants) -> Day:
    """`happened`: in the course of one day by the person's clock."""
    zone = ZoneInfo(wants.person.time_zone)
    letters = {*channels.shared_names()}
    notes = {one.name for one in channels.known()} - letters - {*channels.names_apart()}
    return Day(
        _moments((at for at, _kind in happened), zone),
        _quiet(wants),
        [
            Told(
                preset,
                _moments(_sent(preset, letters, happened, wants), zone),
                _moments(_sent(preset, notes, happened, wants), zone),
            )
            for preset in PRESETS
        ],
    )


def _sent(preset: str, by: set[str], happened: Happened, wants: Wants) -> Iterator[datetime]:
    for at, kind in happened:
        wanted = wish(preset, kind)
        if by & {*wanted["channels"]}:
            waits = "hour" in wanted and by & {*channels.shared_names()}
            due = hours.next_time(at, wants.person.time_zone, wanted["hour"]) if waits else at
            yield wants.end_of_quiet(due) or due


def _moments(times: Iterable[datetime], zone: ZoneInfo) -> list[Moment]:
    """Each minute once; what comes after midnight stands where it would on a day like this."""
    clocks = sorted({at.astimezone(zone).strftime("%H:%M") for at in times})
    return [Moment(_part(clock), clock) for clock in clocks]


def _part(clock: str) -> float:
    hour, minute = clock.split(":")
    return round(100 * (int(hour) * 60 + int(minute)) / _MINUTES, 1)


def _quiet(wants: Wants) -> list[tuple[float, float]]:
    if wants.quiet_from is None or wants.quiet_until is None:
        return []
    begins, ends = (_part(f"{one:%H:%M}") for one in (wants.quiet_from, wants.quiet_until))
    if begins < ends:
        return [(begins, round(ends - begins, 1))]
    return [(0, ends), (begins, round(100 - begins, 1))]
