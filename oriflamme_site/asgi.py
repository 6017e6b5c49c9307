"""The door for ASGI servers.

Nearly all of the product is ordinary blocking code. Django's own ASGI handler crosses
between event loop and threads several times in each request and makes a thread for it;
here one thread of a fixed set does a whole request (docs/decisions/0002). Only streams,
whose addresses end in /events, are Django's asynchronous views: a thousand of them wait
without a thread.
"""

import asyncio
import io
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core.asgi import get_asgi_application
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http import HttpResponseBase
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oriflamme_site.settings")

THREADS = int(os.environ.get("WEB_THREADS", "4"))
# No request of ours is larger; what is, is refused before it is in memory.
LARGEST_BODY = 1024 * 1024
TOO_LARGE = (
    413,
    [(b"content-type", b"application/problem+json")],
    b'{"type":"about:blank","title":"Too large","status":413,"code":"too_large",'
    b'"detail":"A request may have 1 MiB. Send less."}',
)

_streams = get_asgi_application()


class _Blocking(BaseHandler):
    request_class = ASGIRequest


_blocking = _Blocking()
_blocking.load_middleware()
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="web")


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] != "http" or scope["path"].endswith("/events"):
        await _streams(scope, receive, send)
        return
    body = await _read(receive)
    if body is None:
        return  # the client has gone
    if len(body) > LARGEST_BODY:
        status, headers, content = TOO_LARGE
    else:
        loop = asyncio.get_running_loop()
        status, headers, content = await loop.run_in_executor(_threads, _answer, scope, body)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


async def _read(receive: Any) -> bytes | None:
    """The whole body, or enough of it to see that it is too large; None if nobody waits."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return body
        if not message.get("more_body", False):
            return body


def _answer(scope: dict[str, Any], body: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """One request from its first signal to its last, in one thread."""
    set_script_prefix(scope.get("root_path", "") or "/")
    request_started.send(sender=_Blocking, scope=scope)
    request = ASGIRequest(scope, io.BytesIO(body))
    response: HttpResponseBase = _blocking.get_response(request)
    try:
        content = b"".join(response) if response.streaming else response.content
    finally:
        response.close()  # sends request_finished, which gives the connection back
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    headers += [
        (b"Set-Cookie", cookie.OutputString().encode("ascii"))
        for cookie in response.cookies.values()
    ]
    return response.status_code, headers, content
