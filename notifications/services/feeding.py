"""The address of a person's feeds: whoever knows it reads them, without signing in."""

import hmac
import secrets
from collections.abc import Collection
from datetime import datetime

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts import moment
from accounts.models import User
from accounts.secret import Secret
from notifications import registry
from notifications.models import FeedAddress, Notification
from notifications.registry import Told

_PURPOSE = "notifications.feeds"
_WORD = 32
_LATELY = 30


def feed_token(person: User) -> Secret[str] | None:
    """What stands in the addresses now; None: the person has no feeds."""
    row = FeedAddress.objects.filter(person=person).first()
    return Secret(row.word + _seal(row.word, settings.SECRET_KEY)) if row else None


def renew_feeds(*, person: User) -> Secret[str]:
    """Make an address, or another in place of the one before, which ends."""
    word = secrets.token_hex(_WORD // 2)
    FeedAddress.objects.update_or_create(
        person=person, defaults={"word": word, "made_at": moment.now()}
    )
    return Secret(word + _seal(word, settings.SECRET_KEY))


def end_feeds(*, person: User) -> None:
    FeedAddress.objects.filter(person=person).delete()


def find_by_feed(token: str) -> User | None:
    """Whose feeds these are."""
    word, seal = token[:_WORD], token[_WORD:]
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not any(hmac.compare_digest(seal, _seal(word, key)) for key in keys):
        return None
    row = FeedAddress.objects.select_related("person").filter(word=word).first()
    return row.person if row and row.person.is_active else None


def told_lately(*, person: User, but: Collection[str] = ()) -> list[tuple[Told, datetime]]:
    """What a person was told by whatever channel, newest first, as programs are told it."""
    kinds = registry.events().keys()
    rows = Notification.objects.filter(person=person, kind__in=kinds - set(but))
    return [
        (row.what.told(with_view=False), row.created_at)
        for row in rows.select_related("person").order_by("-pk")[:_LATELY]
    ]


def _seal(word: str, key: str) -> str:
    return salted_hmac(_PURPOSE, word, secret=key, algorithm="sha256").hexdigest()[:_WORD]
