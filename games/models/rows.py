"""Rows of statements written by hand: a NamedTuple says of each field its type and its SQL, so that
neither can be ahead of the other, and no value is known by its place alone.

    class Last(NamedTuple):
        seq: Annotated[int, "max(m.seq)"]
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, get_args, get_type_hints

from django.db import connections

from games.models import replica

# What a statement is given: lists are PostgreSQL's arrays.
Value = bool | int | float | str | bytes | date | list[int] | list[str] | list[float] | None
Parameters = dict[str, Value]
Facts = Sequence[Value] | Mapping[str, Value] | None


def columns(of: type) -> str:
    """What to select for a row that `of` takes."""
    return ", ".join(get_args(hint)[1] for hint in get_type_hints(of, include_extras=True).values())


def fetch_all(sql: str, facts: Facts = None) -> list[Any]:
    """Every row of a statement."""
    with connections[replica.using()].cursor() as cursor:
        cursor.execute(sql, facts)
        return list(cursor.fetchall())


def fetch_one(sql: str, facts: Facts = None) -> Any:
    """Its first row, or None."""
    with connections[replica.using()].cursor() as cursor:
        cursor.execute(sql, facts)
        return cursor.fetchone()
