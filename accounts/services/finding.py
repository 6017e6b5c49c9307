"""Finding a person by anything that somebody who asks for help may know of themselves."""

from ipaddress import ip_address

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db.models import Q, QuerySet

from accounts import tokens
from accounts.models import ApiToken, KeptHandle, SecurityEvent, User
from accounts.services.people import digests_of_handle


def find_anybody(people: QuerySet[User], asked: str) -> QuerySet[User]:
    """By a part of the handle, the shown name or any address; by a handle given up lately, whole;
    by a token or its first letters; by a network address, whole, as far as it is kept; by the
    number that logs name people by. One query, whatever was asked."""
    asked = asked.strip().replace("\0", "")
    if not asked:
        return people
    if _is_network_address(asked):
        came = SecurityEvent.objects.filter(address=asked).values("person")
        comes = UserSession.objects.filter(ip=asked).values("user")
        return people.filter(Q(pk__in=came) | Q(pk__in=comes))
    keys = ApiToken.objects.none()
    if asked.startswith(tokens.PREFIX) and len(asked) > len(tokens.PREFIX):
        keys = ApiToken.objects.filter(
            Q(digest=tokens.digest(asked)) | Q(hint__startswith=asked[:8])
        )
    return people.filter(
        Q(handle__icontains=asked)
        | Q(name__icontains=asked)
        | Q(email__icontains=asked)
        | Q(pk__in=EmailAddress.objects.filter(email__icontains=asked).values("user"))
        | Q(pk__in=KeptHandle.objects.filter(digest__in=digests_of_handle(asked)).values("person"))
        | Q(pk__in=keys.values("user"))
        | Q(pk=int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 16 else None)
    )


def _is_network_address(asked: str) -> bool:
    try:
        ip_address(asked)
    except ValueError:
        return False
    return True
