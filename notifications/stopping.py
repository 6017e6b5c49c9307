"""The link that ends letters of some kinds, for whoever holds the letter, without signing in."""

from django.conf import settings
from django.core import signing

_SALT = "notifications.stopping"


def page(person_pk: int, kinds: list[str]) -> str:
    token = signing.dumps([person_pk, sorted(set(kinds))], salt=_SALT)
    return f"{settings.SITE_URL}/letters/stop/{token}"


def headers(person_pk: int, kinds: list[str]) -> dict[str, str]:
    """For mail programs' own button (RFC 8058)."""
    return {
        "List-Unsubscribe": f"<{page(person_pk, kinds)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def read(token: str) -> tuple[int, list[str]] | None:
    """Whose letters, and which kinds. It never expires: old letters must be stoppable too."""
    try:
        person_pk, kinds = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return person_pk, kinds
