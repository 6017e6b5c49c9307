"""The public games of whole months, as everybody may fetch them.

Without anybody's name: a file that has been fetched cannot be taken back, and a name must be able
to be. Whoever wants to know who played asks for the table by its id, and is told what is to be
seen today.
"""

from datetime import UTC, date, datetime, timedelta

import orjson
from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from games import types
from games.models import PublishedMonth, PublishedPart
from games.selectors.exporting import Whole, read_page, record_of
from games.selectors.times import to_the_minute

AT_ONCE = 100


def published() -> list[types.PublishedMonth]:
    """The newest first; a month that is being written is not there."""
    return [
        {
            "month": str(one),
            "games": one.games,
            "size": one.size,
            "sha256": one.sha256,
            "url": settings.SITE_URL + reverse("published-file", args=[str(one)]),
            "written_at": one.written_at,
        }
        for one in _whole()
        if one.written_at is not None
    ]


def published_month(month: date) -> PublishedMonth | None:
    return _whole().filter(month=month).first()


def _whole() -> QuerySet[PublishedMonth]:
    """Of a month without a game there is no file: nothing at all is no gzip."""
    return PublishedMonth.objects.exclude(sha256="").filter(games__gt=0)


def published_part(pk: int, number: int) -> bytes | None:
    """A part of its file; None: that was all."""
    found = PublishedPart.objects.filter(month_id=pk, number=number)
    content = found.values_list("content", flat=True).first()
    return None if content is None else bytes(content)


def read_month(month: date, after: str, limit: int) -> tuple[list[bytes], str, bool]:
    """Lines of public games that ended in it, behind that one; the last one, and whether that was
    all of them."""
    begins = datetime(month.year, month.month, 1, tzinfo=UTC)
    within = {"since": begins, "until": (begins + timedelta(days=32)).replace(day=1)}
    lines: list[bytes] = []
    for _ in range(limit // AT_ONCE):
        page = read_page("over", None, within, after, AT_ONCE)
        lines += [line for one in page if (line := _line(one))]
        after = page[-1].table.key if page else after
        if len(page) < AT_ONCE:
            return lines, after, True
    return lines, after, False


def _line(whole: Whole) -> bytes | None:
    """None for one that this software cannot read any more."""
    record, table = record_of(whole, None), whole.table
    if record is None:
        return None
    return orjson.dumps(
        {
            "id": table.key,
            "set": table.set,
            "edition": table.edition,
            "seats": table.seats,
            "pace": table.pace,
            "talk": table.talk,
            "rated": table.rated,
            "together": table.together,
            "blind": table.blind,
            "started_at": to_the_minute(table.started_at),
            "ended_at": to_the_minute(table.ended_at),
            "result": table.result,
            "record": record,
        }
    )
