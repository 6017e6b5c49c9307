"""Many games at once, the oldest first, each as its reader may see it.

A page goes on after a game that its reader has: no place is kept for anybody, and who comes back
with the last game they have loses none and gets none twice.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import NamedTuple

import orjson
from django.utils import translation

from accounts import moment
from accounts.models import User
from games import engine, errors
from games.models import replica
from games.models.rows import Parameters, Value, fetch_all
from games.models.table import OF_EXPORTS, Table, read_table
from games.selectors.lists import filtered, position, summary, whole_minutes
from games.selectors.record import players_of, written
from games.types import ExportedGame

# Ends are read in the order of their time, which a transaction takes before it commits: whoever
# has read past it would miss a game. None takes so long.
SETTLED = timedelta(minutes=2)

_LISTS = {
    "over": """g.status = 'over' AND g.ended_at < %(settled)s AND (g.spectators
        OR EXISTS (SELECT FROM games_seat m WHERE m.game_id = g.id AND m.person_id = %(viewer)s)
        OR EXISTS (SELECT FROM games_formerplayer f
            WHERE f.game_id = g.id AND f.person_id = %(viewer)s))""",
    "mine_over": """g.status = 'over' AND g.ended_at < %(settled)s AND EXISTS (
        SELECT FROM games_seat m WHERE m.game_id = g.id AND m.person_id = %(viewer)s)""",
    "mine": """g.id IN (SELECT m.game_id FROM games_seat m
        WHERE m.person_id = %(viewer)s AND m.live AND m.resigned_at IS NULL)""",
    "running": "g.status = 'running' AND g.spectators",
}
LISTS = list(_LISTS)
_BY_END = ("g.ended_at, g.id", "(g.ended_at, g.id) > (%(ended_at)s, %(id)s)")
_BY_OPENING = ("g.id", "g.id > %(id)s")
# Read beside a table that is over, in the same query.
_MOVES = """CASE WHEN g.status = 'over' THEN (
    SELECT json_agg(m.move ORDER BY m.seq)::text FROM games_move m
    WHERE m.game_id = g.id AND m.seat IS NOT NULL) END"""
_ADDED = """CASE WHEN g.status = 'over' AND coalesce(g.deal_scheme, 1) > 1 THEN (
    SELECT json_agg(json_build_array(coalesce(s.place, 0), encode(s.contribution, 'hex'))
        ORDER BY coalesce(s.place, 0), s.id)::text
    FROM games_seat s WHERE s.game_id = g.id) END"""


class Whole(NamedTuple):
    """A table with what its record is made of; of one that is not over there is none."""

    table: Table
    moves: list[str]
    contributions: list[bytes] | None


def read_page(
    which: str, viewer: User | None, wanted: Mapping[str, Value], after: str, limit: int
) -> list[Whole]:
    """One query, and one more for the place to go on from. What is over for minutes
    has come to a replica."""
    if "over" in which:
        return replica.read(lambda: _read_page(which, viewer, wanted, after, limit))
    return _read_page(which, viewer, wanted, after, limit)


def _read_page(
    which: str, viewer: User | None, wanted: Mapping[str, Value], after: str, limit: int
) -> list[Whole]:
    asked = {name: value for name, value in wanted.items() if value is not None}
    facts: Parameters = {
        **asked,
        **whole_minutes(asked),
        "viewer": viewer.pk if viewer else None,
        "settled": moment.now() - SETTLED,
        "limit": limit,
    }
    order, behind = _BY_END if "over" in which else _BY_OPENING
    conditions = [_LISTS[which], *filtered(which, asked)]
    if after:
        facts |= position(which, after, viewer, asked.get("maker"))
        conditions.append(behind)
    sql = (
        f"SELECT {_MOVES}, {_ADDED}, {OF_EXPORTS} FROM games_game g "  # noqa: S608  of constants
        f"WHERE {' AND '.join(conditions)} ORDER BY {order} LIMIT %(limit)s"
    )
    return [_whole(row[0], row[1], read_table(row[2:])) for row in fetch_all(sql, facts)]


def _whole(moves: str | None, added: str | None, table: Table) -> Whole:
    seed = table.seed.reveal()
    contributions = added and [
        bytes.fromhex(one) if one else engine.drawn(seed, place)
        for place, one in orjson.loads(added)
    ]
    return Whole(table, orjson.loads(moves or "[]"), contributions or None)


def exported(whole: Whole, viewer: User | None, lang: str) -> ExportedGame:
    with translation.override(lang):
        shown = summary(whole.table, viewer.pk if viewer else None)
        return {"game": shown, "record": record_of(whole, players_of(whole.table))}


def record_of(whole: Whole, players: list[str] | None) -> str | None:
    """None while it is not over, and for one that this software cannot read: the rest goes on."""
    if not whole.table.is_over:
        return None
    try:
        return written(whole.table, whole.contributions, whole.moves, players)
    except errors.UnreadableGame:
        return None
