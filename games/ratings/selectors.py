"""Numbers, lists and histories as everybody may see them. Each answer is a fixed few queries."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any, cast

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Window
from django.db.models.functions import Rank

from accounts import moment
from accounts.models import User
from accounts.services.people import find_visible
from games import errors
from games.models import replica
from games.ratings import types
from games.ratings.models import OVERALL, Rating, RatingChange, kind_of
from games.ratings.pool import MEET
from games.ratings.rating import DEVIATIONS, PROVISIONAL, SURE, Belief, number_of
from games.ratings.types import MOST_POINTS, RatingPlace, RatingPoint
from games.selectors.bots import bot_name
from games.selectors.times import to_the_minute

# Whoever has not played for so long has left the list, until their next game.
ACTIVE = timedelta(days=365)
PAGE = 50
_SURE = F("mu") - DEVIATIONS * F("sigma")


def leaderboard(
    *, name: str = OVERALL, bots: bool = False, after: int = 0, limit: int = PAGE
) -> tuple[list[RatingPlace], int | None]:
    """The places of a list behind the first `after` ones, and the next `after`; one query."""
    rows = replica.read(lambda: list(_listed(name, bots=bots)[after : after + limit + 1]))
    more = len(rows) > limit
    return [_line(row) for row in rows[:limit]], after + limit if more else None


def _listed(name: str, *, bots: bool) -> QuerySet[Rating]:
    here = Q(person__erased_at=None, person__is_active=True)
    if bots:
        whose = Q(person=None) | here & Q(person__is_bot=True)
    else:
        settled = Rating.objects.filter(
            person=OuterRef("person"), bot="", list=kind_of(name), settled=True
        )
        whose = here & Q(Exists(settled), person__is_bot=False, person__email_is_verified=True)
    return (
        Rating.objects.filter(
            whose, list=name, games__gte=PROVISIONAL, last_at__gte=moment.now() - ACTIVE
        )
        .select_related("person")
        .annotate(place=Window(Rank(), order_by=_SURE.desc()))
        .order_by(_SURE.desc(), "pk")
    )


def missing(person: User, *, name: str = OVERALL) -> types.Missing | None:
    """What somebody lacks for a list of people; None, where they lack nothing."""
    rows = Rating.objects.filter(person=person, list__in={name, kind_of(name)})
    found = {row.list: row for row in rows}
    here, of_kind = found.get(name), found.get(kind_of(name))
    games, met = here.games if here else 0, of_kind.met if of_kind else 0
    is_settled = of_kind is not None and of_kind.settled
    if games >= PROVISIONAL and is_settled:
        return None
    return {
        "games": min(games, PROVISIONAL),
        "met": MEET if is_settled else min(met, MEET),
        "sure": is_settled or (of_kind is not None and of_kind.sigma <= SURE),
    }


def _line(row: Rating) -> RatingPlace:
    return {
        "place": cast(Any, row).place,
        "handle": row.person.handle if row.person else None,
        "name": row.person.shown_name if row.person else bot_name(row.bot),
        "number": number_of(row.mu, row.sigma),
        "games": row.games,
    }


def find_rated(handle: str) -> User:
    person = find_visible(handle)
    if person is None:
        raise errors.NotFound
    return person


def ratings_of(person: User) -> list[types.Rating]:
    """On each list where somebody has a number, all games together first."""
    rows = {row.list: row for row in Rating.objects.filter(person=person).order_by("list")}
    shown: list[types.Rating] = [
        {
            "list": row.list,
            "number": number_of(row.mu, row.sigma),
            "provisional": row.games < PROVISIONAL,
            "games": row.games,
            "met": rows[kind_of(row.list)].met,
            "settled": rows[kind_of(row.list)].settled,
            "last_at": to_the_minute(row.last_at),
        }
        for row in rows.values()
    ]
    return sorted(shown, key=lambda one: one["list"] != OVERALL)


def history_of(person: User, *, name: str = OVERALL) -> list[RatingPoint]:
    """The newest changes, the oldest of them first."""
    changes = RatingChange.objects.filter(person=person, list=name).select_related("game")
    newest = changes.order_by("-at", "-game_id").only(
        *("at", "mu", "sigma", "mu_before", "sigma_before", "game__key", "game__spectators")
    )
    return [_point(change) for change in reversed(newest[:MOST_POINTS])]


def _point(change: RatingChange) -> RatingPoint:
    number = number_of(change.mu, change.sigma)
    return {
        "at": to_the_minute(change.at),
        "number": number,
        "change": number - number_of(change.mu_before, change.sigma_before),
        "game": change.game.key if change.game.spectators else None,
    }


def numbers_of(people: Collection[int]) -> dict[int, int]:
    """Of each, over all games, the number; of who is not rated yet, what everybody begins with."""
    rated = Rating.objects.filter(person__in=people, list=OVERALL)
    numbers = {
        person: number_of(mu, sigma)
        for person, mu, sigma in rated.values_list("person", "mu", "sigma")
    }
    return {person: numbers.get(person, Belief().number) for person in people}


def may_sit_by_rating(
    person: User, *, set: str = OVERALL, low: int | None = None, high: int | None = None
) -> bool:
    """Whether somebody's number lies in a band, its ends included. Who is not rated there yet has
    the number that everybody begins with."""
    row = Rating.objects.filter(person=person, list=set).first()
    number = number_of(row.mu, row.sigma) if row else Belief().number
    return (low is None or number >= low) and (high is None or number <= high)
