"""A change of address, undone from the address before: somebody else may have made it.

Of several links the one of the earliest change counts most: it takes back all that came after,
and ends their links, so that a thief who changes twice gains nothing by the second.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import signing
from django.db import transaction
from django.db.models import Q
from oauth2_provider.models import AccessToken, Grant, RefreshToken

from accounts import moment, rooms
from accounts.models import ApiToken, User
from accounts.secret import Address, Secret
from accounts.services.leaving import end_sessions, free_address
from accounts.services.people import profile_of, read_profile
from accounts.services.trail import Kind, note

LASTS = timedelta(days=7)
_SALT = "accounts.undoing"


@dataclass(frozen=True)
class Change:
    person: User
    # The one before, and since when it is not theirs any more.
    address: Address
    at: datetime


def link_key(*, person: User, address: Address) -> Secret[str]:
    said = [person.pk, address.reveal(), moment.now().timestamp()]
    return Secret(signing.dumps(said, salt=_SALT))


def find_change(key: str) -> Change | None:
    """Which change this link undoes, while it can be undone."""
    try:
        pk, address, at = signing.loads(key, salt=_SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    person = User.objects.filter(pk=pk, erased_at=None).first()
    # Only whoever has verified it since keeps it: writing it down would cost a thief nothing.
    held = EmailAddress.objects.filter(email__iexact=address, verified=True)
    if person is None or held.exists():
        return None
    change = Change(person, Address(address), datetime.fromtimestamp(at, UTC))
    profile = read_profile(person)
    first, last = profile.undone_from, profile.undone_at
    is_undone = first is not None and last is not None and first <= change.at <= last
    return None if is_undone else change


@transaction.atomic
def undo(*, change: Change) -> None:
    """Give the account back to that address, and to nobody who has had it since."""
    person = User.objects.select_for_update().get(pk=change.person.pk)
    profile = profile_of(person)
    EmailAddress.objects.filter(user=person).delete()
    free_address(change.address)
    EmailAddress.objects.create(user=person, email=change.address, primary=True, verified=True)
    person.email, person.email_is_verified = change.address, True
    person.set_unusable_password()
    person.save(update_fields=["email", "email_is_verified", "password"])
    end_sessions(person=person)
    Authenticator.objects.filter(user=person, created_at__gte=change.at).delete()
    keys = Q(user=person) | Q(user__owner=person)
    ApiToken.objects.filter(keys, created_at__gte=change.at).delete()
    rooms.end_reading_along(person, since=change.at)
    for rights in (Grant, RefreshToken, AccessToken):
        rights.objects.filter(user=person, created__gte=change.at).delete()
    profile.undone_from = min(profile.undone_from or change.at, change.at)
    profile.undone_at = moment.now()
    profile.save(update_fields=["undone_from", "undone_at"])
    note(person=person, kind=Kind.ADDRESS_CHANGED)
