"""A passkey in software: what a phone or a stick would answer, by the letter of WebAuthn."""

import hashlib
import json
import secrets
import struct
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Passkey:
    def __init__(self, origin: str = "https://testserver") -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.user_handle = ""
        self.count = 0

    def create(self, options: dict[str, Any]) -> str:
        wanted = options["publicKey"]
        self.user_handle = wanted["user"]["id"]
        public = cbor.encode(ES256.from_cryptography_key(self.key.public_key()))
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        statement = {
            "fmt": "none",
            "attStmt": {},
            "authData": self._data(PRESENT | VERIFIED | ATTESTED) + attested,
        }
        response = {
            "clientDataJSON": websafe_encode(self._client("webauthn.create", wanted["challenge"])),
            "attestationObject": websafe_encode(cbor.encode(statement)),
        }
        return self._say(response, {"credProps": {"rk": True}})

    def sign(self, options: dict[str, Any]) -> str:
        client = self._client("webauthn.get", options["publicKey"]["challenge"])
        data = self._data(PRESENT | VERIFIED)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": websafe_encode(client),
            "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(signature),
            "userHandle": self.user_handle,
        }
        return self._say(response, {})

    def _client(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _data(self, flags: int) -> bytes:
        self.count += 1
        return hashlib.sha256(b"testserver").digest() + struct.pack(">BI", flags, self.count)

    def _say(self, response: dict[str, Any], extensions: dict[str, Any]) -> str:
        return json.dumps(
            {
                "id": websafe_encode(self.id),
                "rawId": websafe_encode(self.id),
                "type": "public-key",
                "response": response,
                "clientExtensionResults": extensions,
                "authenticatorAttachment": "platform",
            }
        )
