"""The copy that a person takes of what tables hold about them: what they did, said and may see."""

from typing import Any

from django.db.models import Q
from django.utils import translation

from accounts.models import User
from accounts.secret import as_copied
from games import errors, types
from games.models import (
    Correspondence,
    EveningVoice,
    FormerPlayer,
    FreeHours,
    Invitation,
    Message,
    Move,
    Mute,
    OrderList,
    OrderUse,
    ReceivedMail,
    Seat,
)
from games.selectors.lists import summary
from games.selectors.log import MOST, entries, shown
from games.selectors.record import record_text
from games.selectors.tables import Found, find_game
from games.types import LogEntry

Rows = list[dict[str, Any]]


def export(person: User) -> dict[str, object]:
    """As data, in the person's language. Of a game that runs it holds what they see themselves."""
    seats = Seat.objects.filter(person=person).select_related("game").order_by("game_id")
    formerly = FormerPlayer.objects.filter(person=person).select_related("game")
    with translation.override(person.language):
        tables = [_table(seat, person) for seat in seats]
    return {
        "tables": tables,
        "invited": as_copied(
            Invitation.objects.filter(person=person).values("game__key", "at", "state", "address")
        ),
        "has_invited": as_copied(
            Invitation.objects.filter(by=person).values("game__key", "at", "address")
        ),
        "letters_about": list(
            Correspondence.objects.filter(person=person).values(
                "game__key", "stopped", "hides_cards", "void_before", "asked"
            )
        ),
        # Of mails that came in, the time alone is kept, and for a while.
        "mails_taken_in": list(
            ReceivedMail.objects.filter(person=person).values_list("at", flat=True)
        ),
        "standing_orders": list(
            OrderList.objects.filter(person=person).values("game__key", "orders", "revision")
        ),
        "free_hours": list(
            FreeHours.objects.filter(person=person).values("game__key", "hours", "zone")
        ),
        "evenings_agreed_to": list(
            EveningVoice.objects.filter(person=person).values(
                "evening__game__key", "evening__at", "agrees", "is_here"
            )
        ),
        "orders_used": list(
            OrderUse.objects.filter(person=person).values("game__key", "seq", "order", "why", "at")
        ),
        "seats_given_up": [_given_up(seat) for seat in formerly],
        "muted_seats": list(Mute.objects.filter(person=person).values("game__key", "seat")),
    }


def _table(seat: Seat, person: User) -> dict[str, object]:
    found = find_game(seat.game.key, person)
    running = found.table.status == "running"
    return {
        **summary(found.table, person.pk),
        "seat": seat.number,
        "joined_at": seat.joined_at,
        "resigned_at": seat.resigned_at,
        "moves": _moves(seat),
        "said": _said(seat),
        "letters": _letters(seat),
        "record": _record(found, person) if found.table.is_over else None,
        "view": _view(found, person) if running else None,
        "log": _log(found, person.language) if running else None,
    }


def _given_up(seat: FormerPlayer) -> dict[str, object]:
    """A seat that somebody else plays on: what they did and said there, and got in private."""
    facts = {"game_id": seat.game_id, "at__gte": seat.joined_at, "at__lt": seat.left_at}
    mine = Q(seat=seat.number) | Q(seat__isnull=False, to_seat=seat.number)
    made = Move.objects.filter(seat=seat.number, by=seat.person, **facts).order_by("seq")
    said = Message.objects.filter(mine, **facts).order_by("pk")
    return {
        "game": seat.game.key,
        "seat": seat.number,
        "joined_at": seat.joined_at,
        "left_at": seat.left_at,
        "moves": [dict(row) for row in made.values("seq", "at", "move", "door")],
        "talk": [dict(row) for row in said.values("at", "seat", "to_seat", "text")],
    }


def _moves(seat: Seat) -> Rows:
    """Those that the person made: a stand-in's moves are nobody's."""
    if seat.number is None:
        return []
    made = Move.objects.filter(game_id=seat.game_id, seat=seat.number, by=seat.person)
    return [dict(row) for row in made.order_by("seq").values("seq", "at", "move", "door")]


def _said(seat: Seat) -> Rows:
    if seat.number is None:
        return []
    said = Message.objects.filter(
        game_id=seat.game_id, seat=seat.number, to_seat=None, at__gte=seat.joined_at
    )
    return [dict(row) for row in said.order_by("pk").values("at", "text")]


def _letters(seat: Seat) -> Rows:
    if seat.number is None:
        return []
    mine = Q(seat=seat.number) | Q(to_seat=seat.number)
    letters = Message.objects.filter(
        mine, game_id=seat.game_id, to_seat__isnull=False, at__gte=seat.joined_at
    )
    if seat.resigned_at:  # what was written later was for the stand-in
        letters = letters.filter(at__lte=seat.resigned_at)
    return [dict(row) for row in letters.order_by("pk").values("at", "seat", "to_seat", "text")]


def _record(found: Found, person: User) -> str | None:
    try:
        return record_text(key=found.table.key, viewer=person)
    except errors.UnreadableGame:
        return None


def _view(found: Found, person: User) -> types.Game | None:
    try:
        return found.view(person.language)
    except errors.UnreadableGame:
        return None


def _log(found: Found, lang: str) -> list[LogEntry]:
    """All of it, as the person may read it."""
    read: list[LogEntry] = []
    while page := entries(found, lang, since=read[-1]["seq"] if read else -1):
        read += [shown(entry) for entry in page]
        if len(page) < MOST:
            break
    return read
