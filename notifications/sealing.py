"""Secrets that have to be read again, kept so that a copy of the database does not tell them."""

import hashlib
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING

from django.conf import settings

from accounts.secret import Secret

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet


class Unreadable(Exception):
    """Sealed with a SECRET_KEY that is no longer among the settings."""


def seal(text: Secret[str]) -> str:
    return _box().encrypt(text.reveal().encode()).decode()


def unseal(sealed: str) -> Secret[str]:
    from cryptography.fernet import InvalidToken

    try:
        return Secret(_box().decrypt(sealed.encode()).decode())
    except InvalidToken as error:
        raise Unreadable from error


def _box() -> "MultiFernet":
    # Imported late: ten megabytes that a process without webhooks does not need.
    from cryptography.fernet import Fernet, MultiFernet

    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_key(key)) for key in keys])


def _key(secret: str) -> bytes:
    return urlsafe_b64encode(
        hashlib.blake2b(secret.encode(), digest_size=32, person=b"seal").digest()
    )
