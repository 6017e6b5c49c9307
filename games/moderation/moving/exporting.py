"""What goes along with a game, a tournament, a person."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orjson
from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import Q

from accounts import moment
from accounts.models import Holiday, Profile, User
from games.errors import NotFound
from games.models import FormerPlayer, Game, Message, Move, Mute, OrderList, OrderUse, Seat
from games.moderation.moving.rows import (
    FORMAT,
    PRIVATE,
    PUBLIC,
    Kept,
    Refused,
    hashes,
    keep,
    kept,
    people_in,
)
from games.services import stand_still
from games.tournaments.models import (
    Berth,
    Entry,
    KeptApart,
    Objection,
    Organiser,
    Round,
    Sitting,
    Stage,
    Step,
    Tournament,
    TournamentTable,
)

# What belongs to each, beside its own row; tests/moderation/test_moving.py asks whether it is all.
OF_A_GAME: tuple[type[models.Model], ...] = (
    *(Seat, Move, Message, Mute, OrderList, OrderUse, FormerPlayer),
)
OF_A_TOURNAMENT: tuple[tuple[type[models.Model], str], ...] = (
    *((Organiser, "tournament"), (Entry, "tournament"), (KeptApart, "tournament")),
    *((Stage, "tournament"), (Berth, "stage__tournament"), (Round, "tournament")),
    *((TournamentTable, "round__tournament"), (Sitting, "round__tournament")),
    *((Step, "tournament"), (Objection, "tournament")),
)


def game(key: str) -> bytes:
    """One that is over; or one that runs, while the clocks of the site stand still."""
    with _one_moment():
        row = Game.objects.filter(key=key, started_at__isnull=False).first()
        if row is None:
            raise NotFound
        if row.status == Game.Status.RUNNING:
            if row.tournament:
                raise Refused("It is a table of a tournament that is being played.")
            if not stand_still(moment.now()):
                raise Refused("It runs: stop all clocks first, and close the site.")
        return _file(f"game {key}", _game(row))


def tournament(key: str) -> bytes:
    """One that is over, with every game of it."""
    with _one_moment():
        row = Tournament.objects.filter(key=key).first()
        if row is None:
            raise NotFound
        if row.status != Tournament.Status.OVER:
            raise Refused("It is not over.")
        games = Game.objects.filter(tournament=key, started_at__isnull=False).order_by("id")
        rows = [kept for one in games for kept in _game(one)]
        rows += keep([row])
        for model, way in OF_A_TOURNAMENT:
            rows += keep(model._default_manager.filter(**{way: row}).order_by("pk"))
        return _file(f"tournament {key}", rows)


def person(handle: str) -> bytes:
    """Somebody with what they have set, and their games that are over: of these all that was open
    to them. What they play now they play on here."""
    with _one_moment():
        row = User.objects.filter(handle__iexact=handle, is_bot=False, is_guest=False).first()
        if row is None or row.erased_at is not None:
            raise NotFound
        rows = keep(Profile.objects.filter(user=row)) + keep(Holiday.objects.filter(person=row))
        seats = Seat.objects.filter(person=row, game__status=Game.Status.OVER)
        for seat in seats.select_related("game").order_by("game_id"):
            rows += _game(seat.game, of=seat)
        return _file(f"person {row.handle}", rows, whole=row)


def _game(row: Game, *, of: Seat | None = None) -> list[Kept]:
    """`of`: what its others wrote to each other, or set for themselves, stays."""
    rows = keep([row])
    for model in OF_A_GAME:
        found = model._default_manager.filter(game=row).order_by("pk")
        if of is not None and model in (Mute, OrderList, OrderUse):
            found = found.filter(person=of.person_id)
        elif of is not None and model is Message:
            own = Q(to_seat=None) | Q(to_seat=of.number) | Q(seat=of.number)
            found = found.filter(own)
        rows += keep(found)
    return rows


def _file(what: str, rows: list[Kept], *, whole: User | None = None) -> bytes:
    named = people_in(rows) | ({whole.pk} if whole else set())
    people: list[dict[str, Any]] = []
    for one in User.objects.filter(pk__in=named).order_by("pk"):
        told = kept(one)
        names = (*PUBLIC, *PRIVATE) if whole and one.pk == whole.pk else PUBLIC
        people.append({name: told[name] for name in names})
    return orjson.dumps(
        {
            "format": FORMAT,
            "what": what,
            "from": settings.SITE_URL,
            "at": moment.now().isoformat(),
            "people": people,
            "rows": rows,
            "hashes": hashes(rows),
        }
    )


@contextmanager
def _one_moment() -> Iterator[None]:
    """All of it as it was at one moment."""
    is_first = not connection.in_atomic_block
    with transaction.atomic():
        if is_first:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
