"""What a step does, told in terms of people: places, points, tables, letters. Of a dry run the
same is told, for it is the step itself, taken back."""

from dataclasses import dataclass

from django.db.models import QuerySet

from games.tournaments import drawing, scoring, types
from games.tournaments.models import Stage, Tournament
from games.tournaments.models.book import Book
from notifications.models import Notification

Places = dict[int, tuple[int, int]]


@dataclass
class Standing:
    """How a tournament stood at a moment, as far as a step can change it."""

    # What became of everybody who has asked to play, by number and handle.
    entries: dict[tuple[int, str], str]
    # … and that, by their lines.
    names: dict[int, tuple[int, str]]
    places: dict[int, Places]
    seats: dict[int, dict[int, list[str]]]
    goes_on: dict[int, list[str]]
    # Those of the tournament and of its tables: of what kind, and to whom.
    letters: dict[int, tuple[str, str]]


def _letters(book: Book) -> QuerySet[Notification]:
    games = [table.game for tables in book.tables.values() for table in tables if table.game]
    subjects = [f"tournament {book.tournament.key}", *(f"game {game.key}" for game in games)]
    return Notification.objects.filter(subject__in=subjects)


def look(tournament: Tournament) -> Standing:
    book = Book(tournament)
    names = {pk: (entry.number, entry.person.handle) for pk, entry in book.entries.items()}
    following = {stage.number - 1: stage for stage in book.stages}
    return Standing(
        entries={names[pk]: entry.state for pk, entry in book.entries.items()},
        names=names,
        places={
            stage.number: {
                s.line: (s.place, s.points)
                for division in book.divisions(stage)
                for s in book.standings(stage, division)
            }
            for stage in book.stages
            if stage.status != Stage.Status.WAITING
        },
        seats={
            each.ordinal: {
                table.number: [
                    book.entries[sitting.entry_id].person.name_in_full
                    for sitting in book.at_table[table.pk]
                ]
                for table in book.tables[each.pk]
            }
            for each in book.rounds
        },
        goes_on={
            stage.number: [
                book.entries[line].person.name_in_full
                for division in drawing.who_goes_on(book, stage, following[stage.number])
                for line in division
            ]
            for stage in book.stages
            if stage.status == Stage.Status.OVER and stage.number in following
        },
        letters={
            pk: (kind, handle)
            for pk, kind, handle in _letters(book).values_list("pk", "kind", "person__handle")
        },
    )


def compare(before: Standing, after: Standing) -> types.Effects:
    """Only what is not as it was."""
    names = after.names
    return {
        "entries": [
            {
                "entry": number,
                "handle": handle,
                "before": before.entries.get((number, handle)),
                "after": after.entries.get((number, handle)),
            }
            for number, handle in sorted({*before.entries, *after.entries})
            if before.entries.get((number, handle)) != after.entries.get((number, handle))
        ],
        "standings": [
            {
                "stage": stage,
                "entry": names[line][0],
                "handle": names[line][1],
                "place": [_first(before, stage, line, 0), _first(after, stage, line, 0)],
                "points": [
                    _points(_first(before, stage, line, 1)),
                    _points(_first(after, stage, line, 1)),
                ],
            }
            for stage in sorted({*before.places, *after.places})
            for line in sorted({*before.places.get(stage, {}), *after.places.get(stage, {})})
            if line in names
            and before.places.get(stage, {}).get(line) != after.places.get(stage, {}).get(line)
        ],
        "tables": [
            {"round": ordinal, "table": number, "before": was, "after": now}
            for ordinal in sorted({*before.seats, *after.seats})
            for number in sorted({*before.seats.get(ordinal, {}), *after.seats.get(ordinal, {})})
            if (was := before.seats.get(ordinal, {}).get(number, []))
            != (now := after.seats.get(ordinal, {}).get(number, []))
        ],
        # Where the next stage has begun already it stays as it is, and the desk may want to know.
        "would_go_on": [
            {"stage": stage, "more": sorted({*now} - {*was}), "fewer": sorted({*was} - {*now})}
            for stage, now in after.goes_on.items()
            if {*(was := before.goes_on.get(stage, now))} != {*now}
        ],
        "letters": len(after.letters.keys() - before.letters.keys()),
        "letters_to": _written(before, after),
    }


def _written(before: Standing, after: Standing) -> list[types.DeskLetters]:
    to: dict[str, list[str]] = {}
    for pk in sorted(after.letters.keys() - before.letters.keys()):
        kind, handle = after.letters[pk]
        to.setdefault(kind, []).append(handle)
    return [{"kind": kind, "handles": sorted(handles)} for kind, handles in to.items()]


def _first(standing: Standing, stage: int, line: int, which: int) -> int | None:
    found = standing.places.get(stage, {}).get(line)
    return None if found is None else found[which]


def _points(sixtieths: int | None) -> float | None:
    return None if sixtieths is None else scoring.shown(sixtieths)
