"""How news travel: as Server-Sent Events, as lines of JSON, or as the one answer of a long poll."""

from collections.abc import Sequence

import orjson
from django.http import HttpRequest

from games.selectors.feed import Cursor
from games.selectors.news import News

SSE = "text/event-stream"
JSON = "application/json"
NDJSON = "application/x-ndjson"
TEXT = "text/plain"


def form(request: HttpRequest) -> str:
    return NDJSON if "ndjson" in request.META.get("HTTP_ACCEPT", "") else SSE


def plain(news: News) -> dict[str, object]:
    return {"id": news.cursor.write(), "event": news.kind, "data": news.data or {}}


def write(form: str, news: News) -> bytes:
    if form == NDJSON:
        return orjson.dumps(plain(news)) + b"\n"
    id_, kind = news.cursor.write().encode(), news.kind.encode()
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (id_, kind, orjson.dumps(news.data or {}))


def beginning(form: str) -> bytes:
    return b"retry: 2000\n\n" if form == SSE else b""


def heartbeat(form: str, place: Cursor) -> bytes:
    """Keeps proxies from closing a quiet stream; an id without data moves on where a client
    would resume, and is no event."""
    return b": still here\nid: %b\n\n" % place.write().encode() if form == SSE else b"\n"


def page(news: Sequence[News], place: Cursor) -> bytes:
    return orjson.dumps({"events": [plain(one) for one in news], "last": place.write()})
