"""The right that a letter carries: one person, one table, one position.

    pack(Right(key, person=7, seq=41, issued=…))  →  "aha5k3…", 53 letters

That of a letter about an evening, or that asks back, names this as well (56 letters), so that a
yes is to that one.

It is short enough for the local part of a mail address (64 letters with `turn+`), and knows no
capital letters, because some mail servers change them. Whoever holds it may do what it says,
whatever the From line of a mail claims.
"""

import base64
import hmac
import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts import moment
from accounts.secret import Secret
from games.models.keys import ALPHABET

LASTS = timedelta(days=60)
_SEAL = 12
_PLAIN, _OF_EVENING, _OF_PROPOSAL = 1, 2, 3
# What all begin with; behind it, the number of what a yes is to.
_BODY, _NUMBER = struct.Struct(">B10sIHI"), struct.Struct(">H")
_HALF_HOUR = 1800
_PURPOSE = "games.post"
_KEY_LETTERS = 16


class BadToken(Exception):
    """Nothing that we have written."""


@dataclass(frozen=True, slots=True)
class Right:
    key: str
    person: int
    seq: int
    issued: datetime
    # The number of its half hour, of a letter about one.
    evening: int | None = None
    # The number of what it asks back about, of a letter that does: see games.post.asking.
    proposal: int | None = None

    def has_expired(self) -> bool:
        return moment.now() > self.issued + LASTS


def make(
    key: str,
    person: int,
    seq: int,
    *,
    evening: datetime | None = None,
    proposal: int | None = None,
) -> Secret[str]:
    number = None if evening is None else evening_number(evening)
    return pack(Right(key, person, seq, moment.now(), number, proposal))


def evening_number(at: datetime) -> int:
    """Evenings begin at full and half hours; so many numbers are some years."""
    return int(at.timestamp()) // _HALF_HOUR % 2**16


def pack(right: Right) -> Secret[str]:
    version, yes_to = _PLAIN, None
    if right.evening is not None:
        version, yes_to = _OF_EVENING, right.evening
    elif right.proposal is not None:
        version, yes_to = _OF_PROPOSAL, right.proposal
    body = _BODY.pack(
        version,
        _number(right.key).to_bytes(10, "big"),
        right.person,
        right.seq,
        int(right.issued.timestamp()),
    )
    if yes_to is not None:
        body += _NUMBER.pack(yes_to)
    sealed = body + _seal(body, settings.SECRET_KEY)
    return Secret(base64.b32encode(sealed).decode().rstrip("=").lower())


def read(token: str) -> Right:
    """The right in a token of ours; BadToken for any other text. An expired one is read too."""
    try:
        text = token.upper().encode("ascii")
        sealed = base64.b32decode(text + b"=" * (-len(text) % 8))
        body, seal = sealed[:-_SEAL], sealed[-_SEAL:]
        version, key, person, seq, issued = _BODY.unpack_from(body)
        (yes_to,) = _NUMBER.unpack(body[_BODY.size :]) if version != _PLAIN else (None,)
    except (ValueError, struct.error) as error:
        raise BadToken from error
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not any(hmac.compare_digest(seal, _seal(body, secret)) for secret in secrets):
        raise BadToken
    if version not in {_PLAIN, _OF_EVENING, _OF_PROPOSAL}:
        raise BadToken
    return Right(
        _key(int.from_bytes(key, "big")),
        person,
        seq,
        datetime.fromtimestamp(issued, tz=UTC),
        evening=yes_to if version == _OF_EVENING else None,
        proposal=yes_to if version == _OF_PROPOSAL else None,
    )


def _seal(body: bytes, secret: str) -> bytes:
    return salted_hmac(_PURPOSE, body, secret=secret, algorithm="sha256").digest()[:_SEAL]


def _number(key: str) -> int:
    number = 0
    for letter in key:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    return number


def _key(number: int) -> str:
    letters = []
    for _ in range(_KEY_LETTERS):
        number, value = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[value])
    return "".join(reversed(letters))
