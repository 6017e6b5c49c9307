"""Browsers and their push service, as we meet them: what we send is opened and checked here by the
standards alone (RFC 8188, 8291, 8292), with nothing of the sending side."""

import hmac
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwcrypto.jwk import JWK
from jwcrypto.jws import JWS

from accounts.models import User
from notifications import services
from notifications.models import Device
from tests.notifications.receiver import Receiver


def b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Message(NamedTuple):
    said: dict[str, Any]
    headers: dict[str, str]


class Browser:
    """A subscription at a push service, with the keys that only the browser has."""

    def __init__(self, service: Receiver, *, key: bytes = b"", auth: bytes = b"") -> None:
        number = int.from_bytes(key) if key else ec.generate_private_key(_CURVE)
        self.key = ec.derive_private_key(number, _CURVE) if isinstance(number, int) else number
        self.auth = auth or os.urandom(16)
        self.service = service
        self.path = f"/push/{os.urandom(8).hex()}"
        self.endpoint = f"http://127.0.0.1:{service.port}{self.path}"

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, Any]:
        keys = {"p256dh": b64(self.public), "auth": b64(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys}

    def turn_on(self, person: User, name: str = "") -> Device:
        keys = self.subscription["keys"]
        return services.add_device(person=person, endpoint=self.endpoint, name=name, **keys)[0]

    def answers(self, status: int) -> None:
        self.service.statuses[self.path] = status

    @property
    def messages(self) -> list[Message]:
        """What came for this browser, opened."""
        mine = [one for one in self.service.received if one.path == self.path]
        return [Message(json.loads(open_up(self, one.body)), one.headers) for one in mine]


_CURVE = ec.SECP256R1()


def open_up(browser: Browser, body: bytes) -> bytes:
    salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(body) <= size == 4096
    point = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, sender)
    shared = browser.key.exchange(ec.ECDH(), point)
    about = b"WebPush: info\0" + browser.public + sender
    secret = _hmac(_hmac(browser.auth, shared), about + b"\1")
    both = _hmac(salt, secret)
    key = _hmac(both, b"Content-Encoding: aes128gcm\0\1")[:16]
    nonce = _hmac(both, b"Content-Encoding: nonce\0\1")[:12]
    text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
    assert text[-1:] == b"\2"
    return text[:-1]


def _hmac(key: bytes, text: bytes) -> bytes:
    return hmac.digest(key, text, "sha256")


def who_signed(header: str) -> tuple[bytes, dict[str, Any]]:
    """The public key and the claims of an Authorization header; an error if they do not match."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    point = raw(parts["k"])
    key = JWK(kty="EC", crv="P-256", x=b64(point[1:33]), y=b64(point[33:]))
    token = JWS()
    token.deserialize(parts["t"])
    token.verify(key, alg="ES256")
    claims: dict[str, Any] = json.loads(token.payload)
    return point, claims
