"""A list of people as spreadsheets give it away: who is on it."""

import csv

from games.tournaments.services.announcing import MOST_PEOPLE

# In letters: as many handles as fit, each beside a name and what else a sheet may hold.
LONGEST = 40_000


def handles(text: str) -> list[str]:
    """The column `handle`, or the first where none is called so; each once."""
    text = text.removeprefix("\ufeff")
    # Where a comma parts whole numbers from the rest, spreadsheets part columns with this.
    parted_by = ";" if ";" in text.partition("\n")[0] else ","
    rows = [
        row
        for row in csv.reader(text.splitlines(), delimiter=parted_by)
        if any(cell.strip() for cell in row)
    ]
    column = 0
    heads = [cell.strip().lower() for cell in rows[0]] if rows else []
    if "handle" in heads:
        column, rows = heads.index("handle"), rows[1:]
    found = [row[column].strip() for row in rows if len(row) > column and row[column].strip()]
    each_once = list({handle.lower(): handle[:24] for handle in found}.values())
    return each_once[:MOST_PEOPLE]
