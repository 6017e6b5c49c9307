"""A round that has not begun, drawn anew: what was set by hand stays, or is somebody's own."""

from games.tournaments import drawing
from games.tournaments.models import Entry, Round, Sitting, Stage, Tournament, TournamentTable
from games.tournaments.models.book import Book
from games.tournaments.pairing import LEAST, in_places
from games.tournaments.services.rounds import seat, tell_drawn, tell_out


def redraw(tournament: Tournament, drawn: Round, *, keep_moved: bool = False) -> Round:
    """Draw a round anew that has not begun. Everything of the old draw goes but its number, and
    where it is said so the tables that were set by hand."""
    kept = _moved(drawn) if keep_moved else []
    drawn.sittings.exclude(table__in=kept).delete()
    drawn.tables.exclude(pk__in=kept).delete()
    for table in drawn.tables.filter(pk__in=kept):
        put_in_places(table)
    drawn.drawn_again += 1
    book = Book(tournament)
    seated = drawn.sittings.values_list("entry", flat=True)
    made = drawing.draw(
        book,
        drawn.stage,
        drawn.ordinal,
        again=drawn.drawn_again,
        without={book.line(entry) for entry in seated},
    )
    seat(tournament, drawn, made)
    drawn.quality = made.quality
    drawn.save(update_fields=["drawn_again", "quality"])
    if made.plan != drawn.stage.plan:
        Stage.objects.filter(pk=drawn.stage_id).update(plan=made.plan)
    tell_drawn(tournament, drawn)
    tell_out(tournament, drawn)
    return drawn


def _moved(drawn: Round) -> list[int]:
    """Tables that were set by hand, where those at them still play and enough are left for others.
    A schedule for many rounds leaves nobody out."""
    if drawn.stage.plan:
        return []
    tables = list(drawn.tables.filter(by_hand=True).prefetch_related("sittings__entry"))
    if not tables:
        return []
    given = Book(drawn.tournament).fixed_tables
    whole = [
        one
        for one in tables
        if all(sat.entry.plays for sat in one.sittings.all()) and _is_theirs(one, given)
    ]
    seated = sum(len(one.sittings.all()) for one in whole)
    left = Entry.objects.filter(tournament=drawn.tournament, state="entered").count() - seated
    return [one.pk for one in whole] if left == 0 or left >= LEAST else []


def _is_theirs(table: TournamentTable, given: dict[int, int]) -> bool:
    """Nobody sits there whose table is another, and nobody elsewhere whose table it is."""
    here = {sat.entry_id for sat in table.sittings.all()}
    return {one for one in here if one in given} == {
        line for line, number in given.items() if number == table.number
    }


def put_in_places(table: TournamentTable) -> None:
    """Set by hand, a table keeps the places that are somebody's own."""
    sittings = {sat.entry_id: sat for sat in table.sittings.select_related("entry")}
    order = sorted(sittings, key=lambda line: sittings[line].position or 0)
    own = {line: sat.entry.fixed_place for line, sat in sittings.items() if sat.entry.fixed_place}
    for position, line in enumerate(in_places(order, own)):
        sittings[line].position = position
    # Nobody has a place, not even for a moment, that another still has.
    table.sittings.update(position=None)
    Sitting.objects.bulk_update(sittings.values(), ["position"])
