"""Webhooks: an event as a signed POST, or as a line in a chat.

The outbox calls it, once for each address that wants to be told. Codes and links of accounts never
leave by it.
"""

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import timedelta

from django.utils import translation
from django.utils.translation import gettext_lazy

from accounts import moment
from accounts.secret import Secret
from notifications import health, sealing
from notifications.channels import Channel, Due, Later, Refused, outgoing, resting
from notifications.channels.webhook import formats
from notifications.models import Delivery, Hook, Notification
from notifications.services.wanting import Wants

NAME = "webhook"
# Whoever answers "no" may have been restarted meanwhile; who still does, means it.
MOST_NOES = 4
GONE = 410


class Webhook(Channel):
    name = NAME
    label = gettext_lazy("By webhook")
    mark = gettext_lazy("by webhook")
    asks_again = False
    stands_apart = True

    def due(self, notification: Notification, wants: Wants) -> Iterator[Due]:
        """The person's own that want this kind; those of one table hear of it otherwise."""
        event = notification.what.event
        if event and wants.has_hook:
            active = Hook.objects.filter(person=wants.person, state=Hook.State.ACTIVE, subject="")
            yield from (due_to(hook) for hook in active.order_by("pk") if hook.wants(event))

    def deliver(self, delivery: Delivery) -> None:
        deliver(delivery)


CHANNEL = Webhook()


def due_to(hook: Hook) -> Due:
    return Due(moment.now(), hook, f"msg_{secrets.token_hex(12)}")


def deliver(delivery: Delivery) -> None:
    hook = delivery.hook
    assert hook is not None
    if not (hook.is_active and delivery.notification.person.is_active):
        raise Refused("paused")
    now = moment.now()
    if hook.rests_until is not None and hook.rests_until > now:
        # Its other deliveries have found nobody: this one costs no worker a time-out.
        raise Later("waits until the address answers again", pause=hook.rests_until - now)
    try:
        url, body, headers, method = compose(delivery, hook)
        answer = outgoing.post(url, body, headers, method=method)
    except sealing.Unreadable as error:
        raise Refused("the site's key has changed: make this webhook anew") from error
    except outgoing.Forbidden as error:
        health.failed(hook)
        raise Refused(str(error)) from error
    except outgoing.Unreachable as error:
        raise _rest(hook, str(error)) from error
    _judge(delivery, hook, answer)


def compose(delivery: Delivery, hook: Hook) -> tuple[str, bytes, dict[str, str], str]:
    """Address, body, headers and method, in the language of whose webhook it is."""
    notification = delivery.notification
    with translation.override(notification.person.language):
        told = notification.what.told(with_view=hook.with_view)
    made = formats.write(
        hook.format,
        sealing.unseal(hook.sealed_url).reveal(),
        told,
        notification.created_at,
        delivery.message_id,
    )
    headers = {"Content-Type": "application/json", **dict(made.headers)}
    if hook.sealed_secret:
        stamp = int(moment.now().timestamp())
        headers |= {
            "webhook-id": delivery.message_id,
            "webhook-timestamp": str(stamp),
            "webhook-signature": " ".join(
                sign(secret, delivery.message_id, stamp, made.body) for secret in _secrets(hook)
            ),
        }
    return made.url, made.body, headers, made.method


def sign(secret: Secret[str], id_: str, timestamp: int, body: bytes) -> str:
    """As Standard Webhooks has it."""
    key = b64decode(secret.reveal().removeprefix("whsec_"))
    said = f"{id_}.{timestamp}.".encode() + body
    return "v1," + b64encode(hmac.digest(key, said, "sha256")).decode()


def _secrets(hook: Hook) -> list[Secret[str]]:
    sealed = [hook.sealed_secret]
    if hook.old_secret_until is not None and hook.old_secret_until > moment.now():
        sealed.append(hook.sealed_old_secret)
    return [sealing.unseal(one) for one in sealed]


def _judge(delivery: Delivery, hook: Hook, answer: outgoing.Answer) -> None:
    status = answer.status
    if 200 <= status < 300:
        health.succeeded(hook, rest=resting.after_slow(answer.seconds))
    elif status == GONE:
        health.stop(hook, why="gone")
        raise Refused("answered 410: it does not want to be told any more")
    elif resting.is_passing(status):
        raise _rest(hook, f"answered {status}", resting.asked_for(answer.headers))
    else:
        health.failed(hook)
        why = f"answered {status}" + (" (redirects are not followed)" if status < 400 else "")
        if delivery.tries >= MOST_NOES:
            raise Refused(why)
        raise Later(why)


def _rest(hook: Hook, why: str, asked: timedelta | None = None) -> Later:
    pause = asked or resting.after(hook.failures)
    health.failed(hook, rest=pause)
    return Later(why, pause=pause)
