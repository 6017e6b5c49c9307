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
import os
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, cast

import django
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_finished, request_started
from django.http import HttpResponse, StreamingHttpResponse
from django.test.utils import override_settings
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oriflamme_site.settings")
django.setup(set_prefix=False)

THREADS = int(os.environ.get("WEB_THREADS", "4"))
# No request of ours is larger; what is, is refused before it is in memory.
LARGEST_BODY = 1024 * 1024
# But for a mail with a photo that its provider hands on, in a form that adds a third.
LARGEST_BY_PATH = {"/mail/": 16 * 1024 * 1024}
API = "/api/"
# Whoever signs in has no cookie yet.
SIGNING_IN = "/api/v1/auth/"


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes | AsyncIterator[bytes]


TOO_LARGE = Answer(
    413,
    [(b"content-type", b"application/problem+json")],
    b'{"type":"about:blank","title":"Too large","status":413,"code":"too_large",'
    b'"detail":"A request may have 1 MiB. Send less."}',
)


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


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    largest = _largest(scope["path"])
    body = await _read(receive, largest)
    if body is None:
        return  # the client has gone
    answer = TOO_LARGE
    if len(body) <= largest:
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(_threads, _answer, scope, body)
    status, headers, content = answer
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if isinstance(content, bytes):
        await send({"type": "http.response.body", "body": content})
    else:
        await _stream(content, receive, send)


def _largest(path: str) -> int:
    sizes = (size for start, size in LARGEST_BY_PATH.items() if path.startswith(start))
    return next(sizes, LARGEST_BODY)


async def _read(receive: Any, largest: int) -> bytes | None:
    """The whole body, or enough of it to see that it is too large; None if nobody waits."""
    body = b""
    while True:
        message: dict[str, Any] = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += cast(bytes, message.get("body", b""))
        if len(body) > largest or not message.get("more_body", False):
            return body


def _answer(scope: dict[str, Any], body: bytes) -> Answer:
    """One request from its first signal to its last, in one thread."""
    set_script_prefix(scope.get("root_path", "") or "/")
    request_started.send(sender=_Blocking, scope=scope)
    request = ASGIRequest(scope, io.BytesIO(body))
    handler = _for_programs if _is_of_program(request) else _for_people
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
    return Answer(response.status_code, headers, content)


def _is_of_program(request: ASGIRequest) -> bool:
    path = request.path
    is_api = path.startswith(API) and not path.startswith(SIGNING_IN)
    return is_api and "HTTP_COOKIE" not in request.META


def _content(response: Any) -> bytes:
    return response.content if isinstance(response, HttpResponse) else b"".join(response)


async def _stream(content: AsyncIterator[bytes], receive: Any, send: Any) -> None:
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
