"""Answers: JSON bytes, validators for conditional requests, compression."""

import gzip
from collections.abc import Callable
from datetime import datetime
from hashlib import blake2b
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.http import http_date, parse_http_date_safe

from accounts.api.caller import Caller

JSON = "application/json"
# Below this compression costs more than it saves.
WORTH_COMPRESSING = 1400


def json_answer(content: Any, status: int = 200) -> HttpResponse:
    return HttpResponse(orjson.dumps(content), status=status, content_type=JSON)


def no_content() -> HttpResponse:
    response = HttpResponse(status=204)
    del response["Content-Type"]
    return response


def etag(*parts: object) -> str:
    """A weak validator: the compressed and the plain form of an answer are the same to it.

    Hashed, because what goes in may be more than the reader is shown.
    """
    said = "\x1f".join(map(str, parts)).encode()
    return f'W/"{blake2b(said, digest_size=12).hexdigest()}"'


def is_unchanged(request: HttpRequest, tag: str, modified: datetime | None = None) -> bool:
    """If-None-Match decides; If-Modified-Since only where it is absent (RFC 9110, 13.2.2)."""
    known = request.META.get("HTTP_IF_NONE_MATCH")
    if known is not None:
        return known.strip() == "*" or tag in (part.strip() for part in known.split(","))
    since = request.META.get("HTTP_IF_MODIFIED_SINCE")
    if since is None or modified is None:
        return False
    at = parse_http_date_safe(since)
    return at is not None and int(modified.timestamp()) <= at


def conditional(
    request: HttpRequest, tag: str, modified: datetime | None, make: Callable[[], Any]
) -> HttpResponse:
    """304 if the caller has it already; otherwise the answer with its validators."""
    if is_unchanged(request, tag, modified):
        return unchanged(tag, modified)
    return _validated(json_answer(make()), tag, modified)


def unchanged(tag: str, modified: datetime | None) -> HttpResponse:
    response = HttpResponse(status=304)
    del response["Content-Type"]
    return _validated(response, tag, modified)


def _validated(response: HttpResponse, tag: str, modified: datetime | None) -> HttpResponse:
    response["ETag"] = tag
    if modified is not None:
        response["Last-Modified"] = http_date(modified.timestamp())
    # A private copy may be kept, and must be asked about each time.
    response["Cache-Control"] = "private, no-cache"
    return response


def compress(request: HttpRequest, response: HttpResponse, caller: Caller) -> None:
    """Make a long answer short, unless a browser's cookie came with the request.

    An attacker who can make a browser send requests, put words of his own into the answers and
    watch their length reads secrets out of compressed pages (BREACH). A token never travels by
    itself, so nobody but its holder chooses what such a request says.
    """
    if (
        caller.by_session
        or len(response.content) < WORTH_COMPRESSING
        or response.has_header("Content-Encoding")
        or not accepts_gzip(request)
    ):
        return
    response.content = gzip.compress(response.content, compresslevel=4, mtime=0)
    response["Content-Encoding"] = "gzip"


def accepts_gzip(request: HttpRequest) -> bool:
    for offer in request.META.get("HTTP_ACCEPT_ENCODING", "").split(","):
        coding, _, weight = offer.partition(";")
        if coding.strip().lower() in {"gzip", "*"}:
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
