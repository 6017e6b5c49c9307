"""What happened at a table, each event redacted for who reads it."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db import connection

from accounts.models import User
from games import engine
from games.engine import words
from games.models.packing import unpack
from games.models.table import Chair, Table
from games.selectors import people
from games.selectors.tables import Found, find_game
from games.selectors.talk import messages
from games.selectors.times import to_the_minute

Entry = dict[str, Any]
MOST = 500
# Read with every page of a table: by hand, since putting the query together costs more than it.
_AFTER = """SELECT seq, seat, door, at, move, events FROM games_move
    WHERE game_id = %s AND seq > %s ORDER BY seq LIMIT %s"""


class Row(NamedTuple):
    seq: int
    seat: int | None
    door: str
    at: datetime
    move: str
    events: str


def log(
    *, key: str, viewer: User | None, lang: str, since: int = -1, limit: int = MOST
) -> list[Entry]:
    """The moves after `since`, in order; -1: from the deal on, which is number 0. Two queries."""
    return [shown(entry) for entry in entries(find_game(key, viewer), lang, since, limit)]


def shown(entry: Entry) -> Entry:
    return {**entry, "at": to_the_minute(entry["at"])}


def entries(found: Found, lang: str, since: int, limit: int = MOST) -> list[Entry]:
    """With their exact times, which find what else happened then: show them by `shown`."""
    return told(found, lang, read_rows(found.table, since=since, most=min(limit, MOST)))


def read_rows(table: Table, *, since: int, most: int) -> list[Row]:
    """With everything secret that is in them."""
    with connection.cursor() as cursor:
        cursor.execute(_AFTER, [table.id, since, most])
        return [Row(*row) for row in cursor.fetchall()]


def told(found: Found, lang: str, rows: list[Row]) -> list[Entry]:
    """Moves, and what they led to, as the viewer may know it."""
    table, viewer = found.table, found.viewer
    chair, you = table.chair_of(viewer), table.seat_of(viewer)
    say = partial(words.say, lang=lang, you=you, names=people.names(table))
    return [
        {
            "seq": row.seq,
            "at": row.at,
            "seat": row.seat,
            **_known(table, row, chair, you),
            **happened(row, you, say, lang, over=table.is_over),
        }
        for row in rows
    ]


def happened(
    row: Row, you: int | None, say: Callable[[Any], str], lang: str, *, over: bool
) -> Entry:
    """What a move led to, as a seat may know it."""
    events = engine.redact(unpack(row.events), you, over=over)
    in_vain = words.is_in_vain(row.move, events)
    return {
        "events": [{**event, "says": say(event)} for event in words.explain(events)],
        "nothing": words.nothing("informant", lang) if in_vain else None,
    }


def _known(table: Table, row: Row, chair: Chair | None, you: int | None) -> Entry:
    """A move names cards that only its seat may know. Its door tells of a person's habits, and
    whether they have left orders, after the end too; and so it does of who sat there before."""
    own = you is not None and row.seat == you
    before = chair is not None and row.at.timestamp() < chair.joined
    return {
        "move": row.move if own or table.is_over else None,
        "door": row.door if own and not before else None,
    }


def timeline(
    *, key: str, viewer: User | None, lang: str, since: int = -1, limit: int = MOST
) -> list[Entry]:
    """Moves after `since` and what was said from then on, in the order of time. Three queries."""
    found = find_game(key, viewer)
    after = None
    moves = entries(found, lang, max(since, 0) - 1, limit + 1)
    if since >= 0 and moves:
        after = moves.pop(0)["at"]
    said = messages(found, since=after, limit=limit)
    both = [
        *({"type": "move", **entry} for entry in moves),
        *({"type": "message", **message} for message in said),
    ]
    return [shown(entry) for entry in sorted(both, key=lambda entry: entry["at"])[:limit]]
