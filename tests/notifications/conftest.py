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
from tests.notifications.receiver import Receiver, receiving

# A Tuesday noon in Kyiv, which is two hours ahead.
NOON = datetime(2027, 2, 2, 10, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _wake_ups_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests deliver by hand, so the broker is told nothing."""
    monkeypatch.setattr("notifications.services.waking.wake", lambda _pk, _queue: None)


@pytest.fixture
def there(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    with receiving() as receiver:
        yield receiver


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

    def register(self) -> None:
        turns = self

        class ATurn(Kind):
            name = "a turn"

            def is_still_true(self) -> bool:
                return self.notification.subject not in turns.moved

            def letter(self) -> Letter:
                table = self.notification.subject
                return Letter(f"Decide at {table}", f"It is your turn at {table}.\n")

            def brief(self) -> Brief:
                table = self.notification.subject
                return Brief(
                    f"Table {table}",
                    (f"It is your turn at {table}.",),
                    link=f"https://testserver/turn/{table}",
                    reply_to=f"turn+{table}@oriflamme.test",
                    asks=True,
                    until=NOON + timedelta(days=ord(table[0])),
                )

            def until(self) -> datetime | None:
                return turns.until

        class AWord(ATurn):
            name = "a word"

    def call(self, person: User, game: str, kind: str = "a turn") -> Delivery:
        services.enqueue(
            person=person, kind=kind, subject=game, dedupe_key=f"{game} {next(self._numbers)}"
        )
        told = Delivery.objects.filter(notification=Notification.objects.latest("pk"))
        return told.earliest("pk")


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Turns:
    monkeypatch.setattr(registry, "_kinds", {**registry._kinds})
    made = Turns()
    made.register()
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
