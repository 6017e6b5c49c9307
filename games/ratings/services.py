"""Counting finished games: each once, and in the order in which they ended.

What is stored is always what the records up to some game say, so a counting that dies leaves
nothing behind but work for the next one.
"""

import time
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Exists, Min, OuterRef, Q
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.services.staff import note_work
from games import errors
from games.models import Game
from games.models.knowing import seen
from games.ratings.counting import Books, Change, count
from games.ratings.models import (
    Annulment,
    Correction,
    CountedGame,
    Ledger,
    Rating,
    RatingChange,
)
from games.ratings.reading import books_of, lists_of
from games.ratings.records import Record, uncounted
from games.ratings.results import Who

AT_ONCE = 200
SECONDS = 25.0
# A game may be committed so long after the moment at which it ended: more than any transaction
# lives (see the timeouts of the settings).
LATE = timedelta(minutes=10)


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
INSERT INTO ratings_rating (person_id, bot, list, mu, sigma, games, met, settled, last_at)
SELECT w.person, w.bot, w.list, last.* FROM wanted w CROSS JOIN LATERAL (
    SELECT c.mu, c.sigma, c.games, c.met, c.settled, c.at FROM ratings_ratingchange c
    WHERE c.person_id = w.person AND c.bot = '' AND c.list = w.list
    ORDER BY c.at DESC, c.game_id DESC LIMIT 1) last
UNION ALL
SELECT w.person, w.bot, w.list, last.* FROM wanted w CROSS JOIN LATERAL (
    SELECT c.mu, c.sigma, c.games, c.met, c.settled, c.at FROM ratings_ratingchange c
    WHERE c.person_id IS NULL AND w.person IS NULL AND c.bot = w.bot AND c.list = w.list
    ORDER BY c.at DESC, c.game_id DESC LIMIT 1) last"""


def _go_back(ledger: Ledger, to: datetime) -> None:
    """Take everything to where it stood before the games that ended from then on."""
    touched = Rating.objects.filter(last_at__gte=to)
    keys = list(touched.values_list("person", "bot", "list"))
    # Said by the upgrade that began with it, and by no change until all is counted anew.
    said = RatingChange.objects.filter(
        person=OuterRef("person"), list=OuterRef("list"), settled=True
    )
    by_upgrade = list(touched.filter(~Exists(said), settled=True).values_list("person", "list"))
    CountedGame.objects.filter(ended_at__gte=to).delete()
    RatingChange.objects.filter(at__gte=to).delete()
    touched.delete()
    if keys:
        with connection.cursor() as cursor:
            cursor.execute(_RESTORE, [list(column) for column in zip(*keys, strict=True)])
    for person, name in by_upgrade:
        Rating.objects.filter(person=person, list=name).update(settled=True)
    ledger.seen_to = to


def _count_in(records: list[Record]) -> None:
    books = books_of(records)
    changes: list[RatingChange] = []
    touched: dict[tuple[Who, str], datetime] = {}
    for record in records:
        for change in count(books, record.result, at=record.ended_at, lists=lists_of(record)):
            changes.append(_row(record, change))
            touched[change.who, change.list] = record.ended_at
    RatingChange.objects.bulk_create(changes)
    CountedGame.objects.bulk_create(
        [CountedGame(game_id=record.game, ended_at=record.ended_at) for record in records]
    )
    _store(touched, books)


def _row(record: Record, change: Change) -> RatingChange:
    before, after = change.before.belief, change.after
    return RatingChange(
        person_id=change.who.person,
        bot=change.who.bot,
        list=change.list,
        game_id=record.game,
        at=record.ended_at,
        share=change.share,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu=after.belief.mu,
        sigma=after.belief.sigma,
        games=after.games,
        met=after.met,
        settled=after.settled,
    )


# Hundreds of rows at once: the ORM's own bulk update took two thirds of all the time.
_STORE = """
INSERT INTO ratings_rating (person_id, bot, list, mu, sigma, games, met, settled, last_at)
SELECT * FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::float8[], %s::float8[], %s::int[],
    %s::int[], %s::boolean[], %s::timestamptz[])
ON CONFLICT (person_id, bot, list) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    games = excluded.games, met = excluded.met, settled = excluded.settled,
    last_at = excluded.last_at"""


def _store(touched: dict[tuple[Who, str], datetime], books: Books) -> None:
    rows = []
    for (who, name), at in touched.items():
        belief, *counts = books.standings[who, name]
        rows.append((*who, name, *belief, *counts, at))
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(_STORE, [list(column) for column in zip(*rows, strict=True)])
