"""The public games of each month, written down once and then given to everybody.

What a line says, its reader decides (`games.selectors.published.read_month`).
"""

import gzip
import hashlib
import time
from collections.abc import Callable
from datetime import UTC, date, timedelta

from django.conf import settings
from django.db import transaction

from accounts import moment
from games import errors
from games.models import PublishedMonth, PublishedPart

# A month is written when it has been over for so long: nothing that ended in it is under way.
SETTLED = timedelta(hours=1)
# Lines of so many games of a month behind that one; the last that was read, and whether that was
# all. BadCursor where that one is to be seen no more.
Read = Callable[[date, str, int], tuple[list[bytes], str, bool]]
# So many games are read, packed and written by one transaction: some 200 kB.
A_PART = 400


def due_months() -> list[date]:
    """Those to be kept that are over and not written to their end, the oldest first."""
    whole = set(PublishedMonth.objects.exclude(sha256="").values_list("month", flat=True))
    return [month for month in reversed(_kept()) if month not in whole]


def is_over(month: date) -> bool:
    return month < _today().replace(day=1)


def _today() -> date:
    return (moment.now() - SETTLED).astimezone(UTC).date()


def _kept() -> list[date]:
    """The months that are over, the newest first."""
    month = _today().replace(day=1)
    months = []
    for _ in range(settings.PUBLISHED_MONTHS):
        month = (month - timedelta(days=1)).replace(day=1)
        months.append(month)
    return months


def publish(*, read: Read, seconds: float) -> None:
    """Write what is due for so long, and forget what is too old. The next task does the rest."""
    until = time.monotonic() + seconds
    oldest = min(_kept(), default=date.max)  # none is kept, and all go
    PublishedMonth.objects.filter(month__lt=oldest).delete()
    for month in due_months():
        while time.monotonic() < until and write_part(month=month, read=read):
            pass


@transaction.atomic
def write_part(*, month: date, read: Read) -> bool:
    """Write down some more games of a month; False: it is whole. Whoever does it at the same time
    waits, and goes on behind."""
    PublishedMonth.objects.get_or_create(month=month)
    whole = PublishedMonth.objects.select_for_update().get(month=month)
    if whole.sha256:
        return False
    try:
        lines, whole.last, is_all = read(month, whole.last, A_PART)
    except errors.BadCursor:
        # What has been hidden since is not told: the month begins again, without it.
        whole.delete()
        return True
    if lines:
        packed = gzip.compress(b"\n".join([*lines, b""]), mtime=0)
        PublishedPart.objects.create(month=whole, number=whole.parts.count(), content=packed)
        whole.games += len(lines)
        whole.size += len(packed)
    if is_all:
        whole.sha256, whole.written_at = _sum(whole), moment.now()
    whole.save()
    return not is_all


def _sum(whole: PublishedMonth) -> str:
    digest = hashlib.sha256()
    for content in whole.parts.values_list("content", flat=True).iterator(chunk_size=1):
        digest.update(content)
    return digest.hexdigest()


def forget(*, month: date) -> None:
    PublishedMonth.objects.filter(month=month).delete()
