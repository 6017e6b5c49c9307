"""Web push: the subject of a letter on the person's phones and computers, and where to look.

The outbox calls it. It says nothing that a screen should not show to who looks over a shoulder, and
only the browser can read what it seals.
"""

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import orjson
from django.conf import settings
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from accounts import moment
from notifications.channels import Channel, Due, Later, Refused, outgoing, resting
from notifications.channels.push import vapid
from notifications.channels.push.encrypting import encrypt, read64, write64
from notifications.models import Delivery, Device, Notification
from notifications.plain import one_line
from notifications.services.wanting import Wants

# Kept for a device that is off: what nobody can act on any more by its kind, until then; what
# asks nothing, for three days. No service keeps more than four weeks.
KEPT, LONGEST_KEPT = timedelta(days=3), timedelta(days=28)
# With so little time left it may wake a phone that saves its battery.
SOON = timedelta(hours=2)
GONE = (404, 410)
# Whoever has taken nothing for so long, though its service never said so, is gone as well.
GIVEN_UP_AFTER = timedelta(days=30)
LONGEST_LINE = 300

NO_DEVICE = gettext_noop("None of your devices is told any more.")
A_DEVICE_IS_GONE = gettext_noop("A device takes no messages any more and is off the list.")


@dataclass
class Round:
    """How one try went: which devices have it, what went wrong, and when to try again."""

    told: set[str]
    wrong: list[str] = field(default_factory=list)
    pauses: list[timedelta] = field(default_factory=list)


class Push(Channel):
    name = "push"
    queue = "devices"
    label = gettext_lazy("By push")
    mark = gettext_lazy("by push")

    def due(self, notification: Notification, wants: Wants) -> Iterator[Due]:
        # Of what obeys no wishes, as word about an account, no lock screen shows anything.
        what = notification.what
        if wants.has_device and what.obeys_wishes and what.is_letter() and what.is_pushed:
            yield Due(self.held_until(notification, wants, moment.now()))

    def why_not(self, delivery: Delivery, wants: Wants) -> str:
        return "" if wants.has_device else NO_DEVICE

    def deliver(self, delivery: Delivery) -> str:
        return deliver(delivery)


CHANNEL = Push()


def deliver(delivery: Delivery) -> str:
    """Tell all devices that no earlier try has told. What is to be said of it beside that it is
    sent; Later where one is still to be told, Refused where none could be."""
    notification, now = delivery.notification, moment.now()
    this = Round(told=set(delivery.taken_by or []))
    awake = []
    for device in Device.objects.filter(person=notification.person_id).exclude(key__in=this.told):
        if device.rests_until and device.rests_until > now:
            # Others have found nobody there: this one costs no worker a time-out.
            this.pauses.append(device.rests_until - now)
        else:
            awake.append(device)
    if awake:
        body, headers = orjson.dumps(words(notification)), manner(notification, now)
        # All at once: one that does not answer makes no other wait, and this task not long.
        with ThreadPoolExecutor(len(awake)) as pool:
            answers = pool.map(lambda device: _post(device, body, headers, now), awake)
            for device, answer in zip(awake, answers, strict=True):
                _note(this, device, answer, now)
    said = "; ".join(dict.fromkeys(this.wrong))
    if this.pauses:
        Delivery.objects.filter(pk=delivery.pk).update(taken_by=sorted(this.told))
        raise Later(said or "waits until the device answers again", pause=min(this.pauses))
    if not this.told:
        raise Refused(said or A_DEVICE_IS_GONE)
    return said


def words(notification: Notification) -> dict[str, object]:
    """What a device shows, in the person's language: never more than the subject of a letter."""
    what = notification.what
    with translation.override(notification.person.language):
        subject = what.subject()
        title = str(what.title) or _("Oriflamme by post")
    return {
        "title": title[:LONGEST_LINE],
        "text": one_line(subject)[:LONGEST_LINE],
        "url": what.link(),
        # What is newer takes the place of what is older about the same table.
        "tag": topic(notification),
        "lang": notification.person.language,
    }


def manner(notification: Notification, now: datetime) -> dict[str, str]:
    """How the push service is to treat it (RFC 8030)."""
    until = notification.what.until()
    left = until - now if until else KEPT
    lasts = min(max(left, timedelta(minutes=1)), LONGEST_KEPT)
    urgency = "low" if until is None else "high" if left < SOON else "normal"
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(lasts.total_seconds())),
        "Urgency": urgency,
        "Topic": topic(notification),
    }


def topic(notification: Notification) -> str:
    """One for each table and person, from which nobody learns which table it is."""
    about = f"{notification.person_id} {notification.subject or notification.dedupe_key}"
    key = settings.SECRET_KEY.encode()[:64]
    return write64(hashlib.blake2b(about.encode(), digest_size=24, key=key).digest())


def _post(
    device: Device, body: bytes, headers: dict[str, str], now: datetime
) -> outgoing.Answer | Exception:
    """Asks the database nothing, not even the time: this runs in a thread of its own, which would
    give no connection back."""
    try:
        sealed = encrypt(body, p256dh=read64(device.p256dh), auth=read64(device.auth))
        signed = {**headers, "Authorization": vapid.authorization(device.endpoint, now)}
        return outgoing.post(device.endpoint, sealed, signed)
    except (outgoing.Forbidden, outgoing.Unreachable) as failure:
        return failure


def _note(this: Round, device: Device, answer: outgoing.Answer | Exception, now: datetime) -> None:
    row = Device.objects.filter(pk=device.pk)
    status = answer.status if isinstance(answer, outgoing.Answer) else 0
    if isinstance(answer, outgoing.Answer) and 200 <= status < 300:
        rest = resting.after_slow(answer.seconds)
        row.update(last_used_at=now, failures=0, rests_until=moment.now() + rest if rest else None)
        this.told.add(device.key)
    elif status in GONE or (device.last_used_at or device.made_at) < now - GIVEN_UP_AFTER:
        row.delete()
        this.wrong.append(A_DEVICE_IS_GONE)
    else:
        pause = _pause(device, answer)
        this.pauses += [pause] if pause else []
        this.wrong.append(f"{device.service}: " + (f"answered {status}" if status else str(answer)))
        row.update(failures=F("failures") + 1, rests_until=now + pause if pause else None)


def _pause(device: Device, answer: outgoing.Answer | Exception) -> timedelta | None:
    """None: asking again would be answered the same."""
    if isinstance(answer, outgoing.Unreachable):
        return resting.after(device.failures)
    if isinstance(answer, outgoing.Answer) and resting.is_passing(answer.status):
        return resting.asked_for(answer.headers) or resting.after(device.failures)
    return None
