"""What the organisers see: every table with who is waited for, and what was done at the desk."""

from django.db.models import F, QuerySet

from accounts.models import User
from games.models import Seat
from games.selectors.times import to_the_minute
from games.tournaments import drawing, permissions, types
from games.tournaments.models import KeptApart, Objection, Step, Tournament, undoable_now
from games.tournaments.models.book import Book
from games.tournaments.selectors.finding import find, named
from games.tournaments.selectors.playing import table_view

MOST_STEPS = 200


def desk(*, key: str, viewer: User) -> types.Desk:
    tournament = find(key, viewer, "see desk")
    book = Book(tournament)
    current = book.round
    tables = book.tables[current.pk] if current is not None else []
    waited_for = _waited_for([table.game_id for table in tables if table.game_id])
    undoable = undoable_now(tournament)
    asked = []
    if tournament.confirm_until is not None:
        lines = None if book.stage is None else drawing.still_in(book, book.stage)
        asked = [e for e in book.entered if lines is None or e.pk in lines]
    return {
        "round": current.ordinal if current else None,
        "round_status": current.status if current else None,
        "deadline": current.deadline if current else None,
        "paused_at": tournament.paused_at,
        "code": tournament.code or None,
        "can_undo": undoable.kind if undoable else None,
        "asking": [
            {"entry": e.number, "player": named(e.person), "entered_at": e.entered_at}
            for e in book.entries.values()
            if e.state == "asked" and book.takes_people
        ],
        "not_confirmed": [
            {"entry": e.number, "player": named(e.person), "entered_at": e.entered_at}
            for e in asked
            if e.confirmed_for <= len(book.rounds)
        ],
        "kept_apart": [
            [named(book.entries[pair.one_id].person), named(book.entries[pair.other_id].person)]
            for pair in KeptApart.objects.filter(tournament=tournament).order_by("pk")
        ],
        "tables": [
            {
                **table_view(book, current, table),
                "status": table.game.status if table.game else None,
                "waits_for": waited_for.get(table.game_id or 0),
                "since": to_the_minute(table.game.changed_at)
                if table.game and not table.how
                else None,
                "moves": table.game.seq if table.game else None,
            }
            for table in tables
            if current is not None
        ],
        "objections": [
            _objection(one, knows=True) for one in _objections(tournament).filter(outcome="")
        ],
    }


def _waited_for(games: list[int]) -> dict[int, types.Named]:
    """Whom each running game waits for: a person, or a stand-in's name. Of one that asks everybody
    at once nobody is told who has answered."""
    running = Seat.objects.filter(game_id__in=games, game__status="running", game__asks_all=False)
    chairs = running.filter(number=F("game__to_move")).select_related("person")
    return {
        chair.game_id: named(chair.person)
        if chair.person is not None and not chair.bot
        else {"handle": None, "name": chair.bot, "bot": True}
        for chair in chairs
    }


# Why two shall not meet, or somebody has a seat of their own, is between them and the organisers.
_WITHOUT_REASON = ("keep_apart", "let_meet", "seat")
# Who asked in vain is nobody's business.
_KEPT = ("admit", "refuse", "import")


def _is_for_all(step: Step) -> bool:
    if step.kind == "answer":
        return bool(step.facts.get("public"))
    taken = step.undoes or step
    return taken.kind not in _WITHOUT_REASON


def objections(*, key: str, viewer: User | None) -> list[types.Objection]:
    """For organisers all; for players their own; for everybody what was answered in public, without
    who objected and with which words."""
    tournament = find(key, viewer)
    has_desk = permissions.may(tournament, viewer, "see desk")
    return [
        _objection(one, knows=knows)
        for one in _objections(tournament)
        if (knows := has_desk or (viewer is not None and one.entry.person_id == viewer.pk))
        or one.is_public
    ]


def _objections(tournament: Tournament) -> QuerySet[Objection]:
    found = Objection.objects.filter(tournament=tournament).order_by("number")
    return found.select_related("table__round", "table__game", "entry__person")


def _objection(one: Objection, *, knows: bool) -> types.Objection:
    return {
        "number": one.number,
        "round": one.table.round.ordinal,
        "table": one.table.number,
        "game": one.table.game.key if one.table.game else None,
        "by": named(one.entry.person) if knows else None,
        "text": one.text if knows else "",
        "at": one.at,
        "outcome": one.outcome,
        "answer": one.answer,
        "answered_at": one.answered_at,
        "public": one.is_public,
    }


def steps(*, key: str, viewer: User | None) -> list[types.Step]:
    """What was done at the desk, the latest first; whom it let in, the desk alone can read."""
    tournament = find(key, viewer, "see steps")
    rows = Step.objects.filter(tournament=tournament).select_related("by", "undoes", "undone_by")
    has_desk = permissions.may(tournament, viewer, "see desk")
    if not has_desk:
        rows = rows.exclude(kind__in=_KEPT)
    undoable = undoable_now(tournament) if has_desk else None
    return [
        {
            "id": row.pk,
            "step": row.kind,
            "by": named(row.by) if row.by else None,
            "at": row.at,
            "reason": row.reason if has_desk or _is_for_all(row) else "",
            "facts": {k: v for k, v in row.facts.items() if k != "effects"},
            "undoes": row.undoes_id,
            "undone": hasattr(row, "undone_by"),
            "can_be_undone": undoable is not None and undoable.pk == row.pk,
        }
        for row in rows.order_by("-pk")[:MOST_STEPS]
    ]
