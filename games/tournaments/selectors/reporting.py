"""A tournament as chess arbiters' programs write theirs: lines with a number in front, columns of
fixed width (TRF). What a table of several has no field for stands where two would have theirs."""

from collections.abc import Iterator
from datetime import datetime

from games.tournaments import scoring
from games.tournaments.models import Sitting, Stage, Tournament
from games.tournaments.models.book import Book
from games.tournaments.selectors.teams import of_book as teams_of
from notifications.plain import one_line

_HELP = (
    "### 001: number (5-8), name (15-47), points of the last stage (81-84), place (86-89); then",
    "### for each round ten columns from 91 on: table, turn, place there. U: a bye.",
)


def report(book: Book) -> bytes:
    return "".join(f"{line}\r\n" for line in _lines(book)).encode()


def _lines(book: Book) -> Iterator[str]:
    tournament = book.tournament
    order = book.final_order()
    yield f"012 {one_line(tournament.title)}"
    for field, at in (("042", tournament.began_at), ("052", tournament.ended_at)):
        if at is not None:
            yield f"{field} {_day(at)}"
    yield f"062 {len(order)}"
    yield "092 " + ", ".join(f"{s.format} ({'/'.join(s.sets)})" for s in book.stages)
    yield f"102 {_organiser(tournament)}"
    yield from _HELP
    points, sat = _points(book), _sat(book)
    for place, line in enumerate(order, 1):
        entry = book.entries[line]
        name = one_line(entry.person.shown_name)[:33]
        head = f"001 {entry.number:>4}      {name:<33}"
        yield f"{head:<80}{points.get(line, ''):>4} {place:>4} " + "".join(
            sat[each.pk].get(line, " " * 10) for each in book.rounds
        )
    for row in teams_of(book):
        numbers = "".join(f" {one['entry']:>4}" for one in row["members"])
        yield f"013 {one_line(row['team']):<32}{numbers}"


def _day(at: datetime) -> str:
    return f"{at:%Y/%m/%d}"


def _organiser(tournament: Tournament) -> str:
    return one_line(tournament.creator.shown_name)


def _points(book: Book) -> dict[int, str]:
    """Of the stage that somebody came to last."""
    return {
        standing.line: f"{float(scoring.shown(standing.points)):.4g}"
        for stage in book.stages
        if stage.status != Stage.Status.WAITING
        for division in book.divisions(stage)
        for standing in book.standings(stage, division)
    }


def _sat(book: Book) -> dict[int, dict[int, str]]:
    """By round and line, so that hundreds of people are gone through once."""
    numbers = {table.pk: table.number for tables in book.tables.values() for table in tables}
    return {
        each.pk: {book.line(s.entry_id): _round(s, numbers) for s in book.sittings[each.pk]}
        for each in book.rounds
    }


def _round(own: Sitting, numbers: dict[int, int]) -> str:
    if own.table_id is None:
        return " 0000 - U "
    return f" {numbers[own.table_id]:>4} {(own.position or 0) + 1} {own.rank or ' '} "
