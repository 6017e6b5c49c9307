"""Answers that a server sends in pieces, as fast as they are read: each address has so many of
them on their way, so that a thousand who read nothing cost no more than a few."""

import asyncio
import time
from collections import deque

# What lies in memory of each at the most: the server's piece, and what waits behind it. Answers
# below `SHORT` wait for nobody.
PIECE, SHORT = 256 * 1024, 16 * 1024
AT_ONCE = 8 * 1024 * 1024
# The server does not say when it has sent them. Whoever reads is done by then, and whoever does
# not is hung up on (watchdog.UNREAD).
ON_THEIR_WAY = 30.0
_FORGET_ABOVE = 1000

_begun: dict[str, deque[tuple[float, int]]] = {}


async def wait_for_room(address: str, length: int) -> None:
    """Until so much of a long answer may begin to go to this address."""
    if length < SHORT:
        return
    held = min(length, PIECE)
    theirs = _begun.setdefault(address, deque())
    while theirs and _held(theirs) + held > AT_ONCE:
        await asyncio.sleep(theirs[0][0] + ON_THEIR_WAY - time.monotonic())
    theirs.append((time.monotonic(), held))
    if len(_begun) > _FORGET_ABOVE:
        for other in [other for other, their in _begun.items() if not _held(their)]:
            del _begun[other]


def _held(theirs: deque[tuple[float, int]]) -> int:
    gone = time.monotonic() - ON_THEIR_WAY
    while theirs and theirs[0][0] <= gone:
        theirs.popleft()
    return sum(held for _at, held in theirs)
