"""Hints that a number is farmed: whom somebody beats at rated tables, and who is there whenever
somebody else is.

Each night, of rated games that have ended within two months, at tables by invitation too: friends
play with friends, but what they do to a rating is everybody's. Tournaments are left out, for there
meetings are drawn. Games that are not over are never read, and nothing is kept but numbers.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from math import sqrt
from typing import NamedTuple

from games.models.rows import Parameters, fetch_all
from games.moderation.addresses import shared_addresses
from games.moderation.models import Hint

WITHIN = timedelta(days=60)
# An account is new at a table that begins so soon after it was made.
NEW = timedelta(days=30)
# Fewer meetings with new accounts say nothing, and fewer games of a pair.
MEETINGS, INVITED, GAMES = 12, 5, 3
# Of somebody's meetings so many are with new accounts, so many times what others have; of the games
# of the one who plays less so many are with the other, by invitation.
SHARE, TIMES_USUAL = 0.5, 2.0
# How many standard deviations from being ahead as often as behind; more, where several meetings are
# of one table.
FAR, FAR_AT_TABLES = 3.0, 4.0
# A night looks closely at so many pairs, those who meet most.
MOST_PAIRS = 100
# Moves within ten minutes are made at one time. Of so many of these, on so many days, so large a
# share in common, and so many times what the same hours of the day would give.
SLOT = 600
TIMES, DAYS, IN_COMMON, TIMES_EXPECTED = 12, 4, 0.75, 3.0
_A_DAY = 24 * 60 * 60 // SLOT

_SAT = """
WITH g AS (
    SELECT id, "join" <> 'open' AS invited, started_at, result->'ranks' AS ranks
    FROM games_game
    WHERE status = 'over' AND rated AND tournament = '' AND ended_at > %(since)s
        AND result->>'ranks' IS NOT NULL
), sat AS (
    SELECT g.id, g.invited, s.person_id,
        g.started_at < u.created_at + make_interval(days => %(new)s) AS new,
        CASE WHEN s.resigned_at IS NULL THEN (g.ranks->>s.number)::int ELSE 9 END AS place
    FROM g JOIN games_seat s ON s.game_id = g.id
    JOIN accounts_user u ON u.id = s.person_id AND NOT u.is_bot AND u.erased_at IS NULL
)"""

# Of each who has met enough new accounts: the one met most, and how many new ones; how often, and
# how often ahead and behind; all their meetings; and which share of theirs others meet new accounts
# in who are not new themselves.
_NEW = f"""{_SAT}, met AS (
    SELECT a.person_id AS person, b.person_id AS other, b.new, NOT a.new AS known,
        (a.place < b.place)::int AS ahead, (a.place > b.place)::int AS behind
    FROM sat a JOIN sat b ON b.id = a.id AND b.person_id <> a.person_id
), one AS (
    SELECT person, mode() WITHIN GROUP (ORDER BY other) FILTER (WHERE new) AS other,
        count(DISTINCT other) FILTER (WHERE new) AS accounts, count(*) FILTER (WHERE new) AS met,
        sum(ahead) FILTER (WHERE new) AS ahead, sum(behind) FILTER (WHERE new) AS behind,
        count(*) AS meetings, count(*) FILTER (WHERE known) AS usual,
        count(*) FILTER (WHERE known AND new) AS usual_new
    FROM met GROUP BY person
), beside AS (
    SELECT *, sum(usual) OVER () - usual AS others, sum(usual_new) OVER () - usual_new AS others_new
    FROM one
)
SELECT person, other, accounts, met, ahead, behind, meetings,
    round(meetings * coalesce(others_new / nullif(others, 0), 1), 1)::float
FROM beside WHERE met >= %(meetings)s ORDER BY met DESC, person LIMIT %(most)s"""  # noqa: S608  made of constants

_PAIRS = f"""{_SAT}, one AS (
    SELECT person_id, count(*) AS games FROM sat GROUP BY person_id
), pair AS (
    SELECT a.person_id AS person, b.person_id AS other, count(*) AS games,
        count(*) FILTER (WHERE a.invited) AS invited,
        count(*) FILTER (WHERE a.invited AND a.place < b.place) AS ahead,
        count(*) FILTER (WHERE a.invited AND a.place > b.place) AS behind
    FROM sat a JOIN sat b ON b.id = a.id AND b.person_id > a.person_id
    GROUP BY 1, 2 HAVING count(*) >= %(games)s
)
SELECT pair.*, least(p.games, o.games)
FROM pair JOIN one p ON p.person_id = pair.person JOIN one o ON o.person_id = pair.other
ORDER BY pair.games DESC, pair.person, pair.other LIMIT %(most)s"""  # noqa: S608  made of constants

# When these people moved themselves, not by an order; but for live tables, where all are there at
# one time.
_TIMES = """
SELECT DISTINCT m.by_id, floor(extract(epoch FROM m.at) / %(slot)s)::bigint
FROM games_game g JOIN games_seat s ON s.game_id = g.id AND s.person_id = ANY(%(people)s)
JOIN games_move m ON m.game_id = g.id AND m.by_id = s.person_id
WHERE g.status = 'over' AND g.rated AND g.ended_at > %(since)s
    AND g.pace NOT IN ('live', 'evening') AND m.door NOT IN ('clock', 'bot', 'engine', 'order')"""


class WithNew(NamedTuple):
    """Somebody's meetings with new accounts."""

    accounts: int
    met: int
    ahead: int
    behind: int
    meetings: int
    # As many of so many meetings would be usual.
    usual: float


class Pair(NamedTuple):
    person: int
    other: int
    games: int
    # By invitation, and how often the first was ahead there, and the second.
    invited: int
    ahead: int
    behind: int
    # Of the one who plays less.
    of: int


def pairs(now: datetime) -> list[Pair]:
    return [Pair(*row) for row in fetch_all(_PAIRS, _facts(now))]


def hints(now: datetime) -> Iterable[Hint]:
    def hint(kind: Hint.Kind, person: int, other: int, numbers: Mapping[str, float]) -> Hint:
        return Hint(kind=kind, person_id=person, other_id=other, numbers=numbers, counted_at=now)

    for person, other, *facts in fetch_all(_NEW, _facts(now)):
        with_new = WithNew(*facts)
        if lives_on_new_ones(with_new):
            yield hint(Hint.Kind.NEW, person, other, with_new._asdict())
    found = pairs(now)
    times = _times(found, now)
    for pair in found:
        shared = shared_addresses(pair.person, pair.other, now)
        if shared:
            numbers = {"games": pair.games, "of": pair.of, "addresses": shared}
            yield hint(Hint.Kind.ACCOUNTS, pair.person, pair.other, numbers)
        winner = is_always_ahead(pair)
        if winner is not None:
            loser = pair.other if winner == pair.person else pair.person
            ahead = max(pair.ahead, pair.behind)
            numbers = {"invited": pair.invited, "of": pair.of, "ahead": ahead}
            yield hint(Hint.Kind.INVITED, winner, loser, numbers)
        rhythm = in_common(times[pair.person], times[pair.other])
        if rhythm is not None:
            yield hint(Hint.Kind.RHYTHM, pair.person, pair.other, rhythm)


def lives_on_new_ones(row: WithNew) -> bool:
    is_much = row.met >= max(SHARE * row.meetings, TIMES_USUAL * row.usual)
    return is_much and _deviations(row.ahead, row.behind) >= FAR_AT_TABLES


def is_always_ahead(pair: Pair) -> int | None:
    """Which of the two, at tables by invitation that are most of what one of them plays."""
    if pair.invited < max(INVITED, SHARE * pair.of):
        return None
    deviations = _deviations(pair.ahead, pair.behind)
    if abs(deviations) < FAR:
        return None
    return pair.person if deviations > 0 else pair.other


def _deviations(ahead: int, behind: int) -> float:
    return (ahead - behind) / sqrt(ahead + behind) if ahead + behind else 0.0


def in_common(one: set[int], other: set[int]) -> dict[str, float] | None:
    """How often two moved at one time, where that is more than their hours of the day explain."""
    both, fewer = one & other, min(len(one), len(other))
    if fewer < TIMES or len({at // _A_DAY for at in both}) < DAYS:
        return None
    days = max(one | other) // _A_DAY - min(one | other) // _A_DAY + 1
    hours, others = _by_hour(one), _by_hour(other)
    expected = sum(many * others[hour] for hour, many in hours.items()) / (days * 3600 / SLOT)
    if len(both) < max(IN_COMMON * fewer, TIMES_EXPECTED * expected):
        return None
    return {"both": len(both), "of": fewer, "expected": round(expected, 1), "days": days}


def _by_hour(times: Iterable[int]) -> Counter[int]:
    return Counter(at % _A_DAY * SLOT // 3600 for at in times)


def _times(among: Sequence[Pair], now: datetime) -> defaultdict[int, set[int]]:
    people = sorted({one for pair in among for one in (pair.person, pair.other)})
    found: defaultdict[int, set[int]] = defaultdict(set)
    if not people:
        return found
    for person, at in fetch_all(_TIMES, {"people": people, "slot": SLOT, "since": now - WITHIN}):
        found[person].add(at)
    return found


def _facts(now: datetime) -> Parameters:
    return {
        "since": now - WITHIN,
        "new": NEW.days,
        "meetings": MEETINGS,
        "games": GAMES,
        "most": MOST_PAIRS,
    }
