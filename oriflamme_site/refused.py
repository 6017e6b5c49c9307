"""Whoever was refused for asking too often is refused in the same way for a moment longer, before
a thread or the database is asked: they may ask hundreds of times in that moment."""

import time
from typing import Any, Generic, TypeVar

from oriflamme_site.bodies import Scope, address

FOR = 1.0
MOST = 1000
# Answers of programs: no page, and no cookie of its reader, is given to somebody else. Who signs in
# is refused for whom they name in the body, and others beside them are not.
_PATHS, _BUT = "/api/", "/api/v1/auth/"
# With their language, and for which page: the answer is worded and marked for these.
_WHO = (b"authorization", b"cookie", b"accept-language", b"origin")

T = TypeVar("T")
Who = tuple[Any, ...]


class Refused(Generic[T]):
    """What to answer, by who asks for what with which key. Others at the same address who come
    with a key of their own are others."""

    def __init__(self) -> None:
        self._of: dict[Who, tuple[float, T]] = {}

    def find(self, scope: Scope) -> T | None:
        until, answer = self._of.get(_who(scope), (0.0, None))
        return answer if until > time.monotonic() else None

    def note(self, scope: Scope, answer: T) -> None:
        if not scope["path"].startswith(_PATHS) or scope["path"].startswith(_BUT):
            return
        if len(self._of) >= MOST:
            self._of.clear()
        self._of[_who(scope)] = time.monotonic() + FOR, answer


def _who(scope: Scope) -> Who:
    came_with = tuple(pair for pair in scope["headers"] if pair[0] in _WHO)
    return address(scope), scope["method"], scope["path"], came_with
