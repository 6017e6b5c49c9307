"""One player's own page: their tables, how they stand, and what it takes to go on."""

from accounts.models import User
from games.tournaments import drawing, scoring, types
from games.tournaments.models import Objection, Stage, TournamentTable
from games.tournaments.models.book import Book
from games.tournaments.selectors.finding import find
from games.tournaments.selectors.playing import row_view, table_view


def own(*, key: str, viewer: User) -> types.OwnTournament:
    tournament = find(key, viewer, "see own")
    book = Book(tournament)
    entry = book.entry_of(viewer.pk)
    assert entry is not None  # only players may ask
    # Whoever has not come as far as the others stands where they came to.
    begun = [each for each in reversed(book.stages) if each.status != Stage.Status.WAITING]
    rows = (s for each in begun for d in book.divisions(each) for s in book.standings(each, d))
    standing = next((row_view(book, s) for s in rows if s.line == entry.pk), None)
    may_confirm = book.stage is None or entry.pk in drawing.still_in(book, book.stage)
    done = set(Objection.objects.filter(entry=entry).values_list("table", flat=True))
    mine = {
        s.table_id for each in book.rounds for s in book.sittings[each.pk] if s.entry_id == entry.pk
    }
    return {
        "entry": entry.number,
        "state": entry.state,
        "confirm_until": tournament.confirm_until if may_confirm else None,
        "confirmed": entry.confirmed_for > len(book.rounds),
        "standing": standing,
        "place": entry.final_place,
        "tables": [
            {
                "round": each.ordinal,
                **table_view(book, each, table),
                "may_object": _may_object(table) and table.pk not in done,
            }
            for each in reversed(book.rounds)
            for table in book.tables[each.pk]
            if table.pk in mine
        ],
        "needs": needs(book, begun, entry.pk) if begun and entry.plays else None,
    }


def _may_object(table: TournamentTable) -> bool:
    return table.game is not None and Objection.is_in_time(table.game)


def needs(book: Book, begun: list[Stage], line: int) -> types.Needs | None:
    """What it takes to be in the next stage, by arithmetic that holds whatever others do. `begun`:
    the stages that have, the last first.

    `enough`: with so many more points nobody can push them out any more. `sure`: that is
    none; `out`: not even all the points there are would do. Null where nobody is cut.
    """
    stage = begun[0]
    if line not in book.division_of(stage):
        return {
            "places": len(book.berths[stage.pk]),
            "rounds_left": 0,
            "points_at_the_cut": None,
            "enough": None,
            "sure": False,
            "out": True,
        }
    following = next((each for each in book.stages if each.number == stage.number + 1), None)
    if stage.format == "knockout":
        return {
            "places": stage.through,
            "rounds_left": None,
            "points_at_the_cut": None,
            "enough": None,
            "sure": False,
            "out": line not in drawing.still_in(book, stage),
        }
    if following is None or following.takes is None or stage.format == "league":
        return None
    rounds_left = max(0, drawing.rounds_of(book, stage) - _rounds_done(book, stage))
    reach = rounds_left * scoring.most_points(book.tournament.points)
    rivals = {s.line: s.points for d in book.divisions(stage) for s in book.standings(stage, d)}
    mine = rivals.pop(line, None)
    if mine is None:
        return None
    places = following.takes
    points = sorted((p for other, p in rivals.items() if book.plays(other)), reverse=True)
    if stage.status == Stage.Status.OVER or not rounds_left:
        going = [p for division in drawing.who_goes_on(book, stage, following) for p in division]
        sure, enough = line in going, None
        out = not sure
    else:
        # To push them out, as many as there are places must come level or above.
        bar = points[places - 1] + reach if len(points) >= places else -1
        enough = max(0, bar + 1 - mine)
        sure = enough == 0
        out = len(points) >= places and mine + reach < points[places - 1]
    return {
        "places": places,
        "rounds_left": rounds_left,
        "points_at_the_cut": scoring.shown(points[places - 1]) if len(points) >= places else None,
        "enough": scoring.shown(enough) if enough is not None and enough <= reach else None,
        "sure": sure,
        "out": out,
    }


def _rounds_done(book: Book, stage: Stage) -> int:
    return sum(each.status == "over" for each in book.rounds_of(stage))
