"""The deal from what was drawn, so plain that anybody can check it: docs/fair-play.md is its
description.

Everything drawn has a stream of its own, named after its purpose, so that choosing one thing by
hand leaves the others as they were. A scheme that has dealt games stays for as long as there is a
game of it: in the first the site's seed alone decides, in the second what the seats add as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

from .errors import BadDeal

SIZE = 32  # bytes of a seed, and of a contribution
NEWEST_SCHEME = 2
# A tournament has keys for so many rounds.
ROUNDS = 256
_ALONE, _TOGETHER = b"oriflamme-by-post/1/", b"oriflamme-by-post/2/"
# What the second scheme fixes, in this order; a table of fewer leaves the last hands undealt.
PURPOSES = ("seating", "first", "direction", "deck", *(f"hand {seat}" for seat in range(5)))


class Stream:
    """Unbiased draws for one purpose."""

    def __init__(self, start: bytes) -> None:
        self._bytes = _endless(start)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely; a byte that would favour some is left."""
        fair = 256 - 256 % bound
        return next(byte for byte in self._bytes if byte < fair) % bound

    def shuffled(self, cards: Sequence[str]) -> list[str]:
        """The sorted cards in an order drawn at random (Fisher and Yates, from the last down)."""
        order = sorted(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


Chance = Callable[[str], Stream]


def chance(seed: bytes, contributions: Sequence[bytes] | None = None) -> Chance:
    """The streams by their purposes. Contributions come in the order of the seats' places; None
    for the first scheme, in which there are none."""
    _checked(seed)
    if contributions is None:
        return lambda purpose: Stream(_ALONE + purpose.encode() + b"/" + seed)
    return lambda purpose: opened(purpose, key(seed, purpose), contributions)


def seating(draw: Chance, seats: int, *, in_order: bool = False) -> list[int]:
    """For each seat, which of those who came sits there. `in_order`: who came first places first,
    and the others follow."""
    if in_order:
        first = draw("first").below(seats)
        return [(seat - first) % seats for seat in range(seats)]
    return [int(came) for came in draw("seating").shuffled([str(came) for came in range(seats)])]


def opened(purpose: str, opens: bytes, contributions: Sequence[bytes]) -> Stream:
    """One stream from its key: all that is needed to check this one and no other."""
    whole = b"".join(_checked(one, "contribution") for one in contributions)
    mixed = sha256(_TOGETHER + b"mix/" + whole).digest()
    return Stream(_TOGETHER + purpose.encode() + b"/" + _checked(opens, "key") + mixed)


def key(seed: bytes, purpose: str) -> bytes:
    """What the site holds back of one thing to be drawn; of the others it tells nothing."""
    return sha256(_TOGETHER + b"key/" + purpose.encode() + b"/" + _checked(seed)).digest()


def mark(secret: bytes) -> bytes:
    """What is published of a key or a contribution while it is secret."""
    return sha256(_checked(secret)).digest()


def marks(seed: bytes) -> dict[str, bytes]:
    """Those of all keys: they are published before anybody adds anything."""
    return {purpose: mark(key(seed, purpose)) for purpose in PURPOSES}


def drawn(seed: bytes, place: int) -> bytes:
    """The contribution of a seat that sends none. It follows from the seed, so that it was fixed
    with it."""
    return sha256(_TOGETHER + f"drawn/{place}/".encode() + _checked(seed)).digest()


def commitment(seed: bytes, scheme: int = 1) -> str:
    """What is published before the game: it fixes the seed without telling it."""
    fixed = _checked(seed) if scheme == 1 else b"".join(marks(seed).values())
    return "sha256:" + sha256(fixed).hexdigest()


def before(round_key: bytes) -> bytes:
    """The key of the round before: from one that is open all earlier ones follow, and no later."""
    return sha256(_TOGETHER + b"round/" + _checked(round_key, "key")).digest()


def round_key(last: bytes, number: int) -> bytes:
    """What the tables of a tournament's round are dealt from; `last` is that of round ROUNDS, and
    number 0 is what all of them end at, which is published first."""
    for _ in range(ROUNDS - number):
        last = before(last)
    return last


def rounds_commitment(round_key: bytes, number: int) -> str:
    for _ in range(number):
        round_key = before(round_key)
    return "sha256:" + round_key.hex()


def seed_of_table(round_key: bytes, table: int) -> bytes:
    return sha256(_TOGETHER + f"table/{table}/".encode() + _checked(round_key, "key")).digest()


def _endless(start: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from sha256(start + block.to_bytes(4, "big")).digest()
        block += 1


def _checked(secret: bytes, what: str = "seed") -> bytes:
    if not isinstance(secret, bytes) or len(secret) != SIZE:
        raise BadDeal(what, f"A {what} is {SIZE} bytes.")
    return secret
