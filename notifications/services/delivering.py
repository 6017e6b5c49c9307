"""Emptying the outbox: one delivery at a time, by one of any number of workers."""

from datetime import timedelta

import structlog
from django.db.models import F
from django.utils import timezone

from notifications import registry
from notifications.channels import Later, Refused, email, webhook
from notifications.models import Delivery, Notification

log = structlog.get_logger("oriflamme.post")

CHANNELS = {"email": email.deliver, "webhook": webhook.deliver}
# Longer than a sending can take: time-outs end it well before.
CLAIM = timedelta(minutes=2)
# A server that is down at midnight is found again by breakfast, without being hammered.
PAUSES = [
    timedelta(seconds=s) for s in (10, 30, 60, 300, 900, 1800, 3600, 7200, 14400, 28800, 28800)
]
URGENT_PAUSE = timedelta(seconds=60)
SWEEP_AT_ONCE = 500


def due_deliveries(*, to_hooks: bool = False) -> list[int]:
    """What should have gone out by now, oldest first, at most a batch: mails, or webhooks, which
    are counted apart because one that does not answer must not hold up a mail."""
    return list(
        Delivery.objects.filter(
            state=Delivery.State.QUEUED, due_at__lte=timezone.now(), hook__isnull=not to_hooks
        )
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
    delivery = Delivery.objects.select_related("notification__person", "hook").get(pk=delivery_pk)
    notification = delivery.notification
    kind = registry.find(notification.kind)
    if not kind.is_still_true(notification):
        _finish(delivery, Delivery.State.OUTDATED)
        return False
    try:
        CHANNELS[delivery.channel](delivery)
    except Refused as refused:
        _finish(delivery, Delivery.State.FAILED, error=str(refused))
        return False
    except Later as failure:
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


def _postpone(delivery: Delivery, failure: Later) -> None:
    error = str(failure)
    if delivery.tries > len(PAUSES):
        _finish(delivery, Delivery.State.FAILED, error=error)
        return
    pause = failure.pause or PAUSES[delivery.tries - 1]
    if registry.find(delivery.notification.kind).is_urgent:
        pause = min(pause, URGENT_PAUSE)
    Delivery.objects.filter(pk=delivery.pk).update(due_at=timezone.now() + pause, last_error=error)
    # What the server said stays in the row: it names the address, and a log keeps that too long.
    log.warning(
        "delivery postponed",
        id=delivery.pk,
        tries=delivery.tries,
        error=type(failure.__cause__ or failure).__name__,
    )
