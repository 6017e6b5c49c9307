"""What comes slowly, or too much, or broken, is refused in time and costs nobody else anything."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from oriflamme_site import asgi
from tests.api.live import Site
from tests.pace import within

pytestmark = pytest.mark.django_db(transaction=True)
HEAD = b"POST /api/v1/practice HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
MB = 1024 * 1024


def send(site: Site, data: bytes) -> socket.socket:
    parts = urlsplit(site.url)
    connection = socket.create_connection((str(parts.hostname), parts.port or 0), timeout=30)
    connection.sendall(data)
    return connection


def answer_to(site: Site, data: bytes) -> bytes:
    with send(site, data) as connection:
        return connection.recv(65536)


def memory(site: Site) -> int:
    server = psutil.Process(site.process.pid)
    return sum(part.memory_info().rss for part in [server, *server.children(recursive=True)])


@pytest.fixture
def unfinished(site: Site) -> Iterator[list[socket.socket]]:
    """150 requests of which one byte is still to come."""
    with ExitStack() as all_of_them:
        declared = HEAD + b"Content-Length: 1000000\r\n\r\n" + b"x" * 999_999
        yield [all_of_them.enter_context(send(site, declared)) for _ in range(150)]


def test_unfinished_bodies_hold_little_memory_and_end(
    site: Site, unfinished: list[socket.socket]
) -> None:
    before = memory(site)
    with within(asgi.BODY_WITHIN + 5):
        with within(5), httpx.Client(base_url=site.url, timeout=10) as other:
            for _ in range(20):
                # Read whole, and refused for what it says.
                refused = other.post("/api/v1/practice", json={"set": "none"})
                assert refused.status_code in {400, 401}
        for connection in unfinished:
            assert b" 408 " in connection.recv(65536).partition(b"\r\n")[0]
    # What lies here unfinished is a tenth of what was sent.
    assert memory(site) - before < 2 * asgi.BODIES_AT_ONCE


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"Content-Length: 1100000\r\n\r\n" + b"x" * 1_100_000, b"413"),
        (b"Transfer-Encoding: chunked\r\n\r\n200000\r\n" + b"x" * 2 * MB, b"413"),
        (b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nx", b"400"),
        (b"Transfer-Encoding: chunked\r\n\r\nno number\r\nx", b"400"),
    ],
)
def test_a_body_that_cannot_be_taken_is_refused_with_a_reason(
    site: Site, body: bytes, status: bytes
) -> None:
    head, _, problem = answer_to(site, HEAD + body).partition(b"\r\n\r\n")
    assert head.split()[1] == status
    assert b"application/problem+json" in head
    assert b'"detail"' in problem


BEGUN = [b"", b"GET / HTTP/1.1\r\nHost: 127."]


@pytest.fixture(scope="module")
def silent(running_site: Site) -> Iterator[dict[bytes, socket.socket]]:
    """Each has begun to ask, and they wait together."""
    with ExitStack() as all_of_them:
        yield {begun: all_of_them.enter_context(send(running_site, begun)) for begun in BEGUN}


@pytest.mark.parametrize("begun", BEGUN)
def test_who_connects_and_asks_nothing_is_let_go(
    site: Site, silent: dict[bytes, socket.socket], begun: bytes
) -> None:
    with within(20):
        assert silent[begun].recv(65536) == b""


def test_headers_without_end_are_refused(site: Site) -> None:
    headers = b"X: " + b"x" * 250_000 + b"\r\n\r\n"
    assert b" 431 " in answer_to(site, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers)
