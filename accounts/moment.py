"""What time it is, where something is decided by it: PostgreSQL's time, which all machines share.

A machine whose own clock is wrong, or is put right, decides nothing early or late by that.
"""

import time
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

# Seconds for which the two clocks hardly part.
FRESH = 5.0
# The site sets it; tests travel through time, and PostgreSQL stays where it is.
follows_postgresql = False
# PostgreSQL's time, and when that was by a clock of this machine that nobody can set.
_read: tuple[datetime, float] | None = None


def now() -> datetime:
    """A query in five seconds for each process; else PostgreSQL's time when it was read last, and
    what has passed since."""
    if not follows_postgresql:
        return timezone.now()
    known = _read  # as one: another thread may read anew meanwhile
    since = time.monotonic() - known[1] if known else FRESH
    # In a transaction that has failed nothing can be asked any more.
    if known is None or (since >= FRESH and not connection.needs_rollback):
        return read()
    return known[0] + timedelta(seconds=since)


def read() -> datetime:
    """Asks now: a machine that was halted as a whole does not know that time has passed."""
    global _read  # noqa: PLW0603
    if not follows_postgresql:
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (at,) = cursor.fetchone()
    _read = (at, time.monotonic())
    return _read[0]
