"""Whether and when a person wants to be told of something."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, Value

from accounts.models import User
from accounts.wishes import DEFAULT, Wish, wish_for
from notifications import hours
from notifications.models import Delivery, Device, MailTrouble, Notification
from notifications.registry import Kind


@dataclass(frozen=True, slots=True)
class Wants:
    person: User
    wishes: dict[str, Any]
    quiet_from: time | None = None
    quiet_until: time | None = None
    has_device: bool = False
    # Their own address takes no mail of ours any more.
    refuses_mail: bool = False

    def wish(self, kind: Kind | type[Kind]) -> Wish:
        return wish_for(self.wishes, kind.name) if kind.obeys_wishes else DEFAULT

    def end_of_quiet(self, now: datetime) -> datetime | None:
        zone = self.person.time_zone
        return hours.end_of_quiet(now, zone, self.quiet_from, self.quiet_until)


def wants_of(person: User) -> Wants:
    own = User.objects.filter(pk=person.pk)
    devices = Device.objects.filter(person=OuterRef("pk"))
    troubles = MailTrouble.objects.filter(
        person=OuterRef("pk"), address=OuterRef("email"), refused_at__isnull=False
    )
    wishes, *rest = own.values_list(
        *("profile__wishes", "profile__quiet_from", "profile__quiet_until"),
        Exists(devices) & Value(bool(settings.PUSH_KEY)),
        Exists(troubles),
    ).get()
    return Wants(person, wishes or {}, *rest)


def when_to_mail(notification: Notification, wants: Wants, now: datetime) -> datetime:
    """When a letter is due that is written now: by the wish for its kind, never so late that
    little can be done about it, and never in quiet hours, in which clocks rest too."""
    kind = notification.what
    if not kind.obeys_wishes:
        return now
    at = _by_bundle(wants.wish(kind), kind, wants.person, now)
    if at > now:
        until = kind.until()
        at = max(now, min(at, now + (until - now) / 2)) if until else at
    return wants.end_of_quiet(at) or at


def when_to_push(wants: Wants, now: datetime) -> datetime:
    """At once, as that is what it is for; but not in quiet hours."""
    return wants.end_of_quiet(now) or now


def _by_bundle(wish: Wish, kind: Kind, person: User, now: datetime) -> datetime:
    if wish["bundle"] == "daily":
        return hours.next_time(now, person.time_zone, wish["hour"])
    if wish["bundle"] == "hours":
        return _after_the_last(kind, person, now, timedelta(hours=wish["hours"]))
    return now


def _after_the_last(kind: Kind, person: User, now: datetime, pause: timedelta) -> datetime:
    """With the letter that is held already; else a pause after the last."""
    state = Delivery.State
    told = Delivery.objects.filter(person=person, channel="email", notification__kind=kind.name)
    lately = told.filter(Q(state__in=Delivery.OPEN) | Q(state=state.SENT, done_at__gt=now - pause))
    rows = list(lately.values_list("state", "due_at", "done_at"))
    held = [due_at for kept, due_at, _done_at in rows if kept == state.HELD and due_at > now]
    last = [done_at or due_at for kept, due_at, done_at in rows if kept != state.HELD]
    return min(held) if held else max(last) + pause if last else now
