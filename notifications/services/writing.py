"""Writing to the outbox, in the transaction of the cause."""

import secrets
from email.utils import make_msgid
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from notifications import registry
from notifications.models import Delivery, Notification
from notifications.registry import Kind
from notifications.services import waking
from notifications.services.wanting import Wants, wants_of, when_to_mail


def enqueue(
    *, person: User, kind: str, dedupe_key: str, subject: str = "", to: str = "", **context: Any
) -> Notification | None:
    """Promise to tell a person something, in the transaction of its cause.

    The same dedupe key promises nothing twice: then the answer is None. Nothing goes to an
    address that its person has not verified, but what names the address itself in `to`.
    """
    what = registry.find(kind)  # KeyError now, at the cause, rather than later in a worker
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
        wants = wants_of(person) if what.obeys_wishes else Wants(person, {})
        channels = wants.wish(what)["channels"]
        if "email" in channels and (person.is_reachable or (to and not person.is_bot)):
            _promise_mail(notification, what, wants)
    return notification


def _promise_mail(notification: Notification, kind: Kind, wants: Wants) -> None:
    now = timezone.now()
    due_at = when_to_mail(notification, kind, wants, now)
    delivery = Delivery.objects.create(
        notification=notification,
        person=wants.person,
        channel="email",
        state=Delivery.State.HELD if due_at > now else Delivery.State.QUEUED,
        due_at=due_at,
        message_id=new_message_id(),
    )
    if delivery.state == Delivery.State.QUEUED:
        transaction.on_commit(lambda: waking.wake(delivery.pk))


def reword(*, subject: str, **context: Any) -> None:
    """Change what notifications about something say, those that have gone out as well."""
    for notification in Notification.objects.filter(subject=subject):
        notification.context = {**notification.context, **context}
        notification.save(update_fields=["context"])


def new_message_id() -> str:
    return make_msgid(secrets.token_hex(4), domain=_mail_domain())


def _mail_domain() -> str:
    return str(settings.DEFAULT_FROM_EMAIL).rpartition("@")[2].rstrip(">")
