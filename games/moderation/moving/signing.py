"""Who wrote a file, and that no byte of it has changed since: Ed25519, by a key that follows from
the site's own."""

import base64

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

BEGINS = b"oriflamme-by-post moved 1 "


def _private() -> Ed25519PrivateKey:
    drawn = HKDF(hashes.SHA256(), 32, salt=None, info=b"games.moderation.moving")
    return Ed25519PrivateKey.from_private_bytes(drawn.derive(settings.SECRET_KEY.encode()))


def own_key() -> str:
    """What another site is told, by a way that both trust."""
    return base64.b64encode(_private().public_key().public_bytes_raw()).decode()


def seal(body: bytes) -> bytes:
    return BEGINS + base64.b64encode(_private().sign(body)) + b"\n" + body


def opened(sealed: bytes, key: str) -> bytes | None:
    """The body; None if this key has not written it, just so."""
    head, _, body = sealed.partition(b"\n")
    try:
        public = Ed25519PublicKey.from_public_bytes(base64.b64decode(key, validate=True))
        public.verify(base64.b64decode(head.removeprefix(BEGINS), validate=True), body)
    except (InvalidSignature, ValueError):
        return None
    return body if head.startswith(BEGINS) else None
