"""The address to which a letter comes back that could not be delivered.

Each letter has one of its own, sealed, so that what comes back names the delivery and whether it
went to the address that the person still has, and nobody who did not get the letter can say that
it came back.
"""

import base64
import hmac
import struct
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.secret import Address

_BOX = "back+"
# Where mail providers may send complaints of their users.
COMPLAINTS = "complaints"
# What DMARC and TLS reports are asked to be sent to.
REPORTS = "reports"
# With the seal 25 bytes, which are 40 letters without padding.
_BODY = struct.Struct(">BQ5s")
_VERSION, _SEAL = 1, 11


@dataclass(frozen=True, slots=True)
class Origin:
    """The letter that came back."""

    delivery: int
    _mark: bytes

    def went_to(self, address: Address) -> bool:
        return self._mark == _mark(address)


def address_of(delivery_pk: int, to: Address) -> str:
    body = _BODY.pack(_VERSION, delivery_pk, _mark(to))
    token = base64.b32encode(body + _seal(body, settings.SECRET_KEY)).decode()
    return f"{_BOX}{token.lower()}@{settings.ANSWER_DOMAIN}"


def read(address: str) -> Origin | None:
    """Which letter has this return address; None for any other address."""
    local, _at, domain = address.strip(" <>").rpartition("@")
    box, token = local[: len(_BOX)].casefold(), local[len(_BOX) :]
    if box != _BOX or domain.casefold() != settings.ANSWER_DOMAIN.casefold():
        return None
    try:
        sealed = base64.b32decode(token.upper().encode("ascii"))
        body, seal = sealed[: _BODY.size], sealed[_BODY.size :]
        version, pk, mark = _BODY.unpack(body)
    except (ValueError, struct.error):
        return None
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    is_sealed = any(hmac.compare_digest(seal, _seal(body, secret)) for secret in secrets)
    return Origin(pk, mark) if is_sealed and version == _VERSION else None


def is_ours(address: str) -> bool:
    return read(address) is not None or is_for_staff(address)


def is_for_staff(address: str) -> bool:
    """Whether anybody may write there, as it tells the desk and nobody else."""
    return is_for_reports(address) or _is_box(address, COMPLAINTS)


def is_for_reports(address: str) -> bool:
    return _is_box(address, REPORTS)


def _is_box(address: str, box: str) -> bool:
    return address.strip(" <>").casefold() == f"{box}@{settings.ANSWER_DOMAIN}".casefold()


def _mark(address: Address) -> bytes:
    return sha256(address.lower().reveal().encode()).digest()[:5]


def _seal(body: bytes, secret: str) -> bytes:
    sealed = salted_hmac("notifications.returning", body, secret=secret, algorithm="sha256")
    return sealed.digest()[:_SEAL]
