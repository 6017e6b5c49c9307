"""API tokens: made, found, revoked."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts import moment, rooms, tokens
from accounts.lookalikes import clean_name
from accounts.models import ApiToken, User
from accounts.scopes import SCOPES
from accounts.secret import Secret
from accounts.services.trail import Kind, note

# How exactly "last used" is kept: a busy bot must not write a row with each request.
LAST_USED_STEP = timedelta(minutes=5)
MOST_TOKENS = 50


class TooManyTokens(Exception):
    """This account has as many keys as one may."""


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Those that nobody has revoked, newest first."""
    return ApiToken.objects.filter(user=user, revoked_at=None)


def create_api_token(
    *,
    user: User,
    name: str,
    scopes: Iterable[str] = SCOPES,
    expires_at: datetime | None = None,
    tell: bool = True,
) -> tuple[ApiToken, Secret[str]]:
    """Make a key and return it with its row: this is the only time that the key is known.

    TooManyTokens if there are too many. The person is told by mail, but by an operator who
    hands out account and key together.
    """
    name = clean_name(name)
    wanted = sorted(set(scopes), key=SCOPES.index)  # ValueError for a scope we do not have
    token = tokens.make()
    with transaction.atomic():
        # Two requests at once must not both fit.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if tokens_of(user).count() >= MOST_TOKENS:
            raise TooManyTokens
        row = ApiToken.objects.create(
            user=user,
            name=name,
            scopes=wanted,
            digest=tokens.digest(token),
            hint=token[:8],
            expires_at=expires_at,
        )
        note(person=user, kind=Kind.TOKEN_MADE, about=name)
        if tell:
            rooms.tell(
                person=user.owner or user,  # a key of a bot is its owner's business
                letter="accounts/letters/token_made",
                name=name,
                scopes=wanted,
                of=user.handle,
            )
    return row, Secret(token)


@transaction.atomic
def revoke_api_token(*, user: User, pk: int) -> bool:
    row = ApiToken.objects.filter(user=user, pk=pk, revoked_at=None).first()
    if row is None:
        return False
    ApiToken.objects.filter(pk=row.pk, revoked_at=None).update(revoked_at=moment.now())
    note(person=user, kind=Kind.TOKEN_REVOKED, about=row.name)
    return True
