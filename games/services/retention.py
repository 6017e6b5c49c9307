"""What of games is let go of after its time: kept answers of the API row by row, and the feed by
its parts, a month each: what is over is dropped whole, what is to come is made ahead.

A part's name says its months, the first that it has and the first that it has not any more. What no
part was made for falls into the rest, from which it is deleted row by row. (Decision 967.)
"""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from django.db import OperationalError, connection, transaction
from psycopg.errors import LockNotAvailable, QueryCanceled

from accounts import moment
from accounts.retention import delete_old
from games.models import IdempotentAnswer

log = structlog.get_logger("oriflamme.games")

FEED_LASTS = timedelta(days=30)
ANSWERS_LAST = timedelta(days=1)
# Months after the one that is: for as long beat may be away, and no row falls into the rest. But
# readers look into each.
AHEAD = 1
# Whoever reads or moves waits as long as we do, and as long as we take.
PATIENCE = {"lock_timeout": "100ms", "statement_timeout": "400ms"}
REST = "games_feed_rest"

_PARTS = """
SELECT relname FROM pg_class JOIN pg_inherits ON oid = inhrelid
WHERE inhparent = 'games_feed'::regclass AND relname <> %s ORDER BY relname"""
_MOVE = """
WITH gone AS (DELETE FROM {rest} WHERE at >= '{begin}' AND at < '{end}' RETURNING *)
INSERT INTO {part} SELECT * FROM gone"""


def forget_old_answers() -> int:
    return delete_old(IdempotentAnswer._meta.db_table, "at < %s", [moment.now() - ANSWERS_LAST])


def prune_feed() -> int:
    """Let go of what is too old to resume from, and of what a restored backup brought from another
    cluster, whose transactions are numbered differently. How many were deleted one by one."""
    limit = moment.now() - FEED_LASTS
    try:
        _make_ahead()
        _drop_before(limit)
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable | QueryCanceled):
            raise
        log.warning("the feed is in use, its parts are seen to in an hour", error=str(error))
    foreign = "xid > pg_current_xact_id()"
    deleted = delete_old(REST, f"at < %s OR {foreign}", [limit])
    return deleted + sum(delete_old(part, foreign, []) for part in _parts())


def _drop_before(limit: datetime) -> None:
    for part, (_, end) in _parts().items():
        if end <= limit:
            with _alone() as cursor:
                cursor.execute(f"DROP TABLE IF EXISTS {part}")


def _make_ahead() -> None:
    for begin, end in itertools.pairwise(_months(AHEAD + 2)):
        if not _has(begin):
            _make(begin, end)


def _make(begin: datetime, end: datetime) -> None:
    """To attach it keeps readers waiting, and of those who write only who writes into the rest; to
    create it as a part would keep out all of them."""
    with _alone() as cursor:
        if _has(begin):
            return  # somebody else was faster
        part = f"games_feed_{begin:%Y%m}_{end:%Y%m}"
        cursor.execute(f"CREATE TABLE {part} (LIKE {REST} INCLUDING ALL EXCLUDING IDENTITY)")
        cursor.execute(f"LOCK TABLE {REST}")
        cursor.execute(_MOVE.format(rest=REST, part=part, begin=begin, end=end))
        bounds = f"FROM ('{begin}') TO ('{end}')"
        cursor.execute(f"ALTER TABLE games_feed ATTACH PARTITION {part} FOR VALUES {bounds}")


@contextmanager
def _alone() -> Iterator[Any]:
    """Of those who make or drop parts; else nobody is kept out by it."""
    with transaction.atomic(), connection.cursor() as cursor:
        for name, value in PATIENCE.items():
            cursor.execute(f"SET LOCAL {name} = '{value}'")
        cursor.execute("LOCK TABLE ONLY games_feed IN SHARE UPDATE EXCLUSIVE MODE")
        yield cursor


def _parts() -> dict[str, tuple[datetime, datetime]]:
    """Each but the rest, and the time that it has."""
    with connection.cursor() as cursor:
        cursor.execute(_PARTS, [REST])
        names = [name for (name,) in cursor.fetchall()]
    return {name: (_month(name[-13:-7]), _month(name[-6:])) for name in names}


def _has(at: datetime) -> bool:
    return any(begin <= at < end for begin, end in _parts().values())


def _month(name: str) -> datetime:
    return datetime.strptime(name, "%Y%m").replace(tzinfo=UTC)


def _months(count: int) -> Iterator[datetime]:
    """This one and those after it."""
    now = moment.now()
    for month in range(now.month - 1, now.month - 1 + count):
        yield datetime(now.year + month // 12, 1 + month % 12, 1, tzinfo=UTC)
