"""A table from one of its moments on, as a reader may know it: how it stood, and what came then."""

from functools import partial
from typing import NamedTuple

from games import engine
from games.engine import words
from games.faces import steps, unfolding
from games.models.packing import unpack
from games.selectors import people
from games.selectors.log import ALL, happened, read_rows
from games.selectors.tables import Found
from games.types import Told


class Reader(NamedTuple):
    """Whose eyes: a seat's, or None for who has none. `over`: all cards are open."""

    seat: int | None
    over: bool = False


class Course(NamedTuple):
    before: unfolding.View
    entries: list[Told]


def course(found: Found, lang: str, since: int, reader: Reader | None = None) -> Course:
    """After `since` moves, and what each later one led to. `reader`: another than the viewer. Its
    start is made of the events alone that the reader is told. One query."""
    table = found.table
    you, over = reader or (table.seat_of(found.viewer), table.is_over)
    rows = read_rows(table, since=-1, most=ALL)
    opening = engine.redact(unpack(rows[0].events), you, over=over)
    before = unfolding.begin({**found.view(lang), "you": you}, opening)
    for row in rows[1:]:
        if row.seq > since:
            break
        for group in steps.groups(engine.redact(unpack(row.events), you, over=over)):
            unfolding.happen(before, group)
    say = partial(words.say, lang=lang, you=you, names=people.names(table))
    later = [row for row in rows[1:] if row.seq > since]
    return Course(
        before,
        [
            {"seq": row.seq, "seat": row.seat, **happened(row, you, say, lang, over=over)}
            for row in later
        ],
    )
