"""What changed, in an order in which nothing is missed and nothing comes twice.

Numbers are given out before commits, so the newest rows may still get neighbours before them.
Only rows of transactions older than all that are under way are read: among those nothing new can
appear. The order is that of (xid, id).
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import blake2b
from typing import Annotated, NamedTuple

from django.conf import settings
from django.utils import timezone

from accounts import moment
from games import errors
from games.models.rows import Parameters, Value, columns, fetch_all, fetch_one
from games.models.table import SETTLED, Table

LASTS = timedelta(days=30)
# As far as two hosts' clocks may be apart, and a place of one still be one for the other.
APART = timedelta(hours=2)
MOST = 500

_SETTLED = "f.xid < pg_snapshot_xmin(pg_current_snapshot())"


class Cursor(NamedTuple):
    """A place in the feed. To its readers it is a word without meaning: the numbers themselves
    would tell how much goes on elsewhere."""

    xid: Annotated[int, "f.xid::text::bigint"]
    id: Annotated[int, "f.id"]
    at: Annotated[datetime, "f.at"]

    def write(self) -> str:
        minutes = int(self.at.timestamp()) // 60
        block = self.xid << 80 | self.id << 32 | minutes
        return _scramble(block, _ROUNDS).to_bytes(16, "big").hex()

    @classmethod
    def behind(cls, xid: int) -> "Cursor":
        """Everything of this transaction and of those before it."""
        return cls(xid, 0xFFFFFFFFFFFF, moment.now())

    @classmethod
    def read(cls, text: str) -> "Cursor":
        """BadCursor for a text that is none, and for a place whose rows are deleted by now: a
        stream answers that with a `reset`."""
        try:
            block = _scramble(int.from_bytes(bytes.fromhex(text), "big"), _ROUNDS[::-1])
            at = datetime.fromtimestamp((block & 0xFFFFFFFF) * 60, tz=UTC)
        except (ValueError, OverflowError, OSError) as error:
            raise errors.BadCursor from error
        now = timezone.now()
        # A forged or foreign one decodes to noise, and noise to hardly ever the last month. Another
        # host's clock may be ahead of ours.
        if not now - LASTS < at <= now + APART or block >> 128:
            raise errors.BadCursor
        return cls(block >> 80, block >> 32 & 0xFFFFFFFFFFFF, at)


@dataclass(slots=True)
class Happening:
    """A row of the feed. `person` null: for everybody who may see the game."""

    cursor: Annotated[Cursor, columns(Cursor)]
    game_id: Annotated[int | None, "f.game_id"]
    key: Annotated[str | None, "g.key"]
    kind: Annotated[str, "f.kind"]
    ref: Annotated[int | None, "f.ref"]
    person: Annotated[int | None, "f.person_id"]
    # Its key, where it happened there and at no table.
    tournament: Annotated[str, "f.tournament"] = ""


_ROW = columns(Happening)
_TAIL = f"""
SELECT {_ROW} FROM games_feed f LEFT JOIN games_game g ON g.id = f.game_id
WHERE {_SETTLED} AND (f.xid, f.id) > (%s::text::xid8, %s) ORDER BY f.xid, f.id LIMIT %s"""  # noqa: S608
_OF_GAME = f"""
SELECT {_ROW} FROM games_feed f JOIN games_game g ON g.id = f.game_id
WHERE f.game_id = %s AND {_SETTLED} AND (f.xid, f.id) > (%s::text::xid8, %s)
    AND (f.person_id IS NULL OR f.person_id = %s)
ORDER BY f.xid, f.id LIMIT %s"""  # noqa: S608
_OF_PERSON = f"""
(SELECT {_ROW} FROM games_seat s JOIN games_feed f ON f.game_id = s.game_id AND f.person_id IS NULL
 JOIN games_game g ON g.id = f.game_id
 WHERE s.person_id = %(person)s AND {_SETTLED}
    AND (f.xid, f.id) > (%(xid)s::text::xid8, %(id)s) ORDER BY f.xid, f.id LIMIT %(limit)s)
UNION ALL
(SELECT {_ROW} FROM games_feed f LEFT JOIN games_game g ON g.id = f.game_id
 WHERE f.person_id = %(person)s AND {_SETTLED}
    AND (f.xid, f.id) > (%(xid)s::text::xid8, %(id)s) ORDER BY f.xid, f.id LIMIT %(limit)s)
ORDER BY 1, 2 LIMIT %(limit)s"""  # noqa: S608


def feed_now() -> Cursor:
    """The place behind everything that readers can see by now."""
    (xid,) = fetch_one(f"SELECT {SETTLED}")
    return Cursor.behind(xid)


def feed_tail(after: Cursor, limit: int = MOST) -> list[Happening]:
    """Everything after a place: for the one reader of a process that serves many streams. What a
    viewer may get of it is for `Happening.person` and the game's visibility to say."""
    return _read(_TAIL, [str(after.xid), after.id, limit])


def feed_of(*, after: Cursor, viewer: int | None, table: Table | None = None) -> list[Happening]:
    """What a viewer missed at a table they may see; without a table: at all tables where they
    sit or sat, and what was sent to them alone."""
    if table is not None:
        return _read(_OF_GAME, [table.id, str(after.xid), after.id, viewer, MOST])
    facts: Parameters = {"person": viewer, "xid": str(after.xid), "id": after.id, "limit": MOST}
    return _read(_OF_PERSON, facts)


def _read(sql: str, facts: list[Value] | Parameters) -> list[Happening]:
    return [Happening(Cursor(*row[:3]), *row[3:]) for row in fetch_all(sql, facts)]


_ROUNDS = (0, 1, 2, 3)


@cache
def _key() -> bytes:
    return blake2b(settings.SECRET_KEY.encode(), person=b"feed cursor").digest()


def _scramble(block: int, rounds: tuple[int, ...]) -> int:
    """A Feistel cipher of four rounds over 128 bits; with the rounds reversed it undoes itself."""
    left, right = block >> 64, block & 0xFFFFFFFFFFFFFFFF
    for number in rounds:
        text = bytes([number]) + right.to_bytes(8, "big")
        mask = blake2b(text, key=_key(), digest_size=8).digest()
        left, right = right, left ^ int.from_bytes(mask, "big")
    return right << 64 | left
