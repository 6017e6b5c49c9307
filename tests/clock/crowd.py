"""Very many running games, of which few or all are due: made by SQL in seconds."""

from typing import Any

import orjson
from django.db import connection

from games.models import Game
from games.services import sweeping

_PEOPLE = """
INSERT INTO accounts_user (password, is_superuser, handle, name, language, time_zone, is_bot,
    is_staff, is_active, created_at)
SELECT '', false, 'crowd' || n, '', 'en', 'UTC', false, false, true, now()
FROM generate_series(1, 500) n"""
# Those that are not due have a deadline to come, and no state: nobody may look at it.
_GAMES = """
INSERT INTO games_game (key, link, name, "set", edition, seats, direction, "join", language, talk,
    anonymous, rated, pace, start, fill_with_bots, closes_at, spectators, creator_id, status,
    created_at, started_at, seq, revision, changed_at, rules_version, seed, commitment, state,
    to_move, waits_since, deadline)
SELECT lpad(n::text, 16, 'x'), lpad(n::text, 24, 'x'), 'Table ' || n, "set", edition, seats,
    direction, "join", language, talk, anonymous, rated, pace, start, fill_with_bots, closes_at,
    spectators, creator_id, status, created_at, started_at, seq, revision, changed_at,
    rules_version, seed, commitment, CASE WHEN n <= %(due)s THEN state ELSE '{}' END, to_move,
    waits_since, now() + CASE WHEN n <= %(due)s THEN - n * interval '10 ms'
        ELSE (n %% 10000 + 100) * interval '1 min' END
FROM games_game, generate_series(1, %(games)s) n WHERE id = %(model)s"""
_SEATS = """
INSERT INTO games_seat (game_id, number, person_id, bot, stand_in, joined_at, agrees_to_end,
    talk_read, seen_seq, live)
SELECT g.id, number, people.ids[1 + (g.id * 7 + number) %% 500], '', false, now(), false, 0, 0, true
FROM games_game g, generate_series(0, g.seats - 1) number,
    (SELECT array_agg(id ORDER BY id) AS ids FROM accounts_user WHERE handle LIKE 'crowd%%') people
WHERE g.id > %(model)s"""


def gather(model: Game, *, games: int, due: int) -> None:
    facts = {"model": model.pk, "games": games, "due": due}
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(_PEOPLE)
        cursor.execute("SET session_replication_role = replica")  # no check of each foreign key
        cursor.execute(_GAMES, facts)
        cursor.execute(_SEATS, facts)
        cursor.execute("SET session_replication_role = origin")
        for table in ("accounts_user", "games_game", "games_seat"):
            cursor.execute(f"ANALYZE {table}")


def plan(statement: str, facts: list[Any]) -> dict[str, Any]:
    """What PostgreSQL really did, node by node."""
    with connection.cursor() as cursor:
        text = cursor.mogrify(statement, facts) if hasattr(cursor, "mogrify") else None
        cursor.execute(
            "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + (text or statement),
            None if text else facts,
        )
        (found,) = cursor.fetchone()
    node: dict[str, Any] = (orjson.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    return node


def nodes(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [node, *(one for child in node.get("Plans", []) for one in nodes(child))]


DUE, TO_WAKE = sweeping._DUE, sweeping._TO_WAKE
