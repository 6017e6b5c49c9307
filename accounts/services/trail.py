"""The trail of what happened to an account."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from allauth.core import context
from django.db import connection, transaction
from django.db.models import QuerySet

from accounts import moment
from accounts.models import SecurityEvent, User

Kind = SecurityEvent.Kind

# After that the trail still tells what happened, and no longer from which address.
ADDRESSES_KEPT = timedelta(days=90)


def note(
    *,
    person: User,
    kind: SecurityEvent.Kind,
    staff: User | None = None,
    about: str = "",
) -> SecurityEvent:
    """Add to the trail, in the transaction of what happened."""
    return SecurityEvent.objects.create(
        person=person, kind=kind, staff=staff, about=about[:200], address=_address(person, staff)
    )


def trail_of(person: User, *, before: datetime | None = None) -> QuerySet[SecurityEvent]:
    """Newest first."""
    events = SecurityEvent.objects.filter(person=person).select_related("staff")
    return events.filter(at__lt=before) if before else events


def _address(person: User, staff: User | None) -> str | None:
    """Whence the request comes that is being answered, if it is the person's own: nobody reads in
    their trail from where somebody else has acted."""
    from allauth.account.adapter import get_adapter

    request = getattr(context, "request", None)
    if request is None or staff not in {None, person}:
        return None
    asking = getattr(request, "user", None)
    if (
        asking is not None
        and asking.is_authenticated
        and asking.pk not in {person.pk, person.owner_id}
    ):
        return None
    address: str | None = get_adapter().get_client_ip(request)
    return address


def forget_addresses(*, at_once: int = 5000) -> int:
    """Of what happened longer ago than ADDRESSES_KEPT, a batch."""
    old = SecurityEvent.objects.filter(at__lt=moment.now() - ADDRESSES_KEPT, address__isnull=False)
    with erasing():
        return SecurityEvent.objects.filter(pk__in=old.values("pk")[:at_once]).update(address=None)


@contextmanager
def erasing() -> Iterator[None]:
    """In here the database lets the trail lose what is personal; see migration 0003."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL oriflamme.erasing = 'yes'")
        yield
        cursor.execute("SET LOCAL oriflamme.erasing = 'no'")
