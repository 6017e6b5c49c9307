"""What a person sees of their own letters."""

from datetime import timedelta
from hashlib import blake2b
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.translation import gettext

from accounts import moment
from accounts.models import User
from accounts.notification_wishes import Wish
from notifications import registry
from notifications.day import Happened
from notifications.models import Delivery, Notification
from notifications.services.resending import can_go_again
from notifications.services.wanting import Wants, wants_of

PAGE = 50


def deliveries(
    person: User, *, after: str | None = None, limit: int = PAGE
) -> tuple[list[dict[str, Any]], str | None]:
    """A page of how each letter went, newest first, and the id after which the next begins.
    LookupError where `after` is no id of theirs."""
    rows = Delivery.objects.filter(person=person).select_related("notification")
    if after is not None:
        rows = rows.filter(pk__lt=find_delivery(person, after))
    page = list(rows.order_by("-pk")[: limit + 1])
    shown = [_shown(delivery) for delivery in page[:limit]]
    return shown, shown[-1]["id"] if len(page) > limit else None


def find_delivery(person: User, id: str) -> int:
    """The number of one's own delivery that is shown by this id; LookupError for any other."""
    mine = Delivery.objects.filter(person=person).order_by("-pk").values_list("pk", flat=True)
    found = next((pk for pk in mine.iterator() if _id(pk) == id), None)
    if found is None:
        raise LookupError(id)
    return found


def _id(pk: int) -> str:
    # The numbers themselves count everybody's letters, which is nobody's business.
    key = settings.SECRET_KEY.encode()[:64]
    return blake2b(pk.to_bytes(8), digest_size=8, key=key, person=b"delivery").hexdigest()


def _shown(delivery: Delivery) -> dict[str, Any]:
    notification = delivery.notification
    is_open = delivery.state in Delivery.OPEN
    return {
        "id": _id(delivery.pk),
        "kind": notification.kind,
        "title": registry.title(notification.kind),
        "about": str(notification.context.reveal().get("name", "")),
        "channel": delivery.channel,
        "state": str(delivery.state),
        "says": str(delivery.get_state_display()),
        "why": gettext(delivery.last_error) if delivery.last_error else "",
        "created_at": notification.created_at,
        "due_at": delivery.due_at if is_open and not delivery.lane else None,
        "done_at": delivery.done_at,
        "tries": delivery.tries,
        "can_go_again": can_go_again(delivery),
    }


def wishes_of(person: User) -> tuple[Wants, list[tuple[type[registry.Kind], Wish]]]:
    """How a person is told of each kind in which they have a say."""
    wants = wants_of(person)
    return wants, [(kind, wants.wish(kind)) for kind in registry.kinds_to_choose()]


# As far as somebody looks back for a day on which something happened, and how much of it is read.
_DAYS, _MOST = timedelta(days=7), 200


def last_day(person: User) -> Happened:
    """What came about on the last whole day, by the person's clock, on which anything did."""
    zone = ZoneInfo(person.time_zone)
    midnight = moment.now().astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    kinds = {kind.name: kind for kind in registry.kinds_to_choose()}
    rows = Notification.objects.filter(
        person=person, kind__in=kinds, created_at__lt=midnight, created_at__gt=midnight - _DAYS
    )
    newest = [*rows.order_by("-created_at").values_list("created_at", "kind")[:_MOST]]
    days = [at.astimezone(zone).date() for at, _kind in newest]
    that_day = zip(newest, days, strict=True)
    return [(at, kinds[kind]) for (at, kind), day in that_day if day == days[0]][::-1]
