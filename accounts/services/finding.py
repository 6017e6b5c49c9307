"""Finding a person by anything that somebody who asks for help may know of themselves."""

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet

from accounts import tokens
from accounts.models import ApiToken, KeptHandle, User
from accounts.services.people import digest_of_handle


def find_anybody(people: QuerySet[User], asked: str) -> QuerySet[User]:
    """By a part of the handle, the shown name or any address; by a handle given up lately, whole;
    by a token or its first letters. One query, whatever was asked."""
    asked = asked.strip().replace("\0", "")
    if not asked:
        return people
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
        | Q(pk__in=KeptHandle.objects.filter(digest=digest_of_handle(asked)).values("person"))
        | Q(pk__in=keys.values("user"))
    )
