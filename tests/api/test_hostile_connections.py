"""What comes slowly, or too much, or broken, is refused in time and costs nobody else anything."""

import asyncio
import os
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from oriflamme_site import asgi, bodies, long_answers, refused, watchdog
from oriflamme_site.refused import Refused
from tests import run_aside
from tests.api.live import Site, live_site
from tests.pace import PATIENCE, within

pytestmark = pytest.mark.django_db(transaction=True)
HEAD = b"POST /api/v1/practice HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
MB = 1024 * 1024


def send(site: Site, data: bytes) -> socket.socket:
    parts = urlsplit(site.url)
    connection = socket.create_connection((str(parts.hostname), parts.port or 0), timeout=PATIENCE)
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
        declared = HEAD + b"Content-Length: 1000000\r\n\r\n"
        begun = [all_of_them.enter_context(send(site, declared)) for _ in range(150)]
        for connection in begun:
            # As much as is taken at once: of one address few long bodies are read at a time.
            connection.setblocking(False)
            with suppress(BlockingIOError):
                connection.send(b"x" * 999_999)
            connection.settimeout(30)
        yield begun


def test_unfinished_bodies_hold_little_memory_and_end(
    site: Site, unfinished: list[socket.socket]
) -> None:
    before = memory(site)
    with within(bodies.BODY_WITHIN + 5):
        with within(5), httpx.Client(base_url=site.url, timeout=PATIENCE) as other:
            for _ in range(20):
                # Read whole, and refused for what it says.
                refused = other.post("/api/v1/practice", json={"set": "none"})
                assert refused.status_code in {400, 401}
        for connection in unfinished:
            # Where the rest of the body still lay unread, the kernel says only that it is over.
            with suppress(ConnectionResetError):
                assert b" 408 " in connection.recv(65536).partition(b"\r\n")[0]
    # What lies here unfinished is a tenth of what was sent.
    assert memory(site) - before < 2 * bodies.BODIES_AT_ONCE


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


def unread(site: Site, asked: bytes, source: str) -> socket.socket:
    """Its reader takes nothing of the answer."""
    parts = urlsplit(site.url)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(30)
    connection.bind((source, 0))
    connection.connect((str(parts.hostname), parts.port or 0))
    connection.sendall(asked)
    return connection


SCHEMA = b"GET /api/v1/schema HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
# More at a time than lies between us before it is read.
AGAIN = SCHEMA * 12
# Not the address of the next tests: whatever long it asks for waits now.
READER, READS = "127.0.0.2", 240


def test_long_answers_that_nobody_reads_hold_little_memory(site: Site) -> None:
    httpx.get(f"{site.url}/api/v1/schema", timeout=PATIENCE).raise_for_status()
    length = len(httpx.get(f"{site.url}/api/v1/schema").content)
    assert length > long_answers.PIECE
    before = memory(site)
    with ExitStack() as all_of_them:
        for _ in range(READS):
            all_of_them.enter_context(unread(site, AGAIN, READER))
        assert httpx.get(f"{site.url}/api/v1/games", timeout=PATIENCE).status_code == 200
        # Whole, they would be ten times as much as may be on its way to one address; and for
        # whatever else it does a process takes a few megabytes.
        assert memory(site) - before < READS * length / 4


def test_of_long_answers_few_are_on_their_way_to_one_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(long_answers, "ON_THEIR_WAY", 1)
    monkeypatch.setattr(long_answers, "AT_ONCE", 3 * long_answers.PIECE)
    monkeypatch.setattr(long_answers, "_begun", {})
    run_aside(_begin_many())


async def _begin_many() -> None:
    began = []

    async def begin(address: str, length: int) -> None:
        await long_answers.wait_for_room(address, length)
        began.append(address)

    long = [asyncio.create_task(begin("192.0.2.1", 10**6)) for _ in range(5)]
    for address, length in (("192.0.2.1", 2_000), ("192.0.2.2", 10**6)):
        long.append(asyncio.create_task(begin(address, length)))
    await asyncio.sleep(0.05)
    assert sorted(began) == ["192.0.2.1"] * 4 + ["192.0.2.2"]
    await asyncio.gather(*long)
    assert len(began) == 7


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux' own")
def test_the_kernel_hangs_up_on_who_reads_nothing_after_a_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        before = os.listdir("/proc/self/fd")
        watchdog.hang_up_on_who_does_not_read()
        assert len(os.listdir("/proc/self/fd")) == len(before)
        with socket.create_connection(listening.getsockname()):
            ours, _address = listening.accept()
            with ours:
                given = ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert given == watchdog.UNREAD


def test_four_who_ask_for_the_schema_at_once_have_it(tmp_path: Path) -> None:
    with live_site(tmp_path / "log") as fresh, ThreadPoolExecutor(4) as threads:
        url = f"{fresh.url}/api/v1/schema"
        asked = [threads.submit(httpx.get, url, timeout=PATIENCE) for _ in range(4)]
        assert {one.result().status_code for one in asked} == {200}


def test_of_one_address_few_long_bodies_are_read_at_a_time_and_all_short_ones(
    settings: Any,
) -> None:
    settings.BEHIND_PROXY = True
    run_aside(_read_many())


async def _read_many() -> None:
    begun, may_end = [], asyncio.Event()

    def coming(size: int) -> Callable[[], Awaitable[dict[str, Any]]]:
        pieces = iter([size, 0])

        async def receive() -> dict[str, Any]:
            piece = next(pieces)
            if not piece:
                begun.append(size)
                await may_end.wait()
            return {"type": "http.request", "body": b"x" * piece, "more_body": bool(piece)}

        return receive

    def reads(size: int, address: bytes) -> asyncio.Task[Any]:
        headers = [(b"x-forwarded-for", b"198.51.100.1, " + address)]
        headers.append((b"transfer-encoding", b"chunked"))
        scope = {"path": "/api/v1/x", "headers": headers}
        return asyncio.create_task(bodies.read(scope, coming(size)))

    long = [reads(50_000, b"192.0.2.1") for _ in range(20)]
    others = [reads(60_000, b"192.0.2.2"), reads(100, b"192.0.2.1")]
    await asyncio.sleep(0.05)
    assert sorted(begun) == [100, *[50_000] * bodies.LONG_AT_ONCE, 60_000]
    may_end.set()
    assert [len(body) for body in await asyncio.gather(*others, *long)] == [
        *(60_000, 100),
        *[50_000] * 20,
    ]


def test_a_body_that_says_that_it_is_long_waits_without_a_byte_in_memory() -> None:
    run_aside(_announce_many())


async def _announce_many() -> None:
    begun, may_end = [], asyncio.Event()

    async def receive() -> dict[str, Any]:
        begun.append(1)
        await may_end.wait()
        return {"type": "http.request", "body": b"x" * 50_000}

    scope = {"path": "/", "client": ["192.0.2.9", 1], "headers": [(b"content-length", b"50000")]}
    reading = [asyncio.create_task(bodies.read(scope, receive)) for _ in range(9)]
    await asyncio.sleep(0.05)
    assert len(begun) == bodies.LONG_AT_ONCE
    may_end.set()
    assert {await one for one in reading} == {b"x" * 50_000}


def test_whoever_asks_for_hundreds_at_once_waits_behind_themselves(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.BEHIND_PROXY = True
    may_end, busy = threading.Event(), []

    def answer(scope: dict[str, Any], _body: bytes) -> asgi.Answer:
        address = bodies.address(scope)
        busy.append(address)
        if address == "192.0.2.1":
            assert may_end.wait(PATIENCE)
        return asgi.ALIVE

    monkeypatch.setattr(asgi, "_answer", answer)
    monkeypatch.setattr(watchdog, "watch", lambda *_: None)
    monkeypatch.setattr(watchdog, "hang_up_on_who_does_not_read", lambda: None)

    async def ask(address: str) -> int:
        said: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        async def send(message: dict[str, Any]) -> None:
            said.append(message)

        headers = [(b"x-forwarded-for", address.encode())]
        scope = {"path": "/", "method": "GET", "headers": headers}
        await asgi.application(scope, receive, send)
        return int(said[0]["status"])

    async def all_of_them() -> None:
        hundred = [asyncio.create_task(ask("192.0.2.1")) for _ in range(100)]
        await asyncio.sleep(0.1)
        try:
            assert await asyncio.wait_for(ask("192.0.2.2"), 10) == 200
            assert busy.count("192.0.2.1") == asgi.THREADS // 2
        finally:
            may_end.set()
        assert {*await asyncio.gather(*hundred)} == {200}

    run_aside(all_of_them())


def test_who_is_refused_for_asking_too_often_is_refused_again_without_a_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def answer(scope: dict[str, Any], _body: bytes) -> asgi.Answer:
        asked.append(scope["path"])
        return asgi.Answer(429, [], b"{}")

    monkeypatch.setattr(asgi, "_answer", answer)
    monkeypatch.setattr(asgi, "_refused", Refused())
    monkeypatch.setattr(watchdog, "watch", lambda *_: None)
    monkeypatch.setattr(watchdog, "hang_up_on_who_does_not_read", lambda: None)

    async def ask(path: str, *headers: tuple[bytes, bytes]) -> None:
        said: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        async def send(message: dict[str, Any]) -> None:
            said.append(message)

        scope = {"path": path, "method": "GET", "headers": headers, "client": ["192.0.2.1", 1]}
        await asgi.application(scope, receive, send)
        assert said[0]["status"] == 429

    async def all_of_them() -> None:
        for _ in range(5):
            await ask("/api/v1/me", (b"authorization", b"Bearer x"))
            await ask("/api/v1/me", (b"authorization", b"Bearer y"))
            await ask("/account/login")  # a page: never given to another
            # Refused for whom the body names, which is another one next time.
            await ask("/api/v1/auth/app/v1/auth/login")
        assert len(asked) == 2 + 5 + 5
        monkeypatch.setattr(refused, "FOR", 0)  # and it is over
        for _ in range(3):
            await ask("/api/v1/me", (b"authorization", b"Bearer z"))
        assert len(asked) == 12 + 3

    run_aside(all_of_them())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("how", ["no request comes to an end", "the loop does not turn"])
def test_a_process_that_hangs_is_ended(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def end(code: int) -> None:
        assert code == watchdog.HANGS
        ended.set()
        raise SystemExit  # of the watchdog's thread

    monkeypatch.setattr(watchdog.os, "_exit", end)
    monkeypatch.setattr(watchdog, "LOOK", 0.02)
    monkeypatch.setattr(watchdog, "TOO_LONG", 0.2)
    loop = asyncio.new_event_loop()  # which nobody runs
    watchdog.watch(loop, lambda: how == "no request comes to an end")
    assert ended.wait(PATIENCE)
    loop.close()


def test_a_process_that_works_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog.os, "_exit", lambda code: pytest.fail("it was ended"))
    monkeypatch.setattr(watchdog, "LOOK", 0.02)

    async def work() -> None:
        watchdog.watch(asyncio.get_running_loop(), lambda: False)
        await asyncio.sleep(0.3)

    run_aside(work())
