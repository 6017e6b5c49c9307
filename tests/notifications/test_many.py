"""A long history changes nothing: what is asked at every letter finds its rows by an index."""

import itertools
from collections.abc import Callable, Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Profile, User
from games import services as game_services
from games.models import Feed
from games.tasks import tidy
from notifications import registry, selectors, services
from notifications.models import Delivery, Device, MailTrouble, Notification
from notifications.registry import Kind, Letter
from notifications.services import retention
from tests.games.conftest import (  # noqa: F401  fixtures
    OpenTable,
    _workers_are_asleep,
    move_on,
    open_table,
)
from tests.notifications.conftest import states, work

pytestmark = pytest.mark.django_db(transaction=True)

ROWS = 20_000
WRITE = """
WITH told AS (
    INSERT INTO notifications_notification
        (person_id, kind, subject, context, dedupe_key, created_at)
    SELECT p.ids[1 + n %% cardinality(p.ids)], 'news', 'game ' || n %% 500, '{}', 'old ' || n,
           %(now)s - n * interval '1 minute'
    FROM generate_series(1, %(rows)s) n, (SELECT array_agg(id) ids FROM accounts_user) p
    RETURNING id, person_id, created_at)
INSERT INTO notifications_delivery (notification_id, person_id, channel, state, due_at, tries,
                                    message_id, last_error, done_at)
SELECT id, person_id, 'email', 'sent', created_at, 1, '<' || id || '@x>', '', created_at
FROM told"""


@pytest.fixture
def long_history(person: Callable[[str], User], monkeypatch: pytest.MonkeyPatch) -> User:
    monkeypatch.setattr(registry, "_kinds", {**registry._kinds})

    class News(Kind):
        name = "news"

        def letter(self) -> Letter:
            return Letter("x", "x\n")

    alice = person("alice")
    for number in range(50):
        User.objects.create(handle=f"reader{number}")
    with connection.cursor() as cursor:
        cursor.execute(WRITE, {"rows": ROWS, "now": timezone.now()})
    owners = User.objects.bulk_create(User(handle=f"owner{number}") for number in range(2000))
    Device.objects.bulk_create(
        Device(key=f"{one.pk:016x}", person=one, endpoint=f"https://push.example/{one.pk}")
        for one in owners
    )
    MailTrouble.objects.bulk_create(
        MailTrouble(person=one, address=f"{one.handle}@example.test") for one in owners
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return alice


def plans(ask: Callable[[], Any]) -> Iterator[str]:
    """How PostgreSQL carries out each statement about the outbox."""
    with CaptureQueriesContext(connection) as asked:
        ask()
    for query in asked.captured_queries:
        sql = query["sql"]
        if "notifications_" in sql and sql.startswith(("SELECT", "UPDATE", "DELETE")):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN {sql}")
                yield sql + "\n" + "\n".join(row[0] for row in cursor.fetchall())


def promise(alice: User, key: str) -> Delivery:
    services.enqueue(person=alice, kind="news", dedupe_key=key, subject="game 7")
    return Delivery.objects.latest("pk")


def test_no_history_is_read_through(long_history: User) -> None:
    alice = long_history
    every = {"channels": ["email"], "bundle": "hours", "hours": 4}
    held = [promise(alice, f"held {n}").pk for n in range(3)]
    Delivery.objects.filter(pk__in=held).update(state="held")
    daily = {"news": {"channels": ["email"], "bundle": "daily", "hour": 8}}
    after = selectors.deliveries(alice, limit=5)[1]
    asks: dict[str, Callable[[], Any]] = {
        "sweep": services.due_deliveries,
        "deliver together": lambda: services.deliver(held[0]),
        "enqueue": lambda: promise(alice, "new"),
        "deliver": lambda: services.deliver(Delivery.objects.latest("pk").pk),
        "list": lambda: selectors.deliveries(alice),
        "list on": lambda: selectors.deliveries(alice, after=after),
        "send again": lambda: services.send_again(Delivery.objects.latest("pk")),
        "reword": lambda: services.reword(subject="game 7", name="x"),
        "change wishes": lambda: services.change_wishes(
            person=alice, wishes=daily, quiet_from=None, quiet_until=None
        ),
        "forget": services.forget_old,
    }
    for name, ask in asks.items():
        found = list(plans(ask))
        assert found, name
        for plan in found:
            assert "Seq Scan on notifications_notification" not in plan, (name, plan)
            assert "Seq Scan on notifications_delivery" not in plan, (name, plan)
    Profile.objects.filter(user=alice).update(wishes={"news": every})
    for plan in plans(lambda: promise(alice, "one in four hours")):
        assert "Seq Scan on notifications_" not in plan, plan


# --- What is forgotten -------------------------------------------------------------------


def test_reading_through_would_be_seen(long_history: User) -> None:
    (plan,) = plans(lambda: list(Delivery.objects.filter(message_id="<1@x>")))
    assert "Seq Scan on notifications_delivery" in plan


def test_what_is_old_is_forgotten_in_small_steps_and_nothing_else(
    long_history: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 100)
    limit = Notification.objects.order_by("pk")[249].pk
    # Rows are written in the order of time.
    old = timezone.now() - timedelta(days=91)
    Notification.objects.filter(pk__lte=limit).update(created_at=old)
    assert services.forget_old() == 250
    assert Notification.objects.count() == Delivery.objects.count() == ROWS - 250
    assert services.forget_old() == 0


def test_a_backlog_is_not_forgotten_in_one_breath(
    long_history: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 100)
    passed = itertools.count(0, 10)  # seconds: each step takes ten of 25
    monkeypatch.setattr(retention, "time", SimpleNamespace(monotonic=lambda: next(passed)))
    Notification.objects.update(created_at=timezone.now() - timedelta(days=91))
    assert services.forget_old() == 200


def test_what_was_said_of_an_old_address_is_forgotten(alice: User) -> None:
    MailTrouble.objects.create(person=alice, address="old@example.test")
    services.forget_old()
    assert not MailTrouble.objects.exists()


def test_a_game_that_waits_for_months_is_not_called_anew(open_table: OpenTable) -> None:  # noqa: F811
    """Its dedupe key is forgotten by then; the sweeps look at what has changed lately."""
    game = open_table("alice", "alicia", "alison")
    move_on(game)
    game_services.call(game_key=game.key)
    work()
    mail.outbox.clear()
    long_ago = timezone.now() - timedelta(days=91)
    Notification.objects.update(created_at=long_ago)
    Feed.objects.update(at=long_ago)
    services.forget_old()
    assert not Notification.objects.exists()
    tidy()
    assert states() == []
