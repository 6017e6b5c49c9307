"""The kinds of thing that people are told. Each is a class, which is known by being written."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.utils.functional import Promise

from accounts.secret import Address

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from notifications.models import Delivery, Notification


@dataclass(frozen=True)
class Told:
    """A notification as programs are told it."""

    type: str
    # For chats and feeds: a sentence or a few, in the active language, without any secret.
    line: str
    # JSON for programs; "url", where there is one, leads to more.
    facts: dict[str, Any]


@dataclass(frozen=True)
class Picture:
    """A PNG that the HTML shows inline, as `cid:NAME`."""

    name: str
    content: bytes


@dataclass(frozen=True, repr=False)
class Letter:
    """What goes out by mail. Text and HTML say the same."""

    subject: str
    text: str
    html: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()
    # An iCalendar that goes along as a file: what it tells of has its time.
    calendar: bytes = b""
    # Another address than the person's own: the one that is being verified or given up.
    to: Address | None = None


@dataclass(frozen=True, repr=False)
class Brief:
    """A letter in a few lines, for one mail that tells of several things."""

    heading: str
    lines: tuple[str, ...]
    link: str = ""
    # Where an answer to this one thing goes.
    reply_to: str = ""
    # Somebody waits for the reader; until then.
    asks: bool = False
    until: datetime | None = None


class Kind:
    """One notification of this kind: whether it still holds, what it says, and where it leads.

    A subclass with a `name` is a kind. It goes by mail and push if it has a `letter`, to programs
    if it names an `event`. Words are asked for with the person's language active.
    """

    name: ClassVar[str]
    # What the settings call it.
    title: ClassVar[str | Promise] = ""
    # Its context holds codes, links or addresses, and is emptied when the telling is over.
    forgets: ClassVar[bool] = False
    # Somebody sits and waits for it: tried again at once rather than spared for later.
    is_urgent: ClassVar[bool] = False
    # Whether the person decides if, how and when they are told, and quiet hours hold it back.
    # What keeps an account safe or answers a mail does not ask: it goes at once, at any hour.
    obeys_wishes: ClassVar[bool] = True
    # Time runs out for the person: told at once to whoever wants to be told of little.
    presses: ClassVar[bool] = False
    # Its type, where programs may hear of it; what holds a code or a link of an account has none.
    event: ClassVar[str] = ""
    # Whether people choose it for their webhooks; other events are sent to one webhook each.
    is_chosen: ClassVar[bool] = True
    # Whether it is shown on a phone's lock screen: what only answers its reader's own mail is not.
    is_pushed: ClassVar[bool] = True
    # Kinds about the same thing that its letter tells as well, while they wait.
    takes_along: ClassVar[tuple[str, ...]] = ()
    # What it is called in each case, where webhooks of one table or tournament choose among them,
    # and of which of these it tells.
    cases: ClassVar[tuple[str, ...]] = ()
    of: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if "name" in vars(cls):
            _kinds[cls.name] = cls

    def __init__(self, notification: "Notification") -> None:
        self.notification = notification
        self.facts = notification.context.reveal()

    def is_still_true(self) -> bool:
        """Asked at the moment of sending: what nobody needs to know any more is not sent."""
        return True

    def letter(self) -> Letter:
        raise LookupError(f"{self.name} is no letter")

    def letter_with(self, others: Sequence["Kind"]) -> Letter:
        """One that tells what it takes along as well."""
        return self.letter()

    def waits(self) -> timedelta:
        """How long its letter waits for one that tells it as well."""
        return timedelta()

    def subject(self) -> str:
        """The letter's, without the work of the letter where that is possible."""
        return self.letter().subject

    def brief(self) -> Brief:
        """What it says in a mail that tells of several things."""
        letter = self.letter()
        reply_to = parseaddr(letter.headers.get("Reply-To", ""))[1]
        lines = tuple(filter(None, letter.text.splitlines()))
        return Brief(letter.subject, lines, reply_to=reply_to)

    def until(self) -> datetime | None:
        """After that nobody can act on it; no bundle waits for more than half of the time."""
        return None

    def link(self) -> str:
        """Where somebody who is signed in reads more."""
        return str(settings.SITE_URL)

    def told(self, *, with_view: bool) -> Told:
        """`with_view`: with what the person alone may know."""
        raise LookupError(f"{self.name} is no event")

    @classmethod
    def is_letter(cls) -> bool:
        return cls.letter is not Kind.letter

    @classmethod
    def slug(cls) -> str:
        """Its name in heads of mails."""
        return re.sub(r"[^a-z0-9]+", "-", cls.name)

    @classmethod
    def called(cls) -> str:
        """By people, in the active language."""
        return str(cls.title) or cls.name


_kinds: dict[str, type[Kind]] = {}


def find(name: str) -> type[Kind]:
    return _kinds[name]


def kinds() -> list[type[Kind]]:
    return list(_kinds.values())


def is_known(name: str) -> bool:
    """Rows of an earlier version may be of a kind that is no more."""
    return name in _kinds


def kinds_to_choose() -> list[type[Kind]]:
    """Those that people have a say in. What goes to webhooks alone is chosen with the webhook."""
    return [kind for kind in kinds() if kind.obeys_wishes and kind.is_letter()]


def events() -> dict[str, type[Kind]]:
    """The kinds that people choose for their webhooks."""
    return {kind.name: kind for kind in kinds() if kind.event and kind.is_chosen}


def types(*, of: str = "") -> list[str]:
    """The types of event that a person's webhook can ask for, or that of one `game` or
    `tournament`."""
    if of:
        return sorted(case for kind in kinds() if kind.of == of for case in kind.cases)
    return sorted(kind.event for kind in events().values())


def title(name: str) -> str:
    """What people call a kind."""
    return find(name).called() if is_known(name) else name


# By which rooms take out of the outbox, as staff see it, what its readers must not know yet.
_discretion: list[Callable[["QuerySet[Delivery]"], "QuerySet[Delivery]"]] = []


def keep_from_staff(leaves: Callable[["QuerySet[Delivery]"], "QuerySet[Delivery]"]) -> None:
    _discretion.append(leaves)


def shown_to_staff(rows: "QuerySet[Delivery]") -> "QuerySet[Delivery]":
    for leaves in _discretion:
        rows = leaves(rows)
    return rows
