"""A machine whose clock is wrong decides nothing early, nothing late, and sees no outage: the time
that counts is PostgreSQL's."""

import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts import moment
from accounts.models import User
from accounts.services import leaving
from games import selectors, services
from games.models import Game, Standstill
from games.services import telling
from games.tasks import let_bot_think
from notifications import letters
from notifications import services as outbox
from notifications.models import Delivery, Notification
from notifications.services import due_deliveries, enqueue, waking
from notifications.tasks import deliver
from tests.games.conftest import _workers_are_asleep, open_table

__all__ = ["_workers_are_asleep", "open_table"]
pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture(params=[HOUR, -HOUR], ids=["an hour fast", "an hour slow"])
def wrong_clock(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], None]]:
    """From when it is called on, this machine's clock is wrong. Until then it was right."""
    monkeypatch.setattr(moment, "follows_postgresql", True)
    monkeypatch.setattr(moment, "_read", None)
    machine = time_machine.travel(timezone.now() + request.param)
    begun = False

    def begin() -> None:
        nonlocal begun
        begun = True
        machine.start()

    yield begin
    if begun:
        machine.stop()


def test_what_is_not_due_is_not_decided_and_what_is_due_is(
    wrong_clock: Callable[[], None], open_table: Callable[..., Game]
) -> None:
    in_time, late = open_table("alice", "bob", name="one"), open_table("alice", "bob", name="two")
    now = moment.now()
    Game.objects.filter(pk=in_time.pk).update(deadline=now + timedelta(minutes=30))
    Game.objects.filter(pk=late.pk).update(deadline=now - timedelta(seconds=1))
    services.sweep()
    Game.objects.filter(pk=late.pk).update(deadline=now - timedelta(seconds=1))
    wrong_clock()
    assert services.sweep() == 1
    in_time.refresh_from_db()
    late.refresh_from_db()
    assert (in_time.seq, Standstill.objects.count()) == (0, 0)
    # What the clock asks next has all its time.
    assert late.deadline is not None
    assert late.waits_since is not None
    assert abs(late.waits_since - moment.now()) < timedelta(seconds=30)


def test_letters_go_out_when_they_are_due(wrong_clock: Callable[[], None], alice: User) -> None:
    for about in ("now", "later"):
        enqueue(person=alice, kind="welcome", dedupe_key=about)
    Delivery.objects.filter(notification__dedupe_key="later").update(
        due_at=moment.now() + timedelta(minutes=30)
    )
    wrong_clock()
    due = Delivery.objects.filter(pk__in=due_deliveries())
    assert set(due.values_list("notification__dedupe_key", flat=True)) == {"now"}


@pytest.fixture
def asked_for(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """What workers are asked for, and with what: never until a moment by the worker's clock."""
    monkeypatch.undo()  # they are not asleep
    sent: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def send_task(task: str, facts: Any, **options: Any) -> None:
        assert "expires" not in options
        sent.append((task, tuple(facts), options))

    monkeypatch.setattr(waking.current_app, "send_task", send_task)
    return sent


def test_what_was_just_asked_for_is_done_and_what_lay_too_long_is_not(
    asked_for: list[tuple[str, tuple[Any, ...], dict[str, Any]]],
    wrong_clock: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    done: list[object] = []
    monkeypatch.setattr(services, "let_bot_think", lambda *, game_key: done.append(game_key))
    monkeypatch.setattr(outbox, "deliver_all", lambda pks: done.append(tuple(pks)))
    with django_capture_on_commit_callbacks(execute=True):
        telling.wake_thinkers("table")
    waking.wake_again([7], "soon")
    wrong_clock()
    tasks = {task.name: task for task in (let_bot_think, deliver)}
    for _again in range(2):
        for task, facts, options in asked_for:
            # Nothing that a worker of an older version would have to know is among its arguments.
            tasks[task].push_request(**options["headers"])
            tasks[task].run(*facts)
            tasks[task].pop_request()
        assert done == ["table", (7,)]
        at, then = moment._read or (moment.now(), 0.0)
        monkeypatch.setattr(moment, "_read", (at + timedelta(seconds=61), then))


def test_an_order_that_is_due_waits_for_no_clock_of_a_worker(
    asked_for: list[tuple[str, tuple[Any, ...], dict[str, Any]]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    soon = moment.now() + timedelta(seconds=9)
    with django_capture_on_commit_callbacks(execute=True):
        for at in (moment.now() - timedelta(seconds=1), soon, soon + HOUR):
            telling.wake_bots("table", at=at)
    assert [options for _task, _facts, options in asked_for] == [{}, {"eta": soon}]


def test_it_is_asked_for_once_in_a_while_and_not_for_each_decision(
    wrong_clock: Callable[[], None], django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with django_assert_num_queries(1):
        before = [moment.now() for _ in range(50)]
    wrong_clock()
    with django_assert_num_queries(0):
        assert moment.now() - before[-1] < timedelta(seconds=1)
    at, then = moment._read or (before[-1], 0.0)
    monkeypatch.setattr(moment, "_read", (at, then - moment.FRESH))
    with django_assert_num_queries(1):
        moment.now()


# What is only shown to people or to other machines, and decides nothing.
ONLY_SHOWN = {
    *("accounts/moment.py", "accounts/pages/person.py", "games/pages/home.py"),
    *("games/pages/table_context.py", "games/ratings/pages.py"),
    *("games/tournaments/pages/desk.py", "games/wording/times.py"),
    *("notifications/channels/email/signing.py", "oriflamme_site/gauges.py"),
    "oriflamme_site/present.py",
    *("games/moderation/notices.py", "notifications/management/commands/send_test_mail.py"),
    *("oriflamme_site/logs.py", "oriflamme_site/rest/throttling.py"),
    # Which places of a stream are too old; a day more or less is none.
    *("games/api/streams/stream.py", "games/selectors/feed.py"),
}


def test_nothing_else_asks_the_machine_for_the_time() -> None:
    root = Path(__file__).parents[2]
    asks = re.compile(r"\b(?:timezone\.now|datetime\.now|date\.today|time\.time)\(")
    found = {
        str(path.relative_to(root))
        for room in ("accounts", "games", "notifications", "oriflamme_site")
        for path in (root / room).rglob("*.py")
        if "migrations" not in path.parts and asks.search(path.read_text())
    }
    assert found == ONLY_SHOWN


def test_a_code_is_mailed_and_an_account_is_kept_for_its_time(
    wrong_clock: Callable[[], None], alice: User
) -> None:
    letters.tell(person=alice, letter="sign_in_code", lasts=900, code="1")
    told = Notification.objects.get(kind=letters.Passing.name)
    User.objects.filter(pk=alice.pk).update(deletion_due_at=moment.now() + timedelta(minutes=30))
    wrong_clock()
    assert told.what.is_still_true()
    assert leaving.due_deletions() == []


def test_a_place_in_a_stream_of_a_host_that_is_ahead_is_one(
    wrong_clock: Callable[[], None],
) -> None:
    word = selectors.feed_now().write()
    wrong_clock()
    assert selectors.Cursor.read(word).write() == word


def test_who_reads_anew_meanwhile_puts_nobodys_clock_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Threads of a process share what was read."""
    monkeypatch.setattr(moment, "follows_postgresql", True)
    began, at = time.monotonic(), timezone.now()
    monkeypatch.setattr(moment, "_read", (at, began))
    later = timedelta(seconds=moment.FRESH - 1)

    class Interrupted(float):
        """Between two steps of the one the other has its turn."""

        def __sub__(self, other: float) -> float:
            moment._read = (at + later, began + later.total_seconds())
            return float(self) - other

    now = Interrupted(began + later.total_seconds())
    monkeypatch.setattr(moment.time, "monotonic", lambda: now)
    assert abs(moment.now() - at - later) < timedelta(milliseconds=1)
