"""Writing to the outbox, in the transaction of the cause."""

import secrets
from email.utils import make_msgid

import structlog
from django.db import transaction

from accounts import moment
from accounts.models import User
from notifications import channels, registry
from notifications.channels import Due, mail_domain, webhook
from notifications.models import Delivery, Hook, Notification
from notifications.services import waking
from notifications.services.wanting import Wants, wants_of


def enqueue(
    *, person: User, kind: str, dedupe_key: str, subject: str = "", to: str = "", **context: object
) -> Notification | None:
    """Promise to tell a person something, in the transaction of its cause.

    The same dedupe key promises nothing twice: then the answer is None. Nothing goes to an
    address that its person has not verified, but what names the address itself in `to`. Each of
    the person's webhooks that wants it is told too, and the devices that they have.
    """
    if to:
        context["to"] = to
    with transaction.atomic():
        notification = _write(person, kind, dedupe_key, subject, context)
        if notification is None:
            return None
        what = registry.find(kind)
        wants = wants_of(person) if what.obeys_wishes else Wants(person, {})
        wanted = wants.wish(what)["channels"]
        for channel in channels.known():
            for due in channel.due(notification, wants) if channel.name in wanted else ():
                _promise(notification, channel.name, due)
    return notification


@transaction.atomic
def enqueue_for(
    *, hook: Hook, kind: str, dedupe_key: str, subject: str = "", **context: object
) -> Notification | None:
    """The same for one webhook and nobody else."""
    notification = _write(hook.person, kind, dedupe_key, subject, context)
    if notification is not None:
        _promise(notification, webhook.NAME, webhook.due_to(hook))
    return notification


def _write(
    person: User, kind: str, dedupe_key: str, subject: str, context: dict[str, object]
) -> Notification | None:
    registry.find(kind)  # KeyError now, at the cause, rather than later in a worker
    notification, is_new = Notification.objects.get_or_create(
        dedupe_key=dedupe_key,
        defaults={
            "person": person,
            "kind": kind,
            "subject": subject,
            "context": context,
            "trace": structlog.contextvars.get_contextvars().get("trace", ""),
        },
    )
    return notification if is_new else None


def _promise(notification: Notification, channel: str, due: Due) -> None:
    is_held = due.at > moment.now()
    delivery = Delivery.objects.create(
        notification=notification,
        person=notification.person,
        channel=channel,
        state=Delivery.State.HELD if is_held else Delivery.State.QUEUED,
        hook=due.hook,
        due_at=due.at,
        message_id=due.message_id or new_message_id(),
    )
    if not is_held:
        transaction.on_commit(lambda: waking.wake_by(channel, delivery.pk))


def reword(*, subject: str, **context: object) -> None:
    """Change what notifications about something say, those that have gone out as well."""
    for notification in Notification.objects.filter(subject=subject):
        notification.context = {**notification.context, **context}
        notification.save(update_fields=["context"])


def new_message_id() -> str:
    return make_msgid(secrets.token_hex(4), domain=mail_domain())
