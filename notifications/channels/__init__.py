"""The ways to tell somebody something: a folder each, and its line in `notifications.apps`.

The outbox asks a channel whom it reaches and when, and to deliver. A channel words nothing but what
a kind says, writes no row but its own, and reaches strangers' addresses by `outgoing` alone.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from django.conf import settings
from django.utils.functional import Promise

from accounts import notification_wishes

if TYPE_CHECKING:
    from notifications.models import Delivery, Hook, Notification
    from notifications.services.wanting import Wants


class Due(NamedTuple):
    """One delivery that a channel asks for."""

    at: datetime
    hook: "Hook | None" = None
    message_id: str = ""


class Channel:
    """What a folder says of its channel, as its `CHANNEL`."""

    name: ClassVar[str]
    # The column of the settings, and what a delivery by it is marked with.
    label: ClassVar[str | Promise]
    mark: ClassVar[str | Promise] = ""
    # By which queue it goes out. None waits for another: what goes to addresses of people's own
    # choice, which may take seconds not to answer, has a queue and a worker beside the mails'.
    queue: ClassVar[str] = "hooks"
    # Whether wishes and quiet hours are asked once more when it goes out.
    asks_again: ClassVar[bool] = True
    # Whether what was held back shares one letter.
    is_shared: ClassVar[bool] = False
    # Whether it is set up where it is wanted, so that no choice of how to be told switches it off.
    stands_apart: ClassVar[bool] = False

    def due(self, notification: "Notification", wants: "Wants") -> Iterable[Due]:
        """What is to go out by it, and when: nothing, where nobody is told that way."""
        raise NotImplementedError

    def held_until(self, notification: "Notification", wants: "Wants", now: datetime) -> datetime:
        """When it is due that is held back now: quiet hours are waited for."""
        return wants.end_of_quiet(now) or now

    def why_not(self, delivery: "Delivery", wants: "Wants") -> str:
        """What has changed since it was promised; empty: nothing."""
        return ""

    def deliver(self, delivery: "Delivery") -> str | None:
        """Returns when the other side has taken it, with what is to be said of it beside that;
        raises Refused or Later when not."""
        raise NotImplementedError

    def deliver_together(self, deliveries: "list[Delivery]") -> None:
        """Where it is shared."""
        raise NotImplementedError


_channels: dict[str, Channel] = {}


def load(*folders: str) -> None:
    for folder in folders:
        register(import_module(folder).CHANNEL)


def register(channel: Channel) -> None:
    if channel.name not in _channels:
        notification_wishes.CHANNELS.append(channel.name)
    _channels[channel.name] = channel


def find(name: str) -> Channel:
    return _channels[name]


def known() -> list[Channel]:
    return list(_channels.values())


def queues() -> list[str]:
    return list(dict.fromkeys(one.queue for one in known()))


def names_by(queue: str) -> list[str]:
    return [one.name for one in known() if one.queue == queue]


def shared_names() -> list[str]:
    return [one.name for one in known() if one.is_shared]


def names_apart() -> list[str]:
    return [one.name for one in known() if one.stands_apart]


class Refused(Exception):
    """It will never be taken; trying again is useless."""


class NobodyThere(Refused):
    """Nor will anything else that goes to this address."""


class Later(Exception):
    """Nobody there, or too busy: try again after a pause; after this one, where it is known."""

    def __init__(self, why: str, *, pause: timedelta | None = None) -> None:
        super().__init__(why)
        self.pause = pause


class Away(Later):
    """Our own server, through which all goes, is not there or takes nothing from anybody."""


class PutOff(Later):
    """By the mail server of a whole domain; `at_once`: it takes nothing now from anybody."""

    def __init__(self, why: str, *, at_once: bool = False) -> None:
        super().__init__(why)
        self.at_once = at_once


class Waiting(Later):
    """It waits in a lane, which lets it go. `is_tried`: this very one was put off."""

    def __init__(self, why: str, *, lane: str, is_tried: bool = False) -> None:
        super().__init__(why)
        self.lane, self.is_tried = lane, is_tried


def mail_domain() -> str:
    """What stands in the ids of our letters."""
    return str(settings.DEFAULT_FROM_EMAIL).rpartition("@")[2].rstrip(">")
