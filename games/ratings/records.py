"""Finished games as ratings read them: who sat where and for how long, a page in one query."""

from datetime import datetime
from typing import Any, NamedTuple

import orjson

from games.models.rows import fetch_all
from games.ratings.results import Result, Sitter, Who


class Record(NamedTuple):
    game: int
    set: str
    blind: bool
    ended_at: datetime
    result: Result


# Only where a seat was taken over is the log asked; elsewhere all of it was one player's.
_UNCOUNTED = """
SELECT g.id, g."set", g.blind, g.ended_at, g.rated, (g.result->'ranks')::text, (
    SELECT json_agg(json_build_array(t.number, t.person_id, t.bot, coalesce(u.is_bot, true),
        t.decisions, extract(epoch FROM t.resigned_at), t.excused, t.rank, coalesce(o.own, 1))
        ORDER BY t.number, t.until)::text
    FROM (
        SELECT s.number, s.person_id, s.bot, s.resigned_at, NULL::int AS until,
            s.excused_from IS NOT NULL AS excused, NULL::int AS rank,
            CASE WHEN f.last IS NULL THEN 1 ELSE (
                SELECT count(*) FROM games_move m
                WHERE m.game_id = g.id AND m.seat = s.number AND m.seq > f.last) END AS decisions
        FROM games_seat s LEFT JOIN (
            SELECT number, max(until_seq) AS last FROM games_formerplayer
            WHERE game_id = g.id GROUP BY number) f ON f.number = s.number
        WHERE s.game_id = g.id
        UNION ALL
        SELECT f.number, f.person_id, '', f.resigned_at, f.until_seq, false, f.rank, (
            SELECT count(*) FROM games_move m WHERE m.game_id = g.id AND m.seat = f.number
                AND m.seq > f.from_seq AND m.seq <= f.until_seq)
        FROM games_formerplayer f WHERE f.game_id = g.id
    ) t LEFT JOIN accounts_user u ON u.id = t.person_id LEFT JOIN (
        SELECT m.seat, avg((m.door NOT IN ('bot', 'clock'))::int)::float8 AS own FROM games_move m
        WHERE m.game_id = g.id AND m.seat IS NOT NULL GROUP BY m.seat) o ON o.seat = t.number)
FROM games_game g
WHERE g.status = 'over' AND g.seats > 2 AND g.result->>'ranks' IS NOT NULL
    AND g.ended_at >= coalesce(%(since)s::timestamptz, '-infinity')
    AND (g.rated OR EXISTS (
        SELECT FROM games_seat s LEFT JOIN accounts_user u ON u.id = s.person_id
        WHERE s.game_id = g.id AND (s.person_id IS NULL OR u.is_bot)))
    AND NOT EXISTS (SELECT FROM ratings_countedgame c WHERE c.game_id = g.id)
    AND NOT EXISTS (SELECT FROM ratings_annulment a WHERE a.game_id = g.id)
ORDER BY g.ended_at, g.id LIMIT %(most)s"""


def uncounted(*, since: datetime | None, most: int) -> list[Record]:
    """The earliest games that ended from a moment on and are not counted yet, in order."""
    return [_read(row) for row in fetch_all(_UNCOUNTED, {"since": since, "most": most})]


def _read(row: tuple[Any, ...]) -> Record:
    game, box, blind, ended_at, rated, ranks, sitters = row
    by_rank: list[int] = orjson.loads(ranks)
    seats: list[list[Sitter]] = [[] for _ in by_rank]
    rows: list[tuple[int, int | None, str, bool, int, Any, bool, int | None, float]] = orjson.loads(
        sitters
    )
    played = [1.0] * len(by_rank)
    for number, person, bot, is_bot, decisions, resigned_at, excused, place, own in rows:
        played[number] = 1.0 if is_bot else own
        # Who stands in for a person is no player of the game.
        who = Who(person, "" if person else bot)
        seats[number].append(Sitter(who, is_bot, decisions, resigned_at, excused, place))
    return Record(game, box, blind, ended_at, Result(rated, by_rank, seats, played))
