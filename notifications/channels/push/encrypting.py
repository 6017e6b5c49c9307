"""What is said to a browser, so that its push service cannot read it: RFC 8291, in one record of
RFC 8188."""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

# What every push service has to take is 4096 bytes, and this goes off for the rest.
LONGEST = 4096 - 86 - 17
_RECORD = (4096).to_bytes(4)


def encrypt(
    text: bytes,
    *,
    p256dh: bytes,
    auth: bytes,
    own: "EllipticCurvePrivateKey | None" = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a request with `Content-Encoding: aes128gcm`. ValueError: no such browser's
    key can be. `own` and `salt` are made anew each time, but for the example of the standard."""
    # Imported late: whoever tells no device does without.
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    if len(text) > LONGEST:
        raise ValueError("too long for one push message")
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    point = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ec.ECDH(), theirs)
    secret = _derive(shared, auth, b"WebPush: info\0" + p256dh + point, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    # The 2 ends the text of the last record.
    sealed = AESGCM(key).encrypt(nonce, text + b"\2", None)
    return salt + _RECORD + bytes([len(point)]) + point + sealed


def _derive(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, about).derive(secret)


def is_point(p256dh: bytes) -> bool:
    """Whether it is a public key as browsers have it."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)
    except ValueError:
        return False
    return len(p256dh) == 65


def write64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def read64(text: str) -> bytes:
    """ValueError where it is none."""
    return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
