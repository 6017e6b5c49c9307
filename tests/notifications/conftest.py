"""Letters about things of our own making, and a worker who delivers when told to."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
import time_machine
from django.core import mail

from accounts.models import Profile, User
from notifications import registry, services
from notifications.models import Delivery, Notification
from notifications.registry import Brief, Kind, Letter

# A Tuesday noon in Kyiv, which is two hours ahead.
NOON = datetime(2027, 2, 2, 10, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _wake_ups_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests deliver by hand, so the broker is told nothing."""
    monkeypatch.setattr("notifications.services.waking.wake", lambda _pk: None)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def in_kyiv(alice: User) -> User:
    alice.time_zone = "Europe/Kyiv"
    alice.save()
    return alice


def wish(person: User, **fields: Any) -> None:
    Profile.objects.update_or_create(user=person, defaults=fields)


class Turns:
    """A kind of letter about games that are called by a letter each, until a move is made."""

    def __init__(self) -> None:
        self.moved: set[str] = set()
        self.until: datetime | None = None
        self._numbers = count()

    def kind(self, name: str) -> Kind:
        return Kind(
            name,
            lambda one: Letter(f"Decide at {one.subject}", f"It is your turn at {one.subject}.\n"),
            is_still_true=lambda one: one.subject not in self.moved,
            brief=lambda one: Brief(
                f"Table {one.subject}",
                (f"It is your turn at {one.subject}.",),
                link=f"https://testserver/turn/{one.subject}",
                reply_to=f"turn+{one.subject}@oriflamme.test",
                asks=True,
                until=NOON + timedelta(days=ord(one.subject[0])),
            ),
            until=lambda _one: self.until,
        )

    def call(self, person: User, game: str, kind: str = "a turn") -> Delivery:
        services.enqueue(
            person=person, kind=kind, subject=game, dedupe_key=f"{game} {next(self._numbers)}"
        )
        told = Delivery.objects.filter(notification=Notification.objects.latest("pk"))
        return told.earliest("pk")


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Turns:
    made = Turns()
    for name in ("a turn", "a word"):
        monkeypatch.setitem(registry._kinds, name, made.kind(name))
    return made


def work() -> list[Any]:
    """What the sweep sends now."""
    before = len(mail.outbox)
    for pk in services.due_deliveries():
        services.deliver(pk)
    return mail.outbox[before:]


def states() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("state", flat=True))


Work = Callable[[], list[Any]]
