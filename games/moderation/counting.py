"""Hints from play: who sits with whom, and who spares or feeds whom more than chance would. What
hints at a farmed rating is games.moderation.farming.

Each night, of the open tables of the last half year and those of tournaments. Everything is counted
in a way that staff can follow by hand; none of it decides anything. Tables among invited people are
left out: friends play with friends. Who meets whom in a tournament is drawn, so of its tables only
what was done there counts. That two share network addresses is asked only of pairs who play
together, and says nothing by itself – a family, a school – so it is never more than a number beside
the others.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from math import sqrt
from typing import NamedTuple

from django.db import transaction

from accounts import moment
from games.engine import Event
from games.models.packing import unpack
from games.models.rows import Parameters, fetch_all
from games.moderation import farming
from games.moderation.addresses import shared_addresses
from games.moderation.models import Hint

WITHIN = timedelta(days=180)
# Fewer games together say nothing.
GAMES_TO_TELL = 8
# Of the games of the one who plays less, and beside what even mixing would give.
SHARE, TIMES_EXPECTED = 0.5, 3.0
# How many standard deviations from an even choice of targets.
FAR = 3.0
# A night looks closely at so many pairs, those who meet most, and at so many games of each.
MOST_PAIRS, MOST_GAMES = 100, 40

_PAIRS = """
WITH g AS (
    SELECT id, seats, tournament = '' AS chosen FROM games_game
    WHERE status = 'over' AND ended_at > %(since)s
        AND ("join" = 'open' OR tournament <> '') AND seats > 2 AND NOT (result IS NULL)
), sat AS (
    SELECT s.game_id, s.person_id, g.seats, g.chosen
    FROM g JOIN games_seat s ON s.game_id = g.id
    JOIN accounts_user u ON u.id = s.person_id AND NOT u.is_bot AND u.erased_at IS NULL
), one AS (
    SELECT person_id, count(*) AS games, sum(seats - 1) AS others
    FROM sat WHERE chosen GROUP BY person_id
), pair AS (
    SELECT a.person_id AS person, b.person_id AS other, count(*) AS met,
        count(*) FILTER (WHERE a.chosen) AS games,
        (array_agg(a.game_id ORDER BY a.game_id DESC))[:%(most_games)s] AS newest
    FROM sat a JOIN sat b ON b.game_id = a.game_id AND b.person_id > a.person_id
    GROUP BY 1, 2 HAVING count(*) >= %(games)s
)
SELECT pair.person, pair.other, pair.met, pair.games, coalesce(p.games, 0), coalesce(o.games, 0),
    coalesce(
        p.others * o.games::float / (SELECT sum(games) FROM one WHERE person_id <> p.person_id), 0),
    newest
FROM pair LEFT JOIN one p ON p.person_id = pair.person LEFT JOIN one o ON o.person_id = pair.other
ORDER BY pair.met DESC, pair.person, pair.other LIMIT %(most)s"""

# Moves that the two made themselves: a stand-in's are nobody's.
_MOVES = """
SELECT m.seat, m.by_id, g.seats, m.events, s.number, s.person_id
FROM games_move m JOIN games_game g ON g.id = m.game_id
JOIN games_seat s ON s.game_id = m.game_id AND s.person_id = ANY(%(pair)s)
    AND s.person_id <> m.by_id
WHERE m.game_id = ANY(%(games)s) AND m.by_id = ANY(%(pair)s)
    AND m.door NOT IN ('clock', 'bot', 'engine')"""


class Pair(NamedTuple):
    person: int
    other: int
    met: int
    # Of these, the games at tables that people chose; in a tournament nobody chooses.
    games: int
    games_of_person: int
    games_of_other: int
    # Games together if everybody met everybody alike.
    expected: float
    newest: list[int]


Numbers = dict[str, float]
# A seat, who moved for it, how many seats, what happened; whose seat and who is the other.
_Move = tuple[int, int, int, str, int, int]


class Leaning(NamedTuple):
    """How often somebody chose one opponent among all, beside an even choice."""

    chosen: int
    choices: int
    expected: float
    spread: float

    @property
    def deviations(self) -> float:
        return (self.chosen - self.expected) / self.spread if self.spread else 0.0

    def numbers(self) -> Numbers:
        return {
            "chosen": self.chosen,
            "choices": self.choices,
            "expected": round(self.expected, 1),
            "deviations": round(self.deviations, 1),
        }


def count() -> int:
    """Write tonight's hints; those that are no longer so go. Returns how many there are."""
    now = moment.now()
    hints = [*farming.hints(now), *(hint for pair in pairs(now) for hint in _hints(pair, now))]
    # That two share addresses is found at both; once is enough.
    found = {(hint.person_id, hint.other_id, hint.kind): hint for hint in hints}
    with transaction.atomic():
        Hint.objects.bulk_create(
            found.values(),
            update_conflicts=True,
            unique_fields=["person", "other", "kind"],
            update_fields=["numbers", "counted_at"],
        )
        Hint.objects.filter(counted_at__lt=now).delete()
    return len(found)


def pairs(now: datetime) -> list[Pair]:
    facts: Parameters = {
        "since": now - WITHIN,
        "games": GAMES_TO_TELL,
        "most": MOST_PAIRS,
        "most_games": MOST_GAMES,
    }
    return [Pair(*row) for row in fetch_all(_PAIRS, facts)]


def _hints(pair: Pair, now: datetime) -> Iterable[Hint]:
    together = {
        "met": pair.met,
        "games": pair.games,
        "of": min(pair.games_of_person, pair.games_of_other),
        "expected": round(pair.expected, 1),
    }

    def hint(kind: Hint.Kind, person: int, other: int, numbers: Numbers) -> Hint:
        return Hint(kind=kind, person_id=person, other_id=other, numbers=numbers, counted_at=now)

    if is_often(pair):
        yield hint(Hint.Kind.TOGETHER, pair.person, pair.other, together)
    shared = shared_addresses(pair.person, pair.other, now)
    if shared:
        yield hint(Hint.Kind.ACCOUNTS, pair.person, pair.other, {**together, "addresses": shared})
    hostile, giving = _leanings(_moves(pair))
    for person, other in ((pair.person, pair.other), (pair.other, pair.person)):
        if hostile[person].deviations <= -FAR:
            yield hint(Hint.Kind.SPARES, person, other, hostile[person].numbers())
        if giving[person].deviations >= FAR:
            yield hint(Hint.Kind.FEEDS, person, other, giving[person].numbers())


def is_often(pair: Pair) -> bool:
    if pair.games < GAMES_TO_TELL:
        return False
    share = pair.games / min(pair.games_of_person, pair.games_of_other)
    return share >= SHARE and pair.games >= TIMES_EXPECTED * pair.expected


def _moves(pair: Pair) -> list[_Move]:
    facts: Parameters = {"pair": [pair.person, pair.other], "games": pair.newest}
    rows: list[_Move] = fetch_all(_MOVES, facts)
    return rows


def _leanings(
    moves: Iterable[_Move],
) -> tuple[defaultdict[int, Leaning], defaultdict[int, Leaning]]:
    """Of each person: against the other, and in favour of the other."""
    none = Leaning(0, 0, 0.0, 0.0)
    hostile: defaultdict[int, Leaning] = defaultdict(lambda: none)
    giving: defaultdict[int, Leaning] = defaultdict(lambda: none)
    for seat, by, seats, events, other_seat, _other in moves:
        for is_gift, target in choices(unpack(events), seat):
            sums = giving if is_gift else hostile
            sums[by] = _add(sums[by], target == other_seat, 1 / (seats - 1))
    return hostile, giving


def _add(leaning: Leaning, is_other: bool, chance: float) -> Leaning:
    return Leaning(
        leaning.chosen + is_other,
        leaning.choices + 1,
        leaning.expected + chance,
        sqrt(leaning.spread**2 + chance * (1 - chance)),
    )


def choices(events: Iterable[Event], seat: int) -> Iterable[tuple[bool, int]]:
    """Whom a seat chose among its opponents: (whether it gave, whom). What had only one target
    was no choice."""
    was_forced = False
    for event in events:
        if event["kind"] == "forced":
            was_forced = True
            continue
        target = _target(event, seat)
        if target is not None:
            if not was_forced:
                yield target
            was_forced = False


def _target(event: Event, seat: int) -> tuple[bool, int] | None:
    kind = event["kind"]
    if event.get("seat") != seat:
        return None
    if kind == "eliminated" and event["controller"] != seat:
        return False, event["controller"]
    if kind == "stole" and event["why"] == "effect" and event["victim"] != seat:
        return False, event["victim"]
    if kind == "tokens_put" and event["controller"] != seat:
        return True, event["controller"]
    return None
