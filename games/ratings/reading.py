"""What the rows say of those who play in the games that are to be counted."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db import connection
from django.db.models import Count, Q

from games.ratings.company import Gain, gained
from games.ratings.counting import Books, Standing
from games.ratings.models import BLIND, OVERALL, Rating
from games.ratings.pool import AROUND, Counts, Member, Pool
from games.ratings.rating import LATELY, PROVISIONAL, Belief
from games.ratings.records import Record
from games.ratings.results import Who


def lists_of(record: Record) -> tuple[str, ...]:
    """Where a game counts; first the list of all games of its kind."""
    return (BLIND,) if record.blind else (OVERALL, record.set)


def books_of(records: Sequence[Record]) -> Books:
    sat = {sitter for record in records for seat in record.result.seats for sitter in seat}
    books = Books(_standings({sitter.who for sitter in sat}))
    people = sorted(
        {sitter.who.person for sitter in sat if sitter.who.person and not sitter.is_bot}
    )
    for kind in {lists_of(record)[0] for record in records}:
        met: set[int] = set()
        for person, games in _lately(people, kind).items():
            who = Who(person)
            tables = [set(gains[kind]) for gains in games]
            books.lately[who, kind].extend(tables)
            books.gained[who, kind].extend(
                {name: there[who] for name, there in gains.items()} for gains in games
            )
            met.update(one.person for there in tables for one in there if one.person is not None)
        span = (records[0].ended_at - AROUND, records[-1].ended_at - AROUND)
        books.pools[kind] = _pool(kind, {*people, *met}, span)
    return books


def _standings(who: Iterable[Who]) -> dict[tuple[Who, str], Standing]:
    people = Rating.objects.filter(person__in=[one.person for one in who if one.person])
    bots = Rating.objects.filter(person=None, bot__in=[one.bot for one in who if one.bot])
    return {
        (Who(row.person_id, row.bot), row.list): Standing(
            Belief(row.mu, row.sigma), row.games, row.met, row.settled
        )
        for row in [*people, *bots]
    }


# The last rated games of each of these people, the newest first; which people sat there, and what
# came of it for them, by lists.
_LATELY = """
SELECT p.id, array(SELECT c.game_id FROM ratings_ratingchange c
    WHERE c.person_id = p.id AND c.bot = '' AND c.list = %s
    ORDER BY c.at DESC, c.game_id DESC LIMIT %s)
FROM unnest(%s::bigint[]) AS p(id)"""
_GAINED = """
SELECT c.game_id, c.list, array_agg(c.person_id),
    array_agg(ARRAY[c.mu_before, c.sigma_before, c.mu, c.sigma])
FROM ratings_ratingchange c JOIN accounts_user u ON u.id = c.person_id AND NOT u.is_bot
WHERE c.game_id = ANY(%s) GROUP BY c.game_id, c.list"""


def _lately(people: list[int], kind: str) -> dict[int, list[dict[str, dict[Who, Gain]]]]:
    """Of each the last tables, the oldest first: by lists, what everybody there has gained."""
    with connection.cursor() as cursor:
        cursor.execute(_LATELY, [kind, LATELY, people])
        games: dict[int, list[int]] = dict(cursor.fetchall())
        cursor.execute(_GAINED, [sorted({one for each in games.values() for one in each})])
        gains: dict[int, dict[str, dict[Who, Gain]]] = {}
        for game, name, there, beliefs in cursor.fetchall():
            gains.setdefault(game, {})[name] = {
                Who(one): gained(Belief(*told[:2]), Belief(*told[2:]))
                for one, told in zip(there, beliefs, strict=True)
            }
    return {person: [gains[game] for game in reversed(each)] for person, each in games.items()}


def _pool(kind: str, known: Collection[int], span: tuple[datetime, datetime]) -> Pool:
    """By name whoever is asked about, and who will have been away for too long before the games of
    that span are counted; of the others how many they are."""
    there = Rating.objects.filter(list=kind, last_at__gte=span[0], person__is_bot=False)
    named = Q(person__in=known) | Q(last_at__lt=span[1])
    members = [
        (Who(row.person_id), Member(row.last_at, row.games, row.settled))
        for row in there.filter(named).order_by("last_at")
    ]
    counts = there.aggregate(
        there=Count("pk"),
        experienced=Count("pk", filter=Q(games__gte=PROVISIONAL)),
        settled=Count("pk", filter=Q(settled=True)),
    )
    for _who, member in members:
        counts["there"] -= 1
        counts["experienced"] -= member.games >= PROVISIONAL
        counts["settled"] -= member.settled
    return Pool(members, Counts(**counts))
