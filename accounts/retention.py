"""Letting go of rows that only time makes superfluous."""

import time
from collections.abc import Sequence
from datetime import datetime

from django.db import connection

# What has piled up while nobody tidied may be more than one statement has time for. So few at once,
# for so many seconds of an hour.
AT_ONCE, LONGEST = 20_000, 10.0


def delete_old(table: str, which: str, facts: Sequence[datetime]) -> int:
    """Of a table without parts that nothing refers to, the rows of which `which` is true; how many
    have gone."""
    gone, until = 0, time.monotonic() + LONGEST
    with connection.cursor() as cursor:
        while time.monotonic() < until:
            # With the limit inside it would hope to find so many soon, and read all for a few.
            cursor.execute(
                f"WITH old AS MATERIALIZED (SELECT ctid FROM {table} WHERE {which}) "  # noqa: S608
                f"DELETE FROM {table} WHERE ctid = ANY (ARRAY("
                f"SELECT ctid FROM old LIMIT {AT_ONCE}))",
                facts,
            )
            gone += cursor.rowcount
            if cursor.rowcount < AT_ONCE:
                break
    return gone
