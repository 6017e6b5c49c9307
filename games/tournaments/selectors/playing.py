"""Standings with their tie-breaks explained, and who plays whom."""

from typing import cast

from accounts.models import User
from games.tournaments import drawing, scoring, types
from games.tournaments.models import Round, Sitting, Stage, TournamentTable
from games.tournaments.models.book import Book
from games.tournaments.selectors.finding import entry_view, find
from games.tournaments.standings import Standing, TieBreak


def standings(
    *, key: str, viewer: User | None, stage: int | None = None
) -> list[types.StageStandings]:
    """Stage by stage, the one that is played or was last first. However many people, the number
    of queries is the same."""
    book = Book(find(key, viewer))
    begun = [each for each in book.stages if each.status != Stage.Status.WAITING]
    return [
        stage_view(book, each) for each in reversed(begun) if stage is None or each.number == stage
    ]


def stage_view(book: Book, stage: Stage) -> types.StageStandings:
    following = next((each for each in book.stages if each.number == stage.number + 1), None)
    return {
        "stage": stage.number,
        "format": stage.format,
        "status": stage.status,
        "rounds_played": sum(r.status == Round.Status.OVER for r in book.rounds_of(stage)),
        "goes_on": following.takes if following else None,
        "divisions": [
            {
                "division": division,
                "rows": [row_view(book, s) for s in book.standings(stage, division)],
            }
            for division in book.divisions(stage)
        ],
    }


def still_in(*, key: str, viewer: User | None) -> set[int] | None:
    """The numbers of those who play on; None while nobody can have been cut."""
    tournament = find(key, viewer)
    if tournament.status != tournament.Status.RUNNING:
        return set() if tournament.status == tournament.Status.OVER else None
    running = Stage.objects.filter(tournament=tournament, status=Stage.Status.RUNNING).first()
    if running is None or (running.number == 1 and running.format != Stage.Format.KNOCKOUT):
        return None
    book = Book(tournament)
    stage = book.stage
    assert stage is not None
    return {book.entries[line].number for line in drawing.still_in(book, stage)}


def row_view(book: Book, standing: Standing) -> types.TournamentStanding:
    entry = book.entries[standing.line]
    return {
        **entry_view(entry),
        "state": entry.state,
        "place": standing.place,
        "points": scoring.shown(standing.points),
        "tables": standing.tables,
        "byes": standing.byes,
        "tie_breaks": [_tie_break(each) for each in standing.tie_breaks],
    }


def _tie_break(each: TieBreak) -> types.TieBreak:
    return {
        "name": each.name,
        "value": round(float(each.value), 4),
        # Exactly, for whoever wants to do it again.
        "exact": str(each.value),
        "facts": {name: str(fact) for name, fact in each.facts.items()},
    }


def rounds(
    *, key: str, viewer: User | None, ordinal: int | None = None
) -> list[types.TournamentRound]:
    """The rounds, the last first: tables in turn order, byes, results, and how good the draw is."""
    book = Book(find(key, viewer))
    return [
        round_view(book, each)
        for each in reversed(book.rounds)
        if ordinal is None or each.ordinal == ordinal
    ]


def round_view(book: Book, each: Round) -> types.TournamentRound:
    stage = next(stage for stage in book.stages if stage.pk == each.stage_id)
    return {
        "round": each.ordinal,
        "stage": stage.number,
        "status": each.status,
        "drawn_at": each.drawn_at,
        "begins_at": each.begins_at,
        "began_at": each.began_at,
        "deadline": each.deadline,
        "ended_at": each.ended_at,
        "drawn_again": each.drawn_again,
        "lot": book.lot(stage, each.ordinal, each.drawn_again),
        "quality": [
            cast(types.DrawQuality, {"division": int(division), **facts})
            for division, facts in each.quality.items()
        ],
        "tables": [table_view(book, each, table) for table in book.tables[each.pk]],
        "byes": [
            {
                **entry_view(book.entries[sitting.entry_id]),
                "points": scoring.shown(sitting.points or 0),
            }
            for sitting in book.sittings[each.pk]
            if sitting.table_id is None
        ],
    }


def table_view(book: Book, each: Round, table: TournamentTable) -> types.TournamentTable:
    return {
        "table": table.number,
        "division": table.division,
        "game": table.game.key if table.game else None,
        "result": table.how or None,
        "deadline": table.deadline or each.deadline,
        "seats": [seat_view(book, sitting) for sitting in book.at_table[table.pk]],
        "bots": table.game.seats - len(book.at_table[table.pk]) if table.game else 0,
    }


def seat_view(book: Book, sitting: Sitting) -> types.TournamentSeat:
    return {
        **entry_view(book.entries[sitting.entry_id]),
        "seat": sitting.seat,
        "was_late": sitting.was_late,
        "rank": sitting.rank,
        "influence": sitting.influence,
        "points": None if sitting.points is None else scoring.shown(sitting.points),
    }
