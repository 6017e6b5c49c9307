"""Reading from a replica of the database, where an answer may be some seconds old: lists as
strangers see them, ratings, and what is over and does not change any more. Nobody's own view comes
from there: it must not be older than their move.

Without REPLICA_URL there is none, and everything is read where it is written.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from typing import TypeVar

import structlog
from django.db import DatabaseError, connections

from accounts import moment

log = structlog.get_logger("oriflamme.replica")

PRIMARY, REPLICA = "default", "replica"
# The sweep of the clocks writes down each five seconds that it has run; so old may that be there.
BEHIND = timedelta(seconds=15)
# Seconds between two looks at it: while it follows, and while it does not.
LOOK, LOOK_AGAIN = 2.0, 10.0

T = TypeVar("T")
_using: ContextVar[str] = ContextVar("using", default=PRIMARY)
_follows = False
_look_at = 0.0


def using() -> str:
    return _using.get()


def read(ask: Callable[[], T]) -> T:
    """What the replica answers; where it cannot, what the primary does. A refusal is asked of the
    primary as well: what is new may not have come to the replica yet."""
    if not follows():
        return ask()
    try:
        with _at_replica():
            return ask()
    except Exception as failure:
        if isinstance(failure, DatabaseError):
            _judge(False)
        return ask()


@contextmanager
def _at_replica() -> Iterator[None]:
    before = _using.set(REPLICA)
    try:
        yield
    finally:
        _using.reset(before)


def follows() -> bool:
    """Whether there is one that is hardly behind. One looks: it may take seconds to find nobody,
    and who comes meanwhile goes by what was known."""
    global _look_at  # noqa: PLW0603
    if REPLICA not in connections.databases:
        return False
    if time.monotonic() >= _look_at:
        _look_at = time.monotonic() + LOOK_AGAIN
        _judge(_is_fresh())
    return _follows


def _is_fresh() -> bool:
    try:
        with connections[REPLICA].cursor() as cursor:
            cursor.execute("SELECT max(at) FROM games_heartbeat")
            (at,) = cursor.fetchone()
    except DatabaseError:
        return False
    return at is not None and moment.now() - at < BEHIND


def _judge(follows: bool) -> None:
    global _follows, _look_at
    if _follows != follows:
        log.warning("lists are read from the replica" if follows else "the replica is left alone")
    _follows, _look_at = follows, time.monotonic() + (LOOK if follows else LOOK_AGAIN)


class Router:
    """For Django's own queries; those by hand ask `using` (`rows`)."""

    def db_for_read(self, model: object, **hints: object) -> str:
        return using()

    def db_for_write(self, model: object, **hints: object) -> str:
        return PRIMARY

    def allow_relation(self, one: object, other: object, **hints: object) -> bool:
        return True  # it is one database

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        return db == PRIMARY
