"""What there is to show a player, read in one short query: what happened since their last move,
and whether it is worth while to look for talk and for orders, which mostly are not there."""

from typing import NamedTuple

from django.db import connection

from games.models.rows import columns
from games.selectors.log import MOST, Row, told
from games.selectors.tables import Found
from games.types import LogEntry

# Moves that were made for somebody, who therefore has not seen what came before them.
_MADE_FOR_THEM = ["order", "clock"]

_GLANCE = f"""SELECT g.own, g.talk, g.orders, {columns(Row)} FROM (SELECT
    (SELECT max(m.seq) FROM games_move m
     WHERE m.game_id = %(game)s AND m.seat = %(seat)s AND m.door <> ALL(%(made_for_them)s)) AS own,
    EXISTS (SELECT FROM games_message t WHERE t.game_id = %(game)s
            AND (t.to_seat IS NULL OR %(seat)s IN (t.to_seat, t.seat))) AS talk,
    EXISTS (SELECT FROM games_orderlist o WHERE o.game_id = %(game)s
            AND o.person_id = %(person)s AND o.orders <> '[]') AS orders) g
LEFT JOIN games_move m ON m.game_id = %(game)s AND m.seq > COALESCE(%(since)s, g.own, -1)
ORDER BY m.seq LIMIT %(most)s"""  # noqa: S608  made of constants


class Glance(NamedTuple):
    # The number of the player's own last move.
    last_own: int | None
    has_talk: bool
    has_orders: bool
    happened: list[LogEntry]


def glance(found: Found, seat: int, lang: str, since: int | None = None) -> Glance:
    """`since`: what happened after that move; None: since the player's own last one."""
    facts = {
        "game": found.table.id,
        "seat": seat,
        "person": found.viewer,
        "made_for_them": _MADE_FOR_THEM,
        "since": since,
        "most": MOST,
    }
    with connection.cursor() as cursor:
        cursor.execute(_GLANCE, facts)
        rows = cursor.fetchall()
    last_own, has_talk, has_orders = rows[0][:3]
    moves = [Row(*row[3:]) for row in rows if row[3] is not None]
    return Glance(last_own, has_talk, has_orders, told(found, lang, moves))
