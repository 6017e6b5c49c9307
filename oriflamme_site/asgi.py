"""The door for ASGI servers.

Nearly all of the product is ordinary blocking code. Django's own ASGI handler crosses
between event loop and threads several times in each request and makes a thread for it;
here one thread of a fixed set does a whole request (docs/decisions/0002). The answer of a
stream is an asynchronous iterator: the thread and its database connection go back before
the event loop begins to send it, so a thousand streams wait without either.
"""

import asyncio
import contextlib
import io
import json
import os
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, cast

import django
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_finished, request_started
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test.utils import override_settings
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oriflamme_site.settings")
django.setup(set_prefix=False)

THREADS = int(os.environ.get("WEB_THREADS", "4"))
# No request of ours is larger; what is, is refused before it is in memory.
LARGEST_BODY = 1024 * 1024
# A body has so many seconds to come whole, and all that have not may take so much memory.
BODY_WITHIN = 20.0
BODIES_AT_ONCE = 24 * LARGEST_BODY
# But for a mail with a photo that its provider hands on, in a form that adds a third.
LARGEST_BY_PATH = {"/mail/": 16 * 1024 * 1024}
API = "/api/"
# Whoever signs in has no cookie yet.
SIGNING_IN = "/api/v1/auth/"
# A page for people, whoever opens it: it needs what guards pages.
DOCS = "/api/v1/docs"
# Where passwords and the secrets of apps are hashed, which takes 100 MB and a tenth of a second
# of all cores: one at a time, so that whoever tries a hundred keeps no thread from others.
HASHING = ("/account/", SIGNING_IN, "/oauth/token/")


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes | AsyncIterator[bytes]
    # On the clock of time.monotonic: an answer whose time says nothing waits for it here.
    not_before: float = 0.0


def _refusal(status: int, code: str, title: str, detail: str) -> Answer:
    """For a request that was not read, so that nobody knows its language."""
    problem = {"type": "about:blank", "title": title, "status": status, "code": code}
    content = json.dumps(problem | {"detail": detail}).encode()
    # Whatever else comes on this connection is the rest of what was not read.
    headers = [(b"content-type", b"application/problem+json"), (b"connection", b"close")]
    return Answer(status, headers, content)


TOO_LARGE = _refusal(413, "too_large", "Too large", "A request may have 1 MiB. Send less.")
TOO_SLOW = _refusal(
    408, "too_slow", "Too slow", "The request took too long to arrive. Send it again, at once."
)
BROKEN = _refusal(
    400, "broken", "Broken", "The body of the request could not be read. Send it again."
)


ALIVE = Answer(200, [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")], b"ok\n")
HANGS = ALIVE._replace(status=503, content=b"no request has come to an end for a minute\n")
# Seconds; every statement and every socket has its end well before.
TOO_LONG = 60.0


class _Blocking(BaseHandler):
    request_class = ASGIRequest


def _handler(middleware: list[str]) -> _Blocking:
    handler = _Blocking()
    with override_settings(MIDDLEWARE=middleware):
        handler.load_middleware()
    return handler


_for_people = _handler(settings.MIDDLEWARE)
_for_programs = _handler(settings.MIDDLEWARE_OF_PROGRAMS)
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="web")
_hashing = ThreadPoolExecutor(1, thread_name_prefix="hashing")
# When each thread that is at a request began it.
_busy_since: dict[int, float] = {}


# As the specification of ASGI has them.
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, object]], Awaitable[None]]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"] == "/healthz":
        await _send_answer(_health(), receive, send)
        return
    body = await _read(receive, _largest(scope["path"]))
    if isinstance(body, Answer):
        answer = body
    else:
        hashes = scope["method"] == "POST" and scope["path"].startswith(HASHING)
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(_hashing if hashes else _threads, _answer, scope, body)
    await _send_answer(answer, receive, send)


def _health() -> Answer:
    """Whether this process lives, without a thread: those may all be waiting for something."""
    now = time.monotonic()
    stuck = [since for since in list(_busy_since.values()) if now - since > TOO_LONG]
    return HANGS if len(stuck) >= THREADS else ALIVE


async def _send_answer(answer: Answer, receive: Receive, send: Send) -> None:
    status, headers, content, not_before = answer
    await asyncio.sleep(max(0.0, not_before - time.monotonic()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if isinstance(content, bytes):
        await send({"type": "http.response.body", "body": content})
    else:
        await _stream(content, receive, send)


def _largest(path: str) -> int:
    sizes = (size for start, size in LARGEST_BY_PATH.items() if path.startswith(start))
    return next(sizes, LARGEST_BODY)


# How much of each body that is still being read has come.
_unfinished: dict[asyncio.Timeout, int] = {}


async def _read(receive: Receive, largest: int) -> bytes | Answer:
    """The whole body, or the answer that says why there is none."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN) as deadline:
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return BROKEN  # or the client has gone, and nobody hears it
                body += message.get("body", b"")
                if len(body) > largest:
                    return TOO_LARGE
                if not message.get("more_body", False):
                    return bytes(body)
                _unfinished[deadline] = len(body)
                _make_room()
    except TimeoutError:
        return TOO_SLOW
    finally:
        _unfinished.pop(deadline, None)


def _make_room() -> None:
    """Where too much lies unfinished, the largest has had its time; small ones come through."""
    if sum(_unfinished.values()) > BODIES_AT_ONCE:
        largest = max(_unfinished, key=_unfinished.__getitem__)
        del _unfinished[largest]
        if not largest.expired():  # of itself, in this very moment
            largest.reschedule(0)


def _answer(scope: Scope, body: bytes) -> Answer:
    """One request from its first signal to its last, in one thread."""
    thread = threading.get_ident()
    _busy_since[thread] = time.monotonic()
    try:
        return _handle(scope, body)
    finally:
        del _busy_since[thread]


def _handle(scope: Scope, body: bytes) -> Answer:
    set_script_prefix(scope.get("root_path", "") or "/")
    request_started.send(sender=_Blocking, scope=scope)
    request = ASGIRequest(scope, io.BytesIO(body))
    handler = _for_programs if is_of_program(request) else _for_people
    response = handler.get_response(request)
    content: bytes | AsyncIterator[bytes]
    if isinstance(response, StreamingHttpResponse) and response.is_async:
        # What request_finished frees is this thread's; the stream itself needs none of it.
        request_finished.send(sender=_Blocking)
        content = cast(AsyncIterator[bytes], response.streaming_content)
    else:
        try:
            content = _content(response)
        finally:
            response.close()  # sends request_finished, which gives the connection back
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    headers += [
        (b"Set-Cookie", cookie.OutputString().encode("ascii"))
        for cookie in response.cookies.values()
    ]
    return Answer(response.status_code, headers, content, getattr(response, "not_before", 0.0))


def is_of_program(request: ASGIRequest) -> bool:
    path = request.path
    is_api = path.startswith(API) and not path.startswith((SIGNING_IN, DOCS))
    return is_api and "HTTP_COOKIE" not in request.META


def _content(response: HttpResponseBase) -> bytes:
    if isinstance(response, HttpResponse):
        return response.content
    return b"".join(cast(Iterable[bytes], response))


async def _stream(content: AsyncIterator[bytes], receive: Receive, send: Send) -> None:
    """Send as it comes, until it ends or nobody listens any more."""

    async def sending() -> None:
        async for piece in content:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def until_gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    tasks = {asyncio.ensure_future(sending()), asyncio.ensure_future(until_gone())}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError, OSError, RuntimeError):
                await task
