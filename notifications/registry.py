"""The kinds of thing that people are told. Each app registers its own."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.functional import Promise

if TYPE_CHECKING:
    from notifications.models import Notification


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
    # Another address than the person's own: the one that is being verified or given up.
    to: str = ""


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


@dataclass(frozen=True)
class Kind:
    name: str
    # Words the letter; called with the person's language active.
    compose: Callable[["Notification"], Letter]
    # Asked at the moment of sending: what nobody needs to know any more is not sent.
    is_still_true: Callable[["Notification"], bool] = lambda _notification: True
    # Its context holds codes, links or addresses, and is emptied when the telling is over.
    forgets: bool = False
    # Somebody sits and waits for it: tried again at once rather than spared for later.
    is_urgent: bool = False
    # Whether the person decides if, how and when they are told, and quiet hours hold it back.
    # What keeps an account safe or answers a mail does not ask: it goes at once, at any hour.
    obeys_wishes: bool = True
    # What the settings call it.
    title: str | Promise = ""
    # What it says in a mail that tells of several things; without it, its own text.
    brief: Callable[["Notification"], Brief] | None = None
    # After that nobody can act on it; no bundle waits for more than half of the time until then.
    until: Callable[["Notification"], datetime | None] = lambda _notification: None
    # The letter's subject without the work of the letter; without it, the letter is worded.
    subject: Callable[["Notification"], str] | None = None
    # Where somebody who is signed in reads more.
    link: Callable[["Notification"], str] = lambda _notification: settings.SITE_URL


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    _kinds[kind.name] = kind


def find(name: str) -> Kind:
    return _kinds[name]


@dataclass(frozen=True)
class Told:
    """A kind of notification as programs are told it."""

    type: str
    # For chats and feeds: a sentence or a few, in the active language, without any secret.
    line: str
    # JSON for programs; "url", where there is one, leads to more.
    facts: dict[str, Any]


@dataclass(frozen=True)
class Event:
    """A kind that is told to webhooks too. A kind without one, as all letters about an account
    with their codes and links, goes by mail alone."""

    type: str
    # The second argument: whether what the person alone may know is wanted in the facts.
    tell: Callable[["Notification", bool], Told]
    # Whether people choose it for their webhooks; other events are sent to one webhook each.
    is_chosen: bool = True
    # What it is called in each case, where webhooks of one table choose among them.
    cases: tuple[str, ...] = ()


_events: dict[str, Event] = {}


def register_event(kind: str, event: Event) -> None:
    _events[kind] = event


def find_event(kind: str) -> Event | None:
    return _events.get(kind)


def chosen() -> dict[str, Event]:
    """The kinds that people choose for their webhooks."""
    return {kind: event for kind, event in _events.items() if event.is_chosen}


def types(*, of_table: bool = False) -> list[str]:
    """The types of event that a person's webhook can ask for, or that of one table."""
    if of_table:
        return sorted(case for event in _events.values() for case in event.cases)
    return sorted(event.type for event in chosen().values())


def by_webhook_alone(notification: "Notification") -> Letter:
    """What such a kind composes: nobody mails it."""
    raise LookupError(f"{notification.kind} is no letter")


def kinds() -> list[Kind]:
    return list(_kinds.values())


def is_known(name: str) -> bool:
    """Rows of an earlier version may be of a kind that is no more."""
    return name in _kinds


def kinds_to_choose() -> list[Kind]:
    """Those that people have a say in. What goes to webhooks alone is chosen with the webhook."""
    own = (kind for kind in _kinds.values() if kind.compose is not by_webhook_alone)
    return [kind for kind in own if kind.obeys_wishes]


def title(name: str) -> str:
    """What people call a kind."""
    return str(_kinds[name].title or name) if is_known(name) else name
