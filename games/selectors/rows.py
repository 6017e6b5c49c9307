"""The rows of several tables at once, each as the viewer may see it: tables from afar."""

from contextlib import suppress
from typing import NamedTuple

from accounts.models import User
from accounts.secret import Secret
from games import engine, errors
from games.engine.types import Board
from games.models.position import read_position
from games.models.rows import fetch_all
from games.models.table import OF_LISTS, may_see, read_table
from games.selectors import people

# As many as somebody looks at; a position is some fractions of a millisecond to read.
MOST = 30

_ROWS = f"""
SELECT {OF_LISTS}, g.state FROM games_game g
WHERE g.key = ANY(%s) AND g.status = 'running' AND g.rules_version = ANY(%s)"""  # noqa: S608


class Seen(NamedTuple):
    """A table as the viewer may see it, and what its seats are called."""

    view: Board
    names: list[str] | None


def rows(*, viewer: User | None, keys: list[str]) -> dict[str, Seen]:
    """By the table's key: the view, and what its seats are called. One query, if any."""
    if not keys:
        return {}
    person = viewer.pk if viewer else None
    found = fetch_all(_ROWS, [keys[:MOST], [*engine.VERSIONS]])
    seen = {}
    for *columns, text in found:
        table = read_table(tuple(columns))
        if may_see(table, person, invited=False):
            with suppress(errors.UnreadableGame):
                view = engine.view(read_position(table.key, Secret(text)), table.seat_of(person))
                seen[table.key] = Seen(view, people.names(table))
    return seen
