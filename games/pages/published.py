"""Games as data: the public ones of whole months, for whoever wants to look into many."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.models import PublishedMonth
from games.selectors import published

# One reads them all, a part at a time: a file that many fetch keeps no other reader waiting.
_thread = ThreadPoolExecutor(1, thread_name_prefix="published")


@require_safe
def months(request: HttpRequest) -> HttpResponse:
    facts = {"months": published.published(), "kept": settings.PUBLISHED_MONTHS}
    return render(request, "games/pages/published.html", facts)


@require_safe
@cache_control(public=True, max_age=86400)
def file(request: HttpRequest, month: str) -> StreamingHttpResponse:
    found = _found(month)
    response = StreamingHttpResponse(_parts(found.pk), content_type="application/gzip")
    response["Content-Length"] = str(found.size)
    response["Content-Disposition"] = f'attachment; filename="{_named(month)}"'
    response["ETag"] = f'"{found.sha256}"'
    return response


@require_safe
@cache_control(public=True, max_age=86400)
def checksum(request: HttpRequest, month: str) -> HttpResponse:
    """As sha256sum reads it."""
    text = f"{_found(month).sha256}  {_named(month)}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _named(month: str) -> str:
    return f"oriflamme-{month}.ndjson.gz"


def _found(month: str) -> PublishedMonth:
    try:
        found = published.published_month(date.fromisoformat(f"{month}-01"))
    except ValueError:
        found = None
    if found is None:
        raise Http404
    return found


async def _parts(pk: int) -> AsyncIterator[bytes]:
    loop, number = asyncio.get_running_loop(), 0
    while (part := await loop.run_in_executor(_thread, _read, pk, number)) is not None:
        yield part
        number += 1


def _read(pk: int, number: int) -> bytes | None:
    try:
        return published.published_part(pk, number)
    finally:
        connection.close()
