"""A list of people as spreadsheets give it away: who is on it."""

import csv
import io
from collections.abc import Iterable
from typing import NamedTuple

from games.tournaments.permissions import MOST_PEOPLE

# In letters: as many handles as fit, each beside a name and what else a sheet may hold.
LONGEST = 40_000


class Row(NamedTuple):
    handle: str
    seed: int | None = None
    team: str = ""
    # What stands where the seed should, and is none.
    unranked: str = ""


# What people write where there is no seed.
_NONE = {"", "0", "-", "–", "none"}


def rows(text: str) -> list[Row]:
    """The column `handle`, or the first where none is called so, each once; beside it `seed` and
    `team`, which are nobody's handle."""
    text = text.removeprefix("\ufeff")
    # Where a comma parts whole numbers from the rest, spreadsheets part columns with a semicolon;
    # what is copied from one has tabs.
    first = text.partition("\n")[0]
    parted_by = next((sign for sign in "\t;" if sign in first), ",")
    lines = [
        [cell.strip() for cell in line]
        for line in csv.reader(text.splitlines(), delimiter=parted_by)
        if any(cell.strip() for cell in line)
    ]
    heads = [cell.lower() for cell in lines[0]] if lines else []
    beside = {name: heads.index(name) if name in heads else -1 for name in ("seed", "team")}
    handle = heads.index("handle") if "handle" in heads else 0
    while handle in beside.values():
        handle += 1
    if "handle" in heads or max(beside.values()) >= 0:
        lines = lines[1:]

    def cell(line: list[str], name: str) -> str:
        return line[beside[name]] if 0 <= beside[name] < len(line) else ""

    found = [
        Row(
            line[handle].removeprefix("@")[:24],
            seed := _seed(cell(line, "seed")),
            cell(line, "team"),
            "" if seed else _other(cell(line, "seed")),
        )
        for line in lines
        if len(line) > handle and line[handle]
    ]
    each_once = list({row.handle.lower(): row for row in found}.values())
    return each_once[:MOST_PEOPLE]


def sheet(found: Iterable[Row]) -> str:
    """The same list again, as it was understood."""
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(("handle", "seed", "team"))
    for row in found:
        write((row.handle, row.seed or row.unranked, row.team))
    return text.getvalue()


def _seed(cell: str) -> int | None:
    """1 is the best."""
    is_one = cell.isascii() and cell.isdecimal() and len(cell) < 4
    return int(cell) if is_one and 1 <= int(cell) <= MOST_PEOPLE else None


def _other(cell: str) -> str:
    return "" if cell.lower() in _NONE else cell[:24]
