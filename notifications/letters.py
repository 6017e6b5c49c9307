"""Letters about an account: codes, and word of what was changed. Their templates are named by
accounts; they are worded here, at the moment of sending, in the person's language.
"""

import secrets
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy

from accounts import moment, rooms
from accounts.models import User
from accounts.secret import Address, as_copied, shown
from notifications.models import Device, FeedAddress, Hook, MailTrouble, Notification
from notifications.registry import Kind, Letter
from notifications.services import enqueue, forget_domain, refuses_mail


class About(Kind):
    """It keeps the account safe: nobody can switch it off, and it waits for no morning."""

    name = "account"
    title = gettext_lazy("Word about your account")
    forgets = True
    obeys_wishes = False

    def letter(self) -> Letter:
        said, person = self.facts, self.notification.person
        words = {
            **said["facts"],
            "user": person,
            "person": person,
            "email": self.notification.to.reveal(),
            "site": settings.SITE_URL,
            # As allauth's templates call it.
            "current_site": {
                "name": "Oriflamme by post",
                "domain": urlsplit(settings.SITE_URL).netloc,
            },
        }
        subject = render_to_string(f"{said['letter']}_subject.txt", words)
        return Letter(
            subject=" ".join(subject.split()),
            text=render_to_string(f"{said['letter']}_message.txt", words).strip() + "\n",
            to=self.notification.to,
        )


class Passing(About):
    name = "account, passing"
    title = gettext_lazy("A code or a link that you asked for")
    is_urgent = True

    def is_still_true(self) -> bool:
        until = str(self.facts.get("until") or "")
        return bool(until) and moment.now() < datetime.fromisoformat(until)


class ReadingAlong:
    def count(self, person: User) -> dict[str, int]:
        return {
            "feeds": FeedAddress.objects.filter(person=person).count(),
            "webhooks": Hook.objects.filter(person=person).count(),
            "devices": Device.objects.filter(person=person).count(),
        }

    def end(self, person: User, since: datetime | None = None) -> None:
        from_then_on = since or datetime.min.replace(tzinfo=UTC)
        FeedAddress.objects.filter(person=person, made_at__gte=from_then_on).delete()
        Hook.objects.filter(person=person, created_at__gte=from_then_on).delete()
        Device.objects.filter(person=person, made_at__gte=from_then_on).delete()


def connect() -> None:
    rooms.connect_outbox(tell)
    rooms.connect_mail_refusal(refuses_mail)
    rooms.connect_reading_along(ReadingAlong())
    rooms.connect_personal_data(
        "notifications", rooms.PersonalData(export=export, erase=erase, merge=merge)
    )


def tell(
    *, person: User, letter: str, to: str | Address = "", lasts: int | None = None, **facts: object
) -> None:
    until = (moment.now() + timedelta(seconds=lasts)).isoformat() if lasts else ""
    enqueue(
        person=person,
        kind=(Passing if lasts else About).name,
        dedupe_key=f"{letter} {secrets.token_hex(16)}",
        subject=letter,
        to=to,
        letter=letter,
        until=until,
        facts={name: shown(fact) for name, fact in facts.items()},
    )


# --- What the outbox holds about a person ----------------------------------------------


def export(person: User) -> dict[str, object]:
    told = Notification.objects.filter(person=person).order_by("pk", "deliveries__pk")
    fields = ("kind", "subject", "created_at", "deliveries__channel", "deliveries__state")
    trouble = MailTrouble.objects.filter(person=person)
    # Of an address the host: the rest may be a key.
    of_hook = ("name", "host", "format", "types", "subject", "state", "created_at")
    # In an order of their own: that of the rows on the disk tells which were written to lately.
    devices = Device.objects.filter(person=person).order_by("pk")
    hooks = Hook.objects.filter(person=person).order_by("pk")
    return {
        "told": [dict(row) for row in told.values(*fields)],
        "devices": list(devices.values("name", "endpoint", "made_at", "last_used_at")),
        "webhooks": [dict(row) for row in hooks.values(*of_hook)],
        "address_in_trouble": as_copied(
            trouble.values("address", "refused_at", "said", "last_day")
        ),
    }


def erase(person: User) -> None:
    Hook.objects.filter(person=person).delete()
    Device.objects.filter(person=person).delete()
    FeedAddress.objects.filter(person=person).delete()
    Notification.objects.filter(person=person).delete()
    MailTrouble.objects.filter(person=person).delete()
    forget_domain(person)


def merge(into: User, gone: User) -> None:
    """Word that was sent to the other account was sent; it is not sent again."""
    Hook.objects.filter(person=gone).update(person=into)
    Device.objects.filter(person=gone).update(person=into)
    erase(gone)
