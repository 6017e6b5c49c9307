"""A tournament to take away: as tables for a spreadsheet, as JSON, and all of it in a zip."""

import csv
import io
import zipfile
from collections.abc import Callable, Iterable

import orjson

from accounts.models import User
from games import errors as refusals
from games.selectors import record_text
from games.tournaments import scoring
from games.tournaments.models import Stage
from games.tournaments.models.book import Book
from games.tournaments.selectors import crossing
from games.tournaments.selectors.finding import find
from games.tournaments.selectors.playing import round_view, stage_view
from games.tournaments.selectors.reporting import report
from games.tournaments.selectors.teams import of_book as teams_of
from notifications.plain import one_line

CSV, JSON, ZIP = "text/csv; charset=utf-8", "application/json", "application/zip"
TEXT = "text/plain; charset=utf-8"
# A spreadsheet takes a text that begins with one of these for a formula, and carries it out.
_FORMULA = tuple("=+-@＝＋－＠")


def export(
    *, key: str, viewer: User | None, file: str, ordinal: int | None = None
) -> tuple[bytes, str]:
    """The bytes of a file and its media type. A zip holds all of them, and the records of the
    round that is asked for: a whole tournament's would take long to gather."""
    book = Book(find(key, viewer))
    if file == "all.zip":
        return _zip(book, viewer, ordinal), ZIP
    make, media_type = _MADE[file]
    return make(book), media_type


def _standings_rows(book: Book) -> Iterable[list[object]]:
    names = list(book.tournament.tie_breaks)
    yield [
        "stage",
        "division",
        "place",
        "entry",
        "handle",
        "state",
        "points",
        "tables",
        "byes",
        *names,
    ]
    for stage in _begun(book):
        for division in book.divisions(stage):
            for s in book.standings(stage, division):
                entry = book.entries[s.line]
                yield [
                    *(stage.number, division + 1, s.place, entry.number, _handle(book, s.line)),
                    *(entry.state, scoring.shown(s.points), s.tables, s.byes),
                    *(round(float(each.value), 4) for each in s.tie_breaks),
                ]


def _pairings_rows(book: Book) -> Iterable[list[object]]:
    yield [
        *("round", "table", "division", "turn", "entry", "handle", "rank", "influence", "points"),
        *("result", "game"),
    ]
    for each in book.rounds:
        for table in book.tables[each.pk]:
            for sitting in book.at_table[table.pk]:
                yield [
                    *(each.ordinal, table.number, table.division + 1, (sitting.position or 0) + 1),
                    *(book.entries[sitting.entry_id].number, _handle(book, sitting.entry_id)),
                    *(sitting.rank, sitting.influence),
                    None if sitting.points is None else scoring.shown(sitting.points),
                    *(table.how, table.game.key if table.game else None),
                ]
        for sitting in book.sittings[each.pk]:
            if sitting.table_id is None:
                yield [
                    *(each.ordinal, None, None, None, book.entries[sitting.entry_id].number),
                    *(_handle(book, sitting.entry_id), None, None),
                    *(scoring.shown(sitting.points or 0), "bye", None),
                ]


def _teams_rows(book: Book) -> Iterable[list[object]]:
    yield ["place", "team", "points", "entry", "handle", "points of theirs", "counts"]
    for row in teams_of(book):
        for one in row["members"]:
            yield [
                *(row["place"], row["team"], row["points"], one["entry"], one["player"]["handle"]),
                *(one["points"], "yes" if one["counts"] else "no"),
            ]


def _cross_rows(book: Book) -> Iterable[list[object]]:
    """Who met whom: ahead:behind, as often as they sat at one table; empty: never."""
    lines, score = crossing.lines(book), crossing.score(book)
    yield ["entry", "handle", *(book.entries[line].number for line in lines)]
    for line in lines:
        yield [
            *(book.entries[line].number, _handle(book, line)),
            *(
                f"{found[0]}:{found[1]}" if (found := score.get((line, other))) else None
                for other in lines
            ),
        ]


def _csv(rows: Iterable[list[object]]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows([[_safe(cell) for cell in row] for row in rows])
    return out.getvalue().encode()


def _safe(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    cell = one_line(cell)
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _json(views: list[object]) -> bytes:
    return orjson.dumps(views, option=orjson.OPT_INDENT_2)


_MADE: dict[str, tuple[Callable[[Book], bytes], str]] = {
    "standings.csv": (lambda book: _csv(_standings_rows(book)), CSV),
    "standings.json": (lambda book: _json([stage_view(book, s) for s in _begun(book)]), JSON),
    "pairings.csv": (lambda book: _csv(_pairings_rows(book)), CSV),
    "pairings.json": (lambda book: _json([round_view(book, r) for r in book.rounds]), JSON),
    "cross.csv": (lambda book: _csv(_cross_rows(book)), CSV),
    "cross.json": (lambda book: _json([*crossing.of_book(book)]), JSON),
    "report.trf": (report, TEXT),
    "teams.csv": (lambda book: _csv(_teams_rows(book)), CSV),
    "teams.json": (lambda book: _json([*teams_of(book)]), JSON),
}
FILES = [*_MADE, "all.zip"]


def _zip(book: Book, viewer: User | None, ordinal: int | None) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (make, _media_type) in _MADE.items():
            archive.writestr(name, make(book))
        for each in book.rounds:
            if each.ordinal != ordinal:
                continue
            for table in book.tables[each.pk]:
                if table.game is not None and table.game.status == "over":
                    _add_record(archive, table.game.key, f"{each.ordinal}-{table.number}", viewer)
    return out.getvalue()


def _add_record(archive: zipfile.ZipFile, key: str, name: str, viewer: User | None) -> None:
    try:
        archive.writestr(f"records/{name}.txt", record_text(key=key, viewer=viewer))
    except refusals.Refusal as refusal:
        # It cannot be read, or not for this viewer to see.
        archive.writestr(f"records/{name}.missing.txt", f"{refusal}\n")


def _handle(book: Book, entry: int) -> str:
    person = book.entries[entry].person
    return "" if person.erased_at else person.handle


def _begun(book: Book) -> list[Stage]:
    return [stage for stage in book.stages if stage.status != Stage.Status.WAITING]
