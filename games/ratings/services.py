"""Counting finished games: each once, and in the order in which they ended.

What is stored is always what the records up to some game say, so a counting that dies leaves
nothing behind but work for the next one.
"""

import time
from collections import Counter, deque
from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import fmean
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Min, Q
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.services.staff import note_work
from games import errors
from games.models import Game
from games.models.knowing import seen
from games.ratings.models import (
    BLIND,
    OVERALL,
    Annulment,
    Correction,
    CountedGame,
    Ledger,
    Rating,
    RatingChange,
)
from games.ratings.rating import LATELY, Belief, lessen, rate
from games.ratings.records import Record, uncounted
from games.ratings.results import Who, sides

AT_ONCE = 200
SECONDS = 25.0
# A game may be committed so long after the moment at which it ended: more than any transaction
# lives (see the timeouts of the settings).
LATE = timedelta(minutes=10)

Key = tuple[Who, str]


class Standing(NamedTuple):
    belief: Belief = Belief()
    games: int = 0


def collect(*, seconds: float = SECONDS) -> int:
    """Count what has ended since, for at most so long. Returns how many games that were.

    Where another worker counts already, nothing is done.
    """
    enough = time.monotonic() + seconds
    with transaction.atomic():
        ledger = _ledger(wait=False)
        return _count(ledger, enough) if ledger else 0


@transaction.atomic
def recompute() -> int:
    """Forget every number and count all games again, from the records alone."""
    with connection.cursor() as cursor:
        # Years take more than 15 seconds, and so may a sweep that counts just now.
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SET LOCAL lock_timeout = 0")
    ledger = _ledger(wait=True)
    assert ledger is not None
    for rows in (Correction, RatingChange, Rating, CountedGame):
        rows.objects.all().delete()
    ledger.seen_to = None
    return _count(ledger, float("inf"))


@transaction.atomic
def annul(*, game: Game, reason: str, by: User | None = None) -> None:
    """Let a finished game count for nobody: what has followed from it is counted anew, by the
    next sweep. A second time changes nothing. Nobody annuls what they played themselves."""
    if game.ended_at is None:
        raise errors.NotAllowed(why=_("Only a game that is over can be annulled."))
    _must_be_no_party(game, by)
    _made, is_new = Annulment.objects.get_or_create(
        game=game, defaults={"reason": reason, "by": by}
    )
    if is_new:
        count_anew(since=game.ended_at)
        if by is not None:
            note_work(staff=by, what=f"annulled game {game.key}: {reason}")


@transaction.atomic
def reinstate(*, game: Game, reason: str, by: User) -> None:
    """Take an annulment back: the game counts as if it had never been annulled. What was said
    for annulling it stays in the trail."""
    _must_be_no_party(game, by)
    gone, _rows = Annulment.objects.filter(game=game).delete()
    if gone:
        assert game.ended_at is not None
        count_anew(since=game.ended_at)
        note_work(staff=by, what=f"let game {game.key} count again: {reason}")


def _must_be_no_party(game: Game, by: User | None) -> None:
    if by is not None and seen(game.pk, by).is_party:
        raise errors.NotAllowed(why=_("You played there yourself. Leave it to somebody else."))


def count_anew(*, since: datetime) -> None:
    """What the records say of games that ended from then on has changed."""
    Correction.objects.create(since=since)


def count_anew_of(*people: User) -> None:
    """All games of these people, whose seats have gone from one to the other. It goes by the
    seats, for a sweep may be counting some of the games just now."""
    theirs = Q(chairs__person__in=people) | Q(former_players__person__in=people)
    first = Game.objects.filter(theirs, status=Game.Status.OVER).aggregate(at=Min("ended_at"))["at"]
    if first is not None:
        count_anew(since=first)


def _ledger(*, wait: bool) -> Ledger | None:
    Ledger.objects.bulk_create([Ledger(pk=1)], ignore_conflicts=True)
    return Ledger.objects.select_for_update(skip_locked=not wait).filter(pk=1).first()


def _count(ledger: Ledger, enough: float) -> int:
    corrections = dict(Correction.objects.values_list("pk", "since"))
    if corrections:
        _go_back(ledger, min(corrections.values()))
        Correction.objects.filter(pk__in=corrections).delete()
    counted = 0
    began = moment.now()
    while records := uncounted(since=ledger.seen_to and ledger.seen_to - LATE, most=AT_ONCE):
        first = records[0]
        if CountedGame.objects.filter(ended_at__gt=first.ended_at).exists() or (
            CountedGame.objects.filter(ended_at=first.ended_at, game__gt=first.game).exists()
        ):
            # It was committed after a game that ended later.
            _go_back(ledger, first.ended_at)
            continue
        _count_in(records)
        counted += len(records)
        ledger.seen_to = records[-1].ended_at
        if time.monotonic() > enough:
            break
    else:
        ledger.seen_to = max(began, ledger.seen_to or began)
    ledger.save(update_fields=["seen_to"])
    return counted


# Two branches, for a comparison that takes NULL for a value reads no index.
_RESTORE = """
WITH wanted AS (
    SELECT * FROM unnest(%s::bigint[], %s::text[], %s::text[]) AS k(person, bot, list)
)
INSERT INTO ratings_rating (person_id, bot, list, mu, sigma, games, last_at)
SELECT w.person, w.bot, w.list, last.* FROM wanted w CROSS JOIN LATERAL (
    SELECT c.mu, c.sigma, c.games, c.at FROM ratings_ratingchange c
    WHERE c.person_id = w.person AND c.bot = '' AND c.list = w.list
    ORDER BY c.at DESC, c.game_id DESC LIMIT 1) last
UNION ALL
SELECT w.person, w.bot, w.list, last.* FROM wanted w CROSS JOIN LATERAL (
    SELECT c.mu, c.sigma, c.games, c.at FROM ratings_ratingchange c
    WHERE c.person_id IS NULL AND w.person IS NULL AND c.bot = w.bot AND c.list = w.list
    ORDER BY c.at DESC, c.game_id DESC LIMIT 1) last"""


def _go_back(ledger: Ledger, to: datetime) -> None:
    """Take everything to where it stood before the games that ended from then on."""
    CountedGame.objects.filter(ended_at__gte=to).delete()
    RatingChange.objects.filter(at__gte=to).delete()
    touched = Rating.objects.filter(last_at__gte=to)
    keys = list(touched.values_list("person", "bot", "list"))
    touched.delete()
    if keys:
        with connection.cursor() as cursor:
            cursor.execute(_RESTORE, [list(column) for column in zip(*keys, strict=True)])
    ledger.seen_to = to


def _count_in(records: list[Record]) -> None:
    standings = _standings(records)
    lately = _lately(records)
    changes: list[RatingChange] = []
    touched: dict[Key, datetime] = {}
    for record in records:
        for change in _changes(record, standings, lately):
            changes.append(change)
            key = (Who(change.person_id, change.bot), change.list)
            standings[key] = Standing(Belief(change.mu, change.sigma), change.games)
            touched[key] = record.ended_at
        _remember(lately, record)
    RatingChange.objects.bulk_create(changes)
    CountedGame.objects.bulk_create(
        [CountedGame(game_id=record.game, ended_at=record.ended_at) for record in records]
    )
    _store(touched, standings)


def _standings(records: Iterable[Record]) -> dict[Key, Standing]:
    """How all who played stood before."""
    who = {sitter.who for record in records for seat in record.result.seats for sitter in seat}
    people = Rating.objects.filter(person__in=[one.person for one in who if one.person])
    bots = Rating.objects.filter(person=None, bot__in=[one.bot for one in who if one.bot])
    return {
        (Who(row.person_id, row.bot), row.list): Standing(Belief(row.mu, row.sigma), row.games)
        for row in [*people, *bots]
    }


# Whom each of these people sat with in their last rated games, the newest game first.
_LATELY = """
SELECT p.id, array(SELECT c.game_id FROM ratings_ratingchange c
    WHERE c.person_id = p.id AND c.bot = '' AND c.list = %s
    ORDER BY c.at DESC, c.game_id DESC LIMIT %s)
FROM unnest(%s::bigint[]) AS p(id)"""
_WITH = """
SELECT c.game_id, array_agg(c.person_id) FROM ratings_ratingchange c
WHERE c.game_id = ANY(%s) AND c.list = %s AND c.person_id IS NOT NULL GROUP BY c.game_id"""

# By person and by the list of all games of a kind: meetings lessen what meetings have moved.
Lately = dict[tuple[int, str], deque[set[int]]]


def _lists(record: Record) -> tuple[str, ...]:
    """Where a game counts; first the list of all games of its kind."""
    return (BLIND,) if record.blind else (OVERALL, record.set)


def _lately(records: Iterable[Record]) -> Lately:
    people: dict[str, set[int]] = {}
    for record in records:
        people.setdefault(_lists(record)[0], set()).update(_people(record))
    found: Lately = {}
    for name, theirs in people.items():
        with connection.cursor() as cursor:
            cursor.execute(_LATELY, [name, LATELY, sorted(theirs)])
            games: dict[int, list[int]] = dict(cursor.fetchall())
            cursor.execute(_WITH, [sorted({one for each in games.values() for one in each}), name])
            sat: dict[int, set[int]] = {game: set(there) for game, there in cursor.fetchall()}
        for person, each in games.items():
            met = (sat[game] for game in reversed(each))
            found[person, name] = deque(met, maxlen=LATELY)
    return found


def _remember(lately: Lately, record: Record) -> None:
    people = {part.who.person for side in sides(record.result, bots=False) for part in side.parts}
    there = {person for person in people if person is not None}
    for person in there:
        lately[person, _lists(record)[0]].append(there)


def _people(record: Record) -> Iterable[int]:
    for seat in record.result.seats:
        for sitter in seat:
            if sitter.who.person is not None:
                yield sitter.who.person


def _changes(
    record: Record, standings: dict[Key, Standing], lately: Lately
) -> Iterable[RatingChange]:
    for bots in (False, True):
        compared = sides(record.result, bots=bots)
        shares: dict[Who, list[float]] = {}
        for part in (part for side in compared for part in side.parts):
            shares.setdefault(part.who, []).append(part.share)
        lists = _lists(record)
        for name in lists if compared else ():
            before = {who: standings.get((who, name), Standing()) for who in shares}
            after = rate(compared, {who: stood.belief for who, stood in before.items()})
            for who in after:
                stood = before[who]
                now = after[who]
                if who.person is not None and not bots:
                    met = Counter(one for each in lately[who.person, lists[0]] for one in each)
                    opponents = [
                        (before[other].games, met[other.person])
                        for other in before
                        if other != who and other.person is not None
                    ]
                    now = lessen(stood.belief, now, opponents)
                yield RatingChange(
                    person_id=who.person,
                    bot=who.bot,
                    list=name,
                    game_id=record.game,
                    at=record.ended_at,
                    share=fmean(shares[who]),
                    mu_before=stood.belief.mu,
                    sigma_before=stood.belief.sigma,
                    mu=now.mu,
                    sigma=now.sigma,
                    games=stood.games + 1,
                )


# Hundreds of rows at once: the ORM's own bulk update took two thirds of all the time.
_STORE = """
INSERT INTO ratings_rating (person_id, bot, list, mu, sigma, games, last_at)
SELECT * FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::float8[], %s::float8[], %s::int[],
    %s::timestamptz[])
ON CONFLICT (person_id, bot, list) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    games = excluded.games, last_at = excluded.last_at"""


def _store(touched: dict[Key, datetime], standings: dict[Key, Standing]) -> None:
    rows = [
        (*who, name, *standings[who, name].belief, standings[who, name].games, at)
        for (who, name), at in touched.items()
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(_STORE, [list(column) for column in zip(*rows, strict=True)])
