"""A web server that takes webhooks, on a real socket, and answers as a test says.

It checks signatures by OpenSSL's command, so by nobody's code of ours.
"""

import base64
import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self.body)
        return said

    def is_signed_with(self, secret: str) -> bool:
        key = base64.b64decode(secret.removeprefix("whsec_")).hex()
        said = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode()
        done = subprocess.run(
            ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{key}", "-binary"],
            input=said + self.body,
            capture_output=True,
            check=True,
        )
        wanted = "v1," + base64.b64encode(done.stdout).decode()
        return wanted in self.headers["webhook-signature"].split(" ")


class Receiver:
    """What came, and what is answered: a status, or a function that answers in its own way."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.status = 204
        # Where one path answers otherwise.
        self.statuses: dict[str, int] = {}
        self.headers: dict[str, str] = {}
        self.act: Callable[[Received], None] | None = None
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                came = Received(self.path, headers, body)
                receiver.received.append(came)
                self.send_response(receiver.statuses.get(self.path, receiver.status))
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                if receiver.act:
                    receiver.act(came)

            do_PUT = do_POST  # noqa: N815  the name that the library calls

            def log_message(self, *_args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/hook?a=1"


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()
    thread = threading.Thread(target=receiver.server.serve_forever, args=[0.05])
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()
