"""Who we are to push services: RFC 8292. A browser's subscription takes only what is signed with
the key that it was made for."""

from datetime import datetime
from email.utils import parseaddr
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import orjson
from django.conf import settings

from notifications.channels.push.encrypting import read64, write64

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

# A day is the most that is allowed, and clocks differ.
LASTS = 12 * 3600
_HEAD = write64(orjson.dumps({"typ": "JWT", "alg": "ES256"}))


def public_key() -> str:
    """What a browser subscribes with; empty where push is not set up."""
    return _public(settings.PUSH_KEY) if settings.PUSH_KEY else ""


def authorization(endpoint: str, now: datetime) -> str:
    """The header for this endpoint's service, which may write to the operator about us."""
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    service = urlsplit(endpoint)
    claims = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int(now.timestamp()) + LASTS,
        "sub": f"mailto:{settings.OPERATOR_MAIL or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    said = f"{_HEAD}.{write64(orjson.dumps(claims))}"
    r, s = decode_dss_signature(_private(settings.PUSH_KEY).sign(said.encode(), ECDSA(SHA256())))
    token = f"{said}.{write64(r.to_bytes(32) + s.to_bytes(32))}"
    return f"vapid t={token}, k={public_key()}"


@cache
def _private(key: str) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(read64(key)), ec.SECP256R1())


@cache
def _public(key: str) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    own = _private(key).public_key()
    return write64(own.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
