"""Writing to the outbox, in the transaction of the cause."""

import secrets
from email.utils import make_msgid
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User
from notifications import registry
from notifications.models import Delivery, Notification
from notifications.services import waking


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
                person=person,
                channel="email",
                message_id=make_msgid(secrets.token_hex(4), domain=_mail_domain()),
            )
            transaction.on_commit(lambda: waking.wake(delivery.pk))
    return notification


def reword(*, subject: str, **context: Any) -> None:
    """Change what notifications about something say, those that have gone out as well."""
    for notification in Notification.objects.filter(subject=subject):
        notification.context = {**notification.context, **context}
        notification.save(update_fields=["context"])


def _mail_domain() -> str:
    return str(settings.DEFAULT_FROM_EMAIL).rpartition("@")[2].rstrip(">")
