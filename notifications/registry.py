"""The kinds of thing that people are told. Each app registers its own."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from notifications.models import Notification


@dataclass(frozen=True)
class Picture:
    """A PNG that the HTML shows inline, as `cid:NAME`."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Letter:
    """What goes out by mail. Text and HTML say the same."""

    subject: str
    text: str
    html: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()
    # Another address than the person's own: the one that is being verified or given up.
    to: str = ""


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


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    _kinds[kind.name] = kind


def find(name: str) -> Kind:
    return _kinds[name]
