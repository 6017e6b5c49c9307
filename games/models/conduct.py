"""How reliably a person decides in time: read from the log, stored nowhere.

Of the last `LAST` decisions that came to a person within a year, how many they made themselves –
before their time was up, or after it and before the clock had noticed. A stand-in's decisions
count as not made, once and while they were absent alike; after resigning nothing counts, but for
whoever took a seat over and so promised to play on. What fell
into holidays of theirs or a standstill of the site is left out. Everybody brings `TRUST` good ones
along, so that one bad start is soon made up for.
"""

from datetime import timedelta
from typing import NamedTuple

from accounts import moment
from games.models.rows import Parameters, fetch_all

LAST = 100
TRUST = 10
WITHIN = timedelta(days=365)
# No person has had a hundred decisions in fewer than that many of their newest games.
_GAMES = 60

# Nobody shall be known there by how reliable they become.
_HIDES = "g.anonymous AND g.status <> 'over'"
_DECISIONS = f"""
WITH sat AS (
    (SELECT game_id, number, joined_at AS since, excused_from,
        CASE WHEN NOT EXISTS (SELECT FROM games_formerplayer f
            WHERE f.game_id = s.game_id AND f.number = s.number) THEN resigned_at END AS until
     FROM games_seat s WHERE person_id = %(person)s AND number IS NOT NULL
        AND NOT EXISTS (SELECT FROM games_game g WHERE g.id = s.game_id AND {_HIDES})
     ORDER BY game_id DESC LIMIT %(games)s)
    UNION ALL
    (SELECT game_id, number, joined_at, NULL, least(resigned_at, left_at)
     FROM games_formerplayer s WHERE person_id = %(person)s
        AND NOT EXISTS (SELECT FROM games_game g WHERE g.id = s.game_id AND {_HIDES})
     ORDER BY game_id DESC LIMIT %(games)s)
), decided AS (
    SELECT m.at, m.door NOT IN ('clock', 'bot') AS in_time
    FROM sat JOIN games_move m ON m.game_id = sat.game_id AND m.seat = sat.number
    WHERE m.at >= sat.since AND (sat.until IS NULL OR m.at < sat.until) AND m.at > %(since)s
        AND (sat.excused_from IS NULL OR m.seq <= sat.excused_from)
)
SELECT in_time FROM decided d WHERE d.in_time OR NOT (
    EXISTS (SELECT FROM accounts_holiday h WHERE h.person_id = %(person)s
        AND d.at >= h.first_day::timestamp AT TIME ZONE %(zone)s
        AND d.at < (h.last_day + 1)::timestamp AT TIME ZONE %(zone)s)
    OR EXISTS (SELECT FROM games_standstill w
        WHERE d.at >= w.since AND d.at <= coalesce(w.until, d.at)))
ORDER BY d.at DESC LIMIT %(last)s"""  # noqa: S608  made of constants


class Conduct(NamedTuple):
    decisions: int
    in_time: int

    @property
    def share(self) -> int:
        """In per cent, rounded down: a hundred is said of who has missed nothing."""
        return 100 * (self.in_time + TRUST) // (self.decisions + TRUST)


def conduct_of(person: int, zone: str) -> Conduct:
    facts: Parameters = {
        "person": person,
        "zone": zone,
        "since": moment.now() - WITHIN,
        "games": _GAMES,
        "last": LAST,
    }
    made = [in_time for (in_time,) in fetch_all(_DECISIONS, facts)]
    return Conduct(len(made), sum(made))
