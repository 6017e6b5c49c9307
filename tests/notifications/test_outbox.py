"""The outbox: told once, told when true, told even when something falls over."""

import os
import smtplib
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import moment
from accounts.models import User
from notifications import services
from notifications.channels import Later
from notifications.kinds import Welcome
from notifications.models import Delivery
from notifications.services import delivering
from notifications.services.delivering import PAUSES
from oriflamme_site.local.ground import free_port
from tests.notifications.conftest import Turns

pytestmark = pytest.mark.django_db(transaction=True)

SENDING = "django.core.mail.EmailMultiAlternatives.send"


def promise(alice: User) -> Delivery:
    services.enqueue(person=alice, kind="welcome", dedupe_key="welcome alice")
    return Delivery.objects.get()


def test_it_sends_a_mail_once(alice: User) -> None:
    delivery = promise(alice)
    assert services.deliver(delivery.pk)
    assert not services.deliver(delivery.pk)
    assert [m.to for m in mail.outbox] == [["alice@example.test"]]
    delivery.refresh_from_db()
    assert delivery.state == "sent"


def test_the_same_dedupe_key_promises_once(alice: User) -> None:
    promise(alice)
    assert services.enqueue(person=alice, kind="welcome", dedupe_key="welcome alice") is None
    assert Delivery.objects.count() == 1


def test_a_cause_that_is_rolled_back_tells_nobody(alice: User) -> None:
    with transaction.atomic():
        promise(alice)
        transaction.set_rollback(True)
    assert not Delivery.objects.exists()


def test_an_unknown_kind_fails_at_its_cause(alice: User) -> None:
    with pytest.raises(KeyError):
        services.enqueue(person=alice, kind="no such kind", dedupe_key="x")


def test_a_dead_server_postpones_and_keeps_the_message_id(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery = promise(alice)
    monkeypatch.setattr(SENDING, _raising(ConnectionRefusedError("nobody home")))
    assert not services.deliver(delivery.pk)
    later = Delivery.objects.get()
    assert later.state == "queued"
    assert later.due_at > timezone.now()
    assert later.message_id == delivery.message_id
    assert services.due_deliveries() == []


def test_it_gives_up_after_a_day_of_trying(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    delivery = promise(alice)
    monkeypatch.setattr(SENDING, _raising(smtplib.SMTPServerDisconnected("gone")))
    for _ in range(len(PAUSES) + 1):
        Delivery.objects.update(due_at=timezone.now())
        services.deliver(delivery.pk)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.last_error) == ("failed", "gone")


def test_it_is_tried_once_more_after_the_last_pause(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery = promise(alice)
    monkeypatch.setattr(SENDING, _raising(smtplib.SMTPServerDisconnected("gone")))
    waited = []
    for _ in PAUSES:
        Delivery.objects.update(due_at=timezone.now())
        services.deliver(delivery.pk)
        delivery.refresh_from_db()
        waited.append(round((delivery.due_at - timezone.now()) / timedelta(seconds=10)))
    assert delivery.state == "queued"
    assert waited == [pause // timedelta(seconds=10) for pause in PAUSES]


def test_a_bot_has_no_mail_not_even_at_an_address_that_is_named(alice: User) -> None:
    alice.is_bot, alice.owner = True, User.objects.create_user("olga", "olga@example.test", "x")
    alice.save()
    services.enqueue(person=alice, kind="welcome", dedupe_key="x", to="elsewhere@example.test")
    assert not Delivery.objects.exists()


def test_a_refused_address_is_not_tried_again(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    delivery = promise(alice)
    monkeypatch.setattr(
        SENDING,
        _raising(smtplib.SMTPRecipientsRefused({"alice@example.test": (550, b"no such box")})),
    )
    assert not services.deliver(delivery.pk)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.last_error) == ("failed", "550 no such box")


def test_a_full_box_is_tried_again(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    delivery = promise(alice)
    monkeypatch.setattr(
        SENDING,
        _raising(smtplib.SMTPRecipientsRefused({"alice@example.test": (452, b"full")})),
    )
    services.deliver(delivery.pk)
    delivery.refresh_from_db()
    assert delivery.state == "queued"


def test_what_is_no_longer_true_is_not_sent(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Welcome, "is_still_true", lambda _self: False)
    delivery = promise(alice)
    assert not services.deliver(delivery.pk)
    delivery.refresh_from_db()
    assert delivery.state == "outdated"
    assert mail.outbox == []


def test_a_claim_of_a_dead_worker_comes_back(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    delivery = promise(alice)
    monkeypatch.setattr(SENDING, _raising(SystemExit()))  # killed while sending
    with pytest.raises(SystemExit):
        services.deliver(delivery.pk)
    monkeypatch.undo()
    assert services.due_deliveries() == []  # nobody else may have it yet
    Delivery.objects.update(due_at=timezone.now())  # the claim has run out
    assert services.due_deliveries() == [delivery.pk]
    assert services.deliver(delivery.pk)


@pytest.mark.parametrize("language", ["en", "uk", "ru", "it"])
def test_it_speaks_the_persons_language(alice: User, language: str) -> None:
    alice.language = language
    alice.save()
    services.deliver(promise(alice).pk)
    subjects = {
        "en": "Welcome to Oriflamme by post",
        "uk": "Вітаємо в «Орифламі поштою»",
        "ru": "Добро пожаловать в «Орифламму по почте»",
        "it": "Benvenuto a Oriflamme per posta",
    }
    assert mail.outbox[0].subject == subjects[language]


def test_a_worker_whose_clock_has_jumped_sends_nothing_a_second_time(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its clock the first worker's claim ran out long ago; the first is still sending. Both go
    by PostgreSQL's."""
    monkeypatch.setattr(moment, "follows_postgresql", True)
    delivery = promise(alice)
    sent: list[str] = []

    def jump() -> bool:
        try:
            return services.deliver(delivery.pk)
        finally:
            connection.close()

    def send(letter: EmailMultiAlternatives, *_args: object) -> None:
        sent.append(letter.subject)
        if len(sent) == 1:
            later = timezone.now() + timedelta(hours=2)
            with time_machine.travel(later), ThreadPoolExecutor(1) as another:
                assert not another.submit(jump).result()

    monkeypatch.setattr(SENDING, send)
    assert services.deliver(delivery.pk)
    assert len(sent) == 1
    assert Delivery.objects.get().state == "sent"


def test_a_wake_up_that_nobody_hears_harms_nobody() -> None:
    """Redis is away: what was just committed stays, and whoever did it hears of no error. The next
    does not even try."""
    ask = "import django; django.setup(); from notifications.services import ask; "
    twice = "ask('notifications.tasks.deliver', 1); ask('notifications.tasks.deliver', 2)"
    gone = os.environ | {"REDIS_URL": f"redis://127.0.0.1:{free_port()}/0"}
    done = subprocess.run(
        [sys.executable, "-c", ask + twice], env=gone, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("wake-up lost")) == (0, 1), done.stderr


def _raising(error: BaseException) -> Callable[..., None]:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise error

    return fail


def test_rows_of_one_letter_are_locked_in_one_order(alice: User, turns: Turns) -> None:
    """Whoever claims several locks them by their number; who ends them does so too, or the two
    could wait for each other."""
    rows = [turns.call(alice, table) for table in "abc"]
    for act in (
        lambda: delivering._finish(rows[::-1], Delivery.State.SENT),
        lambda: delivering._postpone(rows[::-1], Later("no")),
    ):
        Delivery.objects.update(state="held", tries=1)
        with CaptureQueriesContext(connection) as asked:
            act()
        locks = [one["sql"] for one in asked.captured_queries if "FOR UPDATE" in one["sql"]]
        assert len(locks) == 1
        assert 'ORDER BY "notifications_delivery"."id" ASC FOR UPDATE' in locks[0]
