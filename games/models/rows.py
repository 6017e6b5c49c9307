"""Rows of statements written by hand: a NamedTuple says of each field its type and its SQL, so that
neither can be ahead of the other, and no value is known by its place alone.

    class Last(NamedTuple):
        seq: Annotated[int, "max(m.seq)"]
"""

from datetime import date
from typing import get_args, get_type_hints

# What a statement is given: lists are PostgreSQL's arrays.
Value = bool | int | float | str | bytes | date | list[int] | list[str] | list[float] | None
Parameters = dict[str, Value]


def columns(of: type) -> str:
    """What to select for a row that `of` takes."""
    return ", ".join(get_args(hint)[1] for hint in get_type_hints(of, include_extras=True).values())
