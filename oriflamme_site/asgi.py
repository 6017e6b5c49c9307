"""The door for ASGI servers.

Nearly all of the product is ordinary blocking code. Django's own ASGI handler crosses
between event loop and threads several times in each request and makes a thread for it;
here one thread of a fixed set does a whole request (docs/decisions/0002). The answer of a
stream is an asynchronous iterator: the thread and its database connection go back before
the event loop begins to send it, so a thousand streams wait without either.
"""

import asyncio
import contextlib
import gc
import io
import os
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple, cast
from weakref import WeakSet

import django
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test.utils import override_settings
from django.urls import ResolverMatch, get_resolver, set_script_prefix

from oriflamme_site import bodies, long_answers, watchdog
from oriflamme_site.bodies import Receive, Scope
from oriflamme_site.refused import Refused
from oriflamme_site.rest import again

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oriflamme_site.settings")
django.setup(set_prefix=False)

THREADS = int(os.environ.get("WEB_THREADS", "4"))
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
    # A path: of a file that the server reads as fast as its reader takes it.
    content: bytes | AsyncIterator[bytes] | Path
    # On the clock of time.monotonic: an answer whose time says nothing waits for it here.
    not_before: float = 0.0
    # Where it may be given again.
    basis: again.Basis | None = None


ALIVE = Answer(200, [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")], b"ok\n")
HANGS = ALIVE._replace(status=503, content=b"no request has come to an end for a minute\n")
# A balancer that hears 404 sends nothing new, and leaves alone what is under way.
LEAVES = ALIVE._replace(status=404, content=b"this one is about to be stopped\n")
# While there is a file of this name.
LEAVING = os.environ.get("LEAVING", "")


@lru_cache(1024)
def _found(path: str) -> ResolverMatch:
    return get_resolver().resolve(path)


class _Blocking(BaseHandler):
    request_class = ASGIRequest

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        """As Django's; programs ask for the same addresses again and again."""
        if not request.path_info.startswith(API):
            return super().resolve_request(request)
        request.resolver_match = _found(request.path_info)
        return request.resolver_match


def _handler(middleware: list[str]) -> _Blocking:
    handler = _Blocking()
    with override_settings(MIDDLEWARE=middleware):
        handler.load_middleware()
    return handler


_for_people = _handler(settings.MIDDLEWARE)
_for_programs = _handler(settings.MIDDLEWARE_OF_PROGRAMS)
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="web")
# Whoever asks for hundreds at once waits behind themselves, and not everybody behind them.
_turns = bodies.Turns(max(1, THREADS // 2))
_refused: Refused[Answer] = Refused()
_answers = again.Answers()
_hashing = ThreadPoolExecutor(1, thread_name_prefix="hashing")
# Whatever else comes on this connection is the rest of what was not read.
_REFUSED = [(b"content-type", b"application/problem+json"), (b"connection", b"close")]
_watched: WeakSet[asyncio.AbstractEventLoop] = WeakSet()
_at_work = watchdog.Hands(THREADS)


# What is loaded by now stays. A move makes some thousands of objects that go by themselves: to look
# for garbage each time that 700 are new would look through what is still in use.
gc.freeze()
gc.set_threshold(10_000, 10, 10)


# As the specification of ASGI has them.
Send = Callable[[dict[str, object]], Awaitable[None]]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"] == "/healthz":
        await _send_answer(_health(), receive, send)
        return
    loop = asyncio.get_running_loop()
    if loop not in _watched:
        _watched.add(loop)
        watchdog.hang_up_on_who_does_not_read()
        watchdog.watch(loop, _at_work.all_hang)
    if (kept := await _answers.find(scope)) is not None:
        await _send_answer(Answer(kept.status, kept.headers, kept.content), receive, send)
        return
    body = await bodies.read(scope, receive)
    if isinstance(body, bodies.Refusal):
        answer = Answer(body.status, _REFUSED, body.content())
    else:
        hashes = scope["method"] == "POST" and scope["path"].startswith(HASHING)
        where = _hashing if hashes else _threads
        async with _turns.of(bodies.address(scope)):
            refusal = _refused.find(scope)
            if refusal is None:
                answer = await loop.run_in_executor(where, _answer, scope, body)
            else:
                answer = refusal
        if answer.basis is not None and isinstance(answer.content, bytes):
            kept = again.Kept(answer.basis, answer.status, answer.headers, answer.content)
            _answers.keep(scope, kept)
        if answer.status == HTTPStatus.TOO_MANY_REQUESTS and refusal is None:
            _refused.note(scope, answer)
        if isinstance(answer.content, Path):
            length = dict(answer.headers).get(b"Content-Length", b"0")
            await long_answers.wait_for_room(bodies.address(scope), int(length))
    await _send_answer(answer, receive, send)


def _health() -> Answer:
    """Whether this process lives, without a thread: those may all be waiting for something."""
    if LEAVING and os.path.exists(LEAVING):
        return LEAVES
    return HANGS if _at_work.all_hang() else ALIVE


async def _send_answer(answer: Answer, receive: Receive, send: Send) -> None:
    status, headers, content, not_before, _basis = answer
    if not_before:
        await asyncio.sleep(max(0.0, not_before - time.monotonic()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if isinstance(content, bytes):
        await send({"type": "http.response.body", "body": content})
    elif isinstance(content, Path):
        await send({"type": "http.response.pathsend", "path": str(content)})
    else:
        await _stream(content, receive, send)


def _answer(scope: Scope, body: bytes) -> Answer:
    """One request from its first signal to its last, in one thread."""
    with _at_work.busy(threading.get_ident()):
        return _handle(scope, body)


def _handle(scope: Scope, body: bytes) -> Answer:
    set_script_prefix(scope.get("root_path", "") or "/")
    # Nothing of the request before is left to tidy up: it gave all back at its end.
    request = ASGIRequest(scope, io.BytesIO(body))
    handler = _for_programs if is_of_program(request) else _for_people
    response = handler.get_response(request)
    content: bytes | AsyncIterator[bytes] | Path
    if isinstance(response, StreamingHttpResponse) and response.is_async:
        # What request_finished frees is this thread's; the stream itself needs none of it.
        request_finished.send(sender=_Blocking)
        content = cast(AsyncIterator[bytes], response.streaming_content)
    else:
        try:
            content = _path(scope, response) or _content(response)
        finally:
            response.close()  # sends request_finished, which gives the connection back
    # Its items are these, each looked for by its name.
    said = response.headers._store.values()
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in said]
    headers += [
        (b"Set-Cookie", cookie.OutputString().encode("ascii"))
        for cookie in response.cookies.values()
    ]
    not_before = getattr(response, "not_before", 0.0)
    # With a session more is asked on the way than these know.
    basis = getattr(response, "basis", None) if handler is _for_programs else None
    return Answer(response.status_code, headers, content, not_before, basis)


def is_of_program(request: ASGIRequest) -> bool:
    path = request.path
    is_api = path.startswith(API) and not path.startswith((SIGNING_IN, DOCS))
    return is_api and "HTTP_COOKIE" not in request.META


def _path(scope: Scope, response: HttpResponseBase) -> Path | None:
    """Of a whole file, which the server can send without having all of it in memory."""
    name = getattr(getattr(response, "file_to_stream", None), "name", None)
    knows_how = "http.response.pathsend" in (scope.get("extensions") or ())
    if not (isinstance(name, str) and knows_how and response.status_code == HTTPStatus.OK):
        return None
    return Path(name)


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
