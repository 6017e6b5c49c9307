"""What accounts ask of the other rooms, without knowing them: each room connects itself.

`tell` hands a letter to the outbox, which also knows whose address takes none. `PersonalData` is
what a room holds about a person: how it is shown to them, erased, and given to another account.
A parting is told when one has blocked another, and clocks are when holidays change. What a room
shows on somebody's page is for whoever looks: None is nobody signed in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from accounts.models import User
from accounts.secret import Address


class Tell(Protocol):
    def __call__(
        self,
        *,
        person: User,
        letter: str,
        to: str | Address = "",
        lasts: int | None = None,
        **facts: object,
    ) -> None:
        """Promise the letter of this name, in the transaction of its cause.

        `to`: an address other than the person's own. `lasts`: after so many seconds it is of
        no use and is not sent any more. `facts`: JSON, or secrets that the
        letter tells, forgotten as soon as it was told.
        """


@dataclass(frozen=True)
class PersonalData:
    """Each is called in a transaction; `erase` and `merge` may be called twice."""

    export: Callable[[User], object]
    erase: Callable[[User], None]
    # From the second person to the first.
    merge: Callable[[User, User], None]


# The template of a part of somebody's page, and what it is filled with.
Part = tuple[str, dict[str, Any]]
Show = Callable[[User, User | None], Part]


class ReadingAlong(Protocol):
    """What reads along as a person without signing in: by addresses that somebody knows, or by
    being told."""

    def count(self, person: User) -> dict[str, int]: ...

    def end(self, person: User, since: datetime | None = None) -> None:
        """All of it, or what was made from then on."""


_tell: list[Tell] = []
_reading_along: list[ReadingAlong] = []
_refuses_mail: list[Callable[[User], bool]] = []
_personal_data: dict[str, PersonalData] = {}
# In a transaction: the first has blocked the second, who is not told.
_partings: dict[str, Callable[[User, User], None]] = {}
_shown: dict[str, Show] = {}
# Somebody's holidays have changed, those of today or of days to come.
_holidays: dict[str, Callable[[User], None]] = {}


def connect_outbox(tell: Tell) -> None:
    _tell[:] = [tell]


def tell(
    *, person: User, letter: str, to: str | Address = "", lasts: int | None = None, **facts: object
) -> None:
    (outbox,) = _tell
    outbox(person=person, letter=letter, to=to, lasts=lasts, **facts)


def connect_reading_along(reading: ReadingAlong) -> None:
    _reading_along[:] = [reading]


def count_reading_along(person: User) -> dict[str, int]:
    (reading,) = _reading_along
    return reading.count(person)


def end_reading_along(person: User, since: datetime | None = None) -> None:
    (reading,) = _reading_along
    reading.end(person, since)


def connect_mail_refusal(ask: Callable[[User], bool]) -> None:
    _refuses_mail[:] = [ask]


def refuses_mail(person: User) -> bool:
    """Whether their address has stopped taking our mail, which they have to be told here."""
    (ask,) = _refuses_mail
    return ask(person)


def connect_personal_data(name: str, held: PersonalData) -> None:
    _personal_data[name] = held


def personal_data() -> dict[str, PersonalData]:
    return dict(_personal_data)


def connect_parting(name: str, part: Callable[[User, User], None]) -> None:
    _partings[name] = part


def connect_holidays(name: str, act: Callable[[User], None]) -> None:
    _holidays[name] = act


def holidays_changed(person: User) -> None:
    """In the transaction of the change."""
    for act in _holidays.values():
        act(person)


def part(person: User, other: User) -> None:
    for act in _partings.values():
        act(person, other)


def connect_shown(name: str, show: Show) -> None:
    _shown[name] = show


def shown_of(person: User, viewer: User | None) -> list[Part]:
    return [show(person, viewer) for show in _shown.values()]
