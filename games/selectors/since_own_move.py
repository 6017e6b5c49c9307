"""What there is to show a player, on a page or in a letter, read in one short query: what happened
since their last move, and whether it is worth while to look for talk and for orders, which mostly
are not there."""

from typing import NamedTuple

from games.models.rows import columns, fetch_all
from games.selectors.log import MADE_FOR_THEM, MOST, Row
from games.selectors.tables import Found

_GLANCE = f"""SELECT g.own, g.talk, g.orders, g.hides, {columns(Row)} FROM (SELECT
    (SELECT max(m.seq) FROM games_move m
     WHERE m.game_id = %(game)s AND m.seat = %(seat)s AND m.door <> ALL(%(made_for_them)s)) AS own,
    EXISTS (SELECT FROM games_message t WHERE t.game_id = %(game)s
            AND (t.to_seat IS NULL OR %(seat)s IN (t.to_seat, t.seat))) AS talk,
    EXISTS (SELECT FROM games_orderlist o WHERE o.game_id = %(game)s
            AND o.person_id = %(person)s AND o.orders <> '[]') AS orders,
    EXISTS (SELECT FROM games_correspondence c WHERE c.game_id = %(game)s
            AND c.person_id = %(person)s AND c.hides_cards) AS hides) g
LEFT JOIN games_move m ON m.game_id = %(game)s
    AND m.seq > COALESCE(%(since)s, g.own - %(with_own)s, -1)
ORDER BY m.seq LIMIT %(most)s"""  # noqa: S608  made of constants


class Glance(NamedTuple):
    # The number of the player's own last move.
    last_own: int | None
    has_talk: bool
    has_orders: bool
    # Whether they keep their hidden cards out of letters.
    hides_cards: bool
    moves: list[Row]


def glance(
    found: Found, seat: int | None, since: int | None = None, *, with_own: bool = False
) -> Glance:
    """`since`: what happened after that move; None: since the player's own last one, or with it."""
    facts = {
        "game": found.table.id,
        "seat": seat,
        "person": found.viewer,
        "made_for_them": [*MADE_FOR_THEM],
        "since": since,
        "with_own": int(with_own),
        "most": MOST,
    }
    rows = fetch_all(_GLANCE, facts)
    last_own, has_talk, has_orders, hides_cards = rows[0][:4]
    moves = [Row(*row[4:]) for row in rows if row[4] is not None]
    return Glance(last_own, has_talk, has_orders, hides_cards, moves)
