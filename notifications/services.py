"""Write to the outbox, and empty it."""

import secrets
import smtplib
from datetime import timedelta
from email.utils import make_msgid
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation

from accounts.models import User
from notifications import registry
from notifications.channels import email
from notifications.models import Delivery, Notification

log = structlog.get_logger("oriflamme.post")

# Longer than a sending can take: SMTP's time-outs end it well before.
CLAIM = timedelta(minutes=2)
# A server that is down at midnight is found again by breakfast, without being hammered.
PAUSES = [
    timedelta(seconds=s) for s in (10, 30, 60, 300, 900, 1800, 3600, 7200, 14400, 28800, 28800)
]
URGENT_PAUSE = timedelta(seconds=60)
SWEEP_AT_ONCE = 500


def enqueue(
    *, person: User, kind: str, dedupe_key: str, subject: str = "", to: str = "", **context: Any
) -> Notification | None:
    """Promise to tell a person something, in the transaction of its cause.

    The same dedupe key promises nothing twice: then the answer is None. Nothing goes to an
    address that its person has not verified, but what names the address itself in `to`.
    """
    registry.find(kind)  # KeyError now, at the cause, rather than later in a worker
    with transaction.atomic():
        notification, is_new = Notification.objects.get_or_create(
            dedupe_key=dedupe_key,
            defaults={
                "person": person,
                "kind": kind,
                "subject": subject,
                "context": {**context, "to": to} if to else context,
            },
        )
        if not is_new:
            return None
        if person.is_reachable or (to and not person.is_bot):
            delivery = Delivery.objects.create(
                notification=notification,
                channel="email",
                message_id=make_msgid(secrets.token_hex(4), domain=_mail_domain()),
            )
            transaction.on_commit(lambda: wake(delivery.pk))
    return notification


def reword(*, subject: str, **context: Any) -> None:
    """Change what notifications about something say, those that have gone out as well."""
    for notification in Notification.objects.filter(subject=subject):
        notification.context = {**notification.context, **context}
        notification.save(update_fields=["context"])


def wake(delivery_pk: int) -> None:
    """Ask a worker to deliver now. If nobody hears it, the sweep finds the row."""
    from notifications.tasks import deliver as task

    try:
        task.delay(delivery_pk)
    except (OSError, task.app.connection_for_write().connection_errors) as lost:
        log.warning("wake-up lost, the sweep will deliver", error=str(lost))


def due_deliveries() -> list[int]:
    """What should have gone out by now, oldest first, at most a batch."""
    return list(
        Delivery.objects.filter(state=Delivery.State.QUEUED, due_at__lte=timezone.now())
        .order_by("due_at")
        .values_list("pk", flat=True)[:SWEEP_AT_ONCE]
    )


def deliver(delivery_pk: int) -> bool:
    """Send one delivery if it is due and nobody else has it in hand. True if it went out."""
    now = timezone.now()
    # The claim: exactly one of any number of workers changes this row.
    claimed = Delivery.objects.filter(
        pk=delivery_pk, state=Delivery.State.QUEUED, due_at__lte=now
    ).update(due_at=now + CLAIM, tries=F("tries") + 1)
    if not claimed:
        return False
    delivery = Delivery.objects.select_related("notification__person").get(pk=delivery_pk)
    notification = delivery.notification
    kind = registry.find(notification.kind)
    if not kind.is_still_true(notification):
        _finish(delivery, Delivery.State.OUTDATED)
        return False
    with translation.override(notification.person.language):
        letter = kind.compose(notification)
    try:
        email.send(notification.person, letter, message_id=delivery.message_id)
    except email.Refused as refused:
        _finish(delivery, Delivery.State.FAILED, error=str(refused))
        return False
    except (OSError, smtplib.SMTPException) as failure:
        _postpone(delivery, failure)
        return False
    _finish(delivery, Delivery.State.SENT)
    return True


def _finish(delivery: Delivery, state: Delivery.State, *, error: str = "") -> None:
    Delivery.objects.filter(pk=delivery.pk).update(
        state=state, done_at=timezone.now(), last_error=error
    )
    if registry.find(delivery.notification.kind).forgets:
        Notification.objects.filter(pk=delivery.notification_id).update(context={})
    log.info(
        "delivery",
        id=delivery.pk,
        kind=delivery.notification.kind,
        state=str(state),
        tries=delivery.tries,
    )


def _postpone(delivery: Delivery, failure: Exception) -> None:
    error = str(failure)
    if delivery.tries > len(PAUSES):
        _finish(delivery, Delivery.State.FAILED, error=error)
        return
    pause = PAUSES[delivery.tries - 1]
    if registry.find(delivery.notification.kind).is_urgent:
        pause = min(pause, URGENT_PAUSE)
    Delivery.objects.filter(pk=delivery.pk).update(due_at=timezone.now() + pause, last_error=error)
    # What the server said stays in the row: it names the address, and a log keeps that too long.
    log.warning(
        "delivery postponed", id=delivery.pk, tries=delivery.tries, error=type(failure).__name__
    )


def _mail_domain() -> str:
    return str(settings.DEFAULT_FROM_EMAIL).rpartition("@")[2].rstrip(">")
