"""When a letter goes out."""

from datetime import datetime, timedelta

from django.db.models import Q

from accounts.models import User
from accounts.notification_wishes import Wish
from notifications import hours
from notifications.models import Delivery, Notification
from notifications.registry import Kind
from notifications.services.wanting import Wants

NAME = "email"


def when_to_mail(notification: Notification, wants: Wants, now: datetime) -> datetime:
    """When a letter is due that is written now: by the wish for its kind, never so late that
    little can be done about it, and never in quiet hours, in which clocks rest too."""
    kind = notification.what
    if not kind.obeys_wishes:
        return now
    at = now + kind.waits()
    at = max(at, _by_bundle(wants.wish(kind), kind, wants.person, now))
    if at > now:
        until = kind.until()
        at = max(now, min(at, now + (until - now) / 2)) if until else at
    return wants.end_of_quiet(at) or at


def _by_bundle(wish: Wish, kind: Kind, person: User, now: datetime) -> datetime:
    if wish["bundle"] == "daily":
        return hours.next_time(now, person.time_zone, wish["hour"])
    if wish["bundle"] == "hours":
        return _after_the_last(kind, person, now, timedelta(hours=wish["hours"]))
    return now


def _after_the_last(kind: Kind, person: User, now: datetime, pause: timedelta) -> datetime:
    """With the letter that is held already; else a pause after the last."""
    state = Delivery.State
    told = Delivery.objects.filter(person=person, channel=NAME, notification__kind=kind.name)
    lately = told.filter(Q(state__in=Delivery.OPEN) | Q(state=state.SENT, done_at__gt=now - pause))
    rows = list(lately.values_list("state", "due_at", "done_at"))
    held = [due_at for kept, due_at, _done_at in rows if kept == state.HELD and due_at > now]
    last = [done_at or due_at for kept, due_at, done_at in rows if kept != state.HELD]
    return min(held) if held else max(last) + pause if last else now
