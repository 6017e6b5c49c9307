"""What changes people and their keys. Every writer of accounts' tables is here."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from accounts import tokens
from accounts.models import ApiToken, User

SCOPES = ("read", "play", "talk", "organise", "account")
# How exactly "last used" is kept: a busy bot must not write a row with each request.
LAST_USED_STEP = timedelta(minutes=5)


def create_api_token(
    *, user: User, name: str, scopes: Iterable[str] = SCOPES, expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """Make a key and return it with its row: this is the only time that the key is known."""
    wanted = sorted(set(scopes), key=SCOPES.index)  # ValueError for a scope we do not have
    token = tokens.make()
    row = ApiToken.objects.create(
        user=user,
        name=name,
        scopes=wanted,
        digest=tokens.digest(token),
        hint=token[:8],
        expires_at=expires_at,
    )
    return row, token


def find_api_token(token: str) -> ApiToken | None:
    """The row of a key that may be used now, with its person; None for any other text."""
    if not tokens.is_well_formed(token):
        return None
    now = timezone.now()
    row = (
        ApiToken.objects.select_related("user")
        .filter(
            Q(expires_at=None) | Q(expires_at__gt=now),
            digest=tokens.digest(token),
            revoked_at=None,
            user__is_active=True,
        )
        .first()
    )
    if row and (row.last_used_at is None or now - row.last_used_at > LAST_USED_STEP):
        ApiToken.objects.filter(pk=row.pk).update(last_used_at=now)
    return row


def change_profile(*, user: User, **wanted: str) -> User:
    """Change what is named, of a person's name, language and time zone."""
    for field, value in wanted.items():
        setattr(user, field, value)
    user.save(update_fields=[*wanted])
    return user


def revoke_api_token(*, user: User, pk: int) -> bool:
    return bool(
        ApiToken.objects.filter(user=user, pk=pk, revoked_at=None).update(revoked_at=timezone.now())
    )
