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


def rows(text: str) -> list[Row]:
    """The column `handle`, or the first where none is called so, each once; beside it `seed` and
    `team`."""
    text = text.removeprefix("\ufeff")
    # Where a comma parts whole numbers from the rest, spreadsheets part columns with this.
    parted_by = ";" if ";" in text.partition("\n")[0] else ","
    lines = [
        [cell.strip() for cell in line]
        for line in csv.reader(text.splitlines(), delimiter=parted_by)
        if any(cell.strip() for cell in line)
    ]
    heads = [cell.lower() for cell in lines[0]] if lines else []
    handle, beside = 0, dict.fromkeys(("seed", "team"), -1)
    if "handle" in heads:
        handle, lines = heads.index("handle"), lines[1:]
        beside = {name: heads.index(name) if name in heads else -1 for name in beside}

    def cell(line: list[str], name: str) -> str:
        return line[beside[name]] if 0 <= beside[name] < len(line) else ""

    found = [
        Row(line[handle][:24], _seed(cell(line, "seed")), cell(line, "team"))
        for line in lines
        if len(line) > handle and line[handle]
    ]
    each_once = list({row.handle.lower(): row for row in found}.values())
    return each_once[:MOST_PEOPLE]


def sheet(found: Iterable[Row]) -> str:
    """The same list again, as it was understood."""
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(Row._fields)
    for row in found:
        write((row.handle, row.seed or "", row.team))
    return text.getvalue()


def _seed(cell: str) -> int | None:
    """1 is the best; what is no such number says nothing."""
    is_one = cell.isascii() and cell.isdecimal() and len(cell) < 4
    return int(cell) if is_one and 1 <= int(cell) <= MOST_PEOPLE else None
