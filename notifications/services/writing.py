"""Writing to the outbox, in the transaction of the cause."""

import json
import secrets
from email.utils import make_msgid

import structlog
from django.db import connection, transaction

from accounts import moment
from accounts.models import User
from accounts.secret import Address, shown
from notifications import channels, registry
from notifications.channels import Due, mail_domain, webhook
from notifications.models import Delivery, Hook, Notification
from notifications.services import waking, wanting
from notifications.services.wanting import Wants


def enqueue(
    *,
    person: User,
    kind: str,
    dedupe_key: str,
    subject: str = "",
    to: str | Address = "",
    **context: object,
) -> Notification | None:
    """Promise to tell a person something, in the transaction of its cause.

    The same dedupe key promises nothing twice: then the answer is None. Nothing goes to an
    address that its person has not verified, but what names the address itself in `to`. Each of
    the person's webhooks that wants it is told too, and the devices that they have.
    """
    if to:
        context["to"] = shown(to)
    # In the transaction of the cause there is nothing to go back to: both are there, or neither.
    with transaction.atomic(savepoint=False):
        written = _write(person, kind, dedupe_key, subject, context)
        if written is None:
            return None
        notification, wants = written
        what = registry.find(kind)
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
    written = _write(hook.person, kind, dedupe_key, subject, context)
    if written is None:
        return None
    notification, _wants = written
    _promise(notification, webhook.NAME, webhook.due_to(hook))
    return notification


# A key that is there already writes nothing, and waits for whoever has written it just now.
_WRITE = f"""
WITH written AS (
    INSERT INTO notifications_notification
        (person_id, kind, subject, context, dedupe_key, created_at, trace)
    VALUES (%(person)s, %(kind)s, %(subject)s, %(context)s::jsonb, %(key)s, %(at)s, %(trace)s)
    ON CONFLICT (dedupe_key) DO NOTHING RETURNING id)
SELECT written.id, {wanting.COLUMNS}
FROM written CROSS JOIN accounts_user u LEFT JOIN accounts_profile p ON p.user_id = u.id
WHERE u.id = %(person)s"""  # noqa: S608  made of constants


def _write(
    person: User, kind: str, dedupe_key: str, subject: str, context: dict[str, object]
) -> tuple[Notification, Wants] | None:
    """The row, and what its person wants: in one statement, for each move costs one of these."""
    registry.find(kind)  # KeyError now, at the cause, rather than later in a worker
    made = Notification(
        person=person,
        kind=kind,
        subject=subject,
        context=context,
        dedupe_key=dedupe_key,
        trace=structlog.contextvars.get_contextvars().get("trace", ""),
    )
    facts = {
        **wanting.parameters(person),
        "kind": kind,
        "subject": subject,
        "context": json.dumps(context),
        "key": dedupe_key,
        "at": made.created_at,
        "trace": made.trace,
    }
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, facts)
        row = cursor.fetchone()
    if row is None:
        return None
    made.pk, *wants = row
    made._state.adding = False
    return made, wanting.read(person, wants)


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
        notification.context = {**notification.context.reveal(), **context}
        notification.save(update_fields=["context"])


def new_message_id() -> str:
    return make_msgid(secrets.token_hex(4), domain=mail_domain())
