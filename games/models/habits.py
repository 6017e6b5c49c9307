"""How long somebody took for their own answers: read from the log, stored nowhere."""

from datetime import datetime, timedelta
from typing import Any

import orjson
from django.db import connection

from games import habits, pace
from games.habits import Answered, Asked
from games.models.rows import fetch_one
from games.pace import Pace

# So many games of a like pace, the newest first, of so many in all.
GAMES, OF = 8, 40
# A pace is like another whose time for a move is no more than so many times as long, or as short.
LIKE = 3.5
# What others decided for them, or what they had said before.
_NOT_THEIRS = ["order", "clock", "bot"]

_SAT = """SELECT s.game_id, s.number, g.pace, g.own_pace::text
FROM games_seat s JOIN games_game g ON g.id = s.game_id
WHERE s.person_id = %s AND s.number IS NOT NULL AND NOT g.together
ORDER BY s.game_id DESC LIMIT %s"""
_MADE = """SELECT m.game_id, m.seat, m.at, m.by_id = %(person)s AND m.door <> ALL(%(not_theirs)s)
FROM games_move m WHERE m.game_id = ANY(%(games)s) ORDER BY m.game_id, m.seq"""


def answers_of(person: int, like: Pace) -> list[Answered]:
    """What they answered themselves in their newest games of such a pace."""
    with connection.cursor() as cursor:
        cursor.execute(_SAT, [person, OF])
        sat = {game: seat for game, seat, *terms in cursor.fetchall() if _is_like(like, *terms)}
        games = list(sat)[:GAMES]
        facts: dict[str, Any] = {"person": person, "games": games, "not_theirs": _NOT_THEIRS}
        cursor.execute(_MADE, facts)
        rows = cursor.fetchall()
    found = []
    game = before = asked_at = last_own = None
    for in_game, seat, at, is_answer in rows:
        if in_game != game:
            game, before, asked_at, last_own = in_game, None, None, None
        own = sat[in_game]
        if seat == own:
            if is_answer and asked_at is not None and at - asked_at < _too_long(like):
                asked = habits.kind(asked_at, last_own=last_own, was_own=before == own)
                found.append(Answered(asked, asked_at, at - asked_at))
            last_own = at
        before, asked_at = seat, at
    return found


def asked_now(game_id: int, seat: int) -> tuple[Asked, datetime]:
    """How the question that waits in this game found its seat, and when."""
    before, at, last_own = fetch_one(
        "SELECT m.seat, m.at, (SELECT max(o.at) FROM games_move o"
        " WHERE o.game_id = m.game_id AND o.seat = %s AND o.seq < m.seq)"
        " FROM games_move m WHERE m.game_id = %s ORDER BY m.seq DESC LIMIT 1",
        [seat, game_id],
    )
    return habits.kind(at, last_own=last_own, was_own=before == seat), at


def _is_like(like: Pace, name: str, own: str | None) -> bool:
    theirs = pace.of(name, orjson.loads(own) if own else None).seconds_per_move
    return 1 / LIKE <= theirs / like.seconds_per_move <= LIKE


def _too_long(like: Pace) -> timedelta:
    """Nobody thought for so long: there was a pause."""
    return timedelta(seconds=3 * (like.seconds_per_move + like.bank))
