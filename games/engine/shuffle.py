"""The deal from a seed, so plain that anybody can check it: docs/fair-play.md is its description.

Everything drawn has a stream of its own, named after its purpose, so that choosing one thing by
hand leaves the others as they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from .errors import BadDeal

SEED_SIZE = 32
_PREFIX = "oriflamme-by-post/1/"


def commitment(seed: bytes) -> str:
    """What is published before the game: it fixes the seed without telling it."""
    return "sha256:" + sha256(_checked(seed)).hexdigest()


class Stream:
    """Unbiased draws for one purpose."""

    def __init__(self, seed: bytes, purpose: str) -> None:
        self._bytes = _endless(_PREFIX.encode() + purpose.encode() + b"/" + _checked(seed))

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


def _endless(start: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from sha256(start + block.to_bytes(4, "big")).digest()
        block += 1


def _checked(seed: bytes) -> bytes:
    if not isinstance(seed, bytes) or len(seed) != SEED_SIZE:
        raise BadDeal("seed", f"A seed is {SEED_SIZE} bytes.")
    return seed
