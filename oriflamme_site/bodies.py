"""The bodies of requests, read within limits of time and memory: for all together, and for each
address, so that whoever sends much is read no faster than a few others would be."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from django.conf import settings

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
# No request of ours is larger; what is, is refused before it is in memory.
LARGEST_BODY = 1024 * 1024
# But for a mail with a photo that its provider hands on, in a form that adds a third.
LARGEST_BY_PATH = {"/mail/": 16 * 1024 * 1024}
# A body has so many seconds to come whole, and all that have not may take so much memory.
BODY_WITHIN = 20.0
BODIES_AT_ONCE = 16 * LARGEST_BODY
# What is longer than this waits until few others of its address are being read.
SHORT_BODY, LONG_AT_ONCE = 16 * 1024, 2


# Without one of these there is none (RFC 9112, 6.3).
_ANNOUNCE_A_BODY = {b"content-length", b"transfer-encoding"}


class Turns:
    """Of each address so many at a time; what comes beside waits behind its own."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        # Forgotten when nobody of an address holds its turn or waits for it.
        self._of: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, address: str) -> asyncio.Semaphore:
        turn = self._of.get(address)
        if turn is None:
            turn = self._of[address] = asyncio.Semaphore(self._at_once)
        return turn


class Refusal(NamedTuple):
    """For a request that was not read, so that nobody knows its language."""

    status: int
    code: str
    title: str
    detail: str

    def content(self) -> bytes:
        problem = {"type": "about:blank", "title": self.title, "status": self.status}
        return json.dumps(problem | {"code": self.code, "detail": self.detail}).encode()


TOO_LARGE = Refusal(413, "too_large", "Too large", "A request may have 1 MiB. Send less.")
TOO_SLOW = Refusal(
    408, "too_slow", "Too slow", "The request took too long to arrive. Send it again, at once."
)
BROKEN = Refusal(
    400, "broken", "Broken", "The body of the request could not be read. Send it again."
)

# How much of each body that is still being read has come.
_unfinished: dict[asyncio.Timeout, int] = {}
_long = Turns(LONG_AT_ONCE)


async def read(scope: Scope, receive: Receive) -> bytes | Refusal:
    """The whole body, or why there is none."""
    if not any(name in _ANNOUNCE_A_BODY for name, _value in scope["headers"]):
        return b""
    body, largest = bytearray(), _largest(scope["path"])
    try:
        async with asyncio.timeout(BODY_WITHIN) as deadline, AsyncExitStack() as turn:
            if _announced(scope) > SHORT_BODY:
                await turn.enter_async_context(_long.of(address(scope)))
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return BROKEN  # or the client has gone, and nobody hears it
                was_short = len(body) <= SHORT_BODY
                body += message.get("body", b"")
                if len(body) > largest:
                    return TOO_LARGE
                if not message.get("more_body", False):
                    return bytes(body)
                _unfinished[deadline] = len(body)
                _make_room()
                if was_short and len(body) > SHORT_BODY >= _announced(scope):
                    await turn.enter_async_context(_long.of(address(scope)))
    except TimeoutError:
        return TOO_SLOW
    finally:
        _unfinished.pop(deadline, None)


def _announced(scope: Scope) -> int:
    """How long a body says that it is: one that must wait is left in the kernel whole."""
    given = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(given) if given.isdigit() else 0


def _largest(path: str) -> int:
    sizes = (size for start, size in LARGEST_BY_PATH.items() if path.startswith(start))
    return next(sizes, LARGEST_BODY)


def address(scope: Scope) -> str:
    """Where it comes from; with a proxy of ours, what that has written last."""
    if settings.BEHIND_PROXY:
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                return str(value.rpartition(b",")[2].strip().decode("latin1"))
    client = scope.get("client")
    return str(client[0]) if client else ""


def _make_room() -> None:
    """Where too much lies unfinished, the largest has had its time; small ones come through."""
    if sum(_unfinished.values()) > BODIES_AT_ONCE:
        largest = max(_unfinished, key=_unfinished.__getitem__)
        del _unfinished[largest]
        if not largest.expired():  # of itself, in this very moment
            largest.reschedule(0)
