"""A thousand hostile connections from one address: what others wait, and what memory they cost.

python -m tests.bench.hostile         (make bench runs it, too)

They sign in with wrong passwords, come with wrong keys, begin bodies and headers that they never
end, and ask for streams and long answers that they never read, each anew as soon as it is turned
away. The others read their table and the list of tables: for a while before, during, and after.
"""

import argparse
import asyncio
import contextlib
import itertools
import multiprocessing
import os
import socket
import statistics
import time
from collections.abc import Awaitable, Callable
from multiprocessing.synchronize import Event

from tests.bench.stage import Stage, stage
from tests.bench.streams import memory, table

EVIL = "203.0.113.9"
# Between two requests of one connection: so a thousand make four hundred requests a second.
PAUSE = 1.0
OTHERS, THINK = 4, 0.02
MB_MORE, TIMES_SLOWER = 64, 2
KINDS = ["sign-ins", "wrong keys", "half bodies", "half heads", "streams unread", "answers unread"]
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=PAUSE)
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    chosen = parser.parse_args()
    with stage() as standing:
        measure(standing, chosen.connections, chosen.seconds, chosen.pause, chosen.kinds)


def measure(standing: Stage, number: int, seconds: float, pause: float, kinds: list[str]) -> None:
    key, tokens, _moves, _watchers = table(0)
    server, port = standing.web("web", BEHIND_PROXY="1")
    pid = server.process.pid
    asyncio.run(_warm(port))
    asyncio.run(others(port, key, tokens, 3))  # the first of each kind takes longer
    before = asyncio.run(others(port, key, tokens, seconds))
    before_mb = memory(pid)
    ended = multiprocessing.Event()
    evil = multiprocessing.Process(target=attack, args=(port, key, number, pause, kinds, ended))
    evil.start()
    time.sleep(5)
    during = asyncio.run(others(port, key, tokens, seconds))
    during_mb = memory(pid)
    ended.set()
    evil.join(30)
    after = asyncio.run(others(port, key, tokens, seconds))
    for name, times in (("before", before), ("during", during), ("after", after)):
        middle, worst = statistics.median(times), p95(times)
        print(f"{name}: {len(times)} requests, p50 {middle:.1f} ms, p95 {worst:.1f} ms")
    idle = statistics.mean((p95(before), p95(after)))
    print(f"p95 of others: {p95(during) / idle:.2f} × idle (at most {TIMES_SLOWER})")
    print(f"memory: {before_mb:.0f} MB before, {during_mb - before_mb:+.0f} MB (at most {MB_MORE})")


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


# --- The others -----------------------------------------------------------------------------


async def others(port: int, key: str, tokens: list[str], seconds: float) -> list[float]:
    until = time.monotonic() + seconds
    each = (_other(port, key, tokens[n % len(tokens)], n, until) for n in range(OTHERS))
    return [one for times in await asyncio.gather(*each) for one in times]


async def _warm(port: int) -> None:
    """Each process makes its schema when it is first asked for, and keeps it."""
    for _ in range(16):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(_ask("GET", "/api/v1/schema", "192.0.2.1"))
        await _read(reader)
        writer.close()


async def _other(port: int, key: str, token: str, n: int, until: float) -> list[float]:
    view = _ask("GET", f"/api/v1/games/{key}", f"192.0.2.{n}", f"Authorization: Bearer {token}")
    page = _ask("GET", "/tables", f"198.51.100.{n}")
    times = []
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for asked in itertools.cycle([view, view, view, page]):
        began = time.perf_counter()
        if began and time.monotonic() > until:
            break
        writer.write(asked)
        status = await _read(reader)
        assert status == 200, status
        times.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(THINK)
    writer.close()
    return times


def _ask(method: str, path: str, address: str, *more: str, body: bytes = b"") -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "X-Forwarded-Proto: https",
        f"X-Forwarded-For: {address}",
        *more,
    ]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join((*lines, "", "")).encode() + body


async def _read(reader: asyncio.StreamReader) -> int:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
    if length:
        await reader.readexactly(int(length))
    elif b"transfer-encoding: chunked" in head:
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    return int(head.split()[1])


# --- Those who mean harm --------------------------------------------------------------------


def attack(port: int, key: str, number: int, pause: float, names: list[str], ended: Event) -> None:
    os.nice(5)  # they are elsewhere: what they cost themselves is not ours
    kinds = {
        "sign-ins": _repeated(_ask("POST", "/api/v1/auth/app/v1/auth/login", EVIL, body=_LOGIN)),
        "wrong keys": _repeated(
            _ask("GET", "/api/v1/me", EVIL, "Authorization: Bearer obp_nonsense")
        ),
        "half bodies": _unended(
            _ask("POST", "/api/v1/practice", EVIL, "Content-Length: 1000000") + b"x" * 999999
        ),
        "half heads": _unended(_ask("GET", "/", EVIL)[:-2] + b"X-More"),
        "streams unread": _unread(_ask("GET", f"/api/v1/games/{key}/events", EVIL)),
        "answers unread": _unread(_ask("GET", "/api/v1/schema", EVIL) * 4),
    }
    chosen = [kinds[name] for name in names]

    async def all_of_them() -> None:
        each = [
            asyncio.create_task(_again(port, chosen[n % len(chosen)], pause)) for n in range(number)
        ]
        while not ended.is_set():
            await asyncio.sleep(0.1)
        for one in each:
            one.cancel()

    asyncio.run(all_of_them())


_LOGIN = b'{"username": "p000", "password": "none of your business"}'
Evil = Callable[[Connection, float], Awaitable[None]]


async def _again(port: int, evil: Evil, pause: float) -> None:
    """One connection, and the next when that has been ended."""
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, ValueError):
            small = socket.socket()
            small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            small.setblocking(False)
            await asyncio.get_running_loop().sock_connect(small, ("127.0.0.1", port))
            connection = await asyncio.open_connection(sock=small, limit=4096)
            try:
                await evil(connection, pause)
            finally:
                connection[1].close()
        await asyncio.sleep(pause)


def _repeated(asked: bytes) -> Evil:
    async def evil(connection: Connection, pause: float) -> None:
        reader, writer = connection
        while True:
            writer.write(asked)
            await _read(reader)
            await asyncio.sleep(pause)

    return evil


def _unended(begun: bytes) -> Evil:
    async def evil(connection: Connection, pause: float) -> None:
        reader, writer = connection
        writer.write(begun)
        await reader.read(1000)  # what turns it away

    return evil


def _unread(asked: bytes) -> Evil:
    async def evil(connection: Connection, pause: float) -> None:
        _reader, writer = connection
        # Nothing more is taken in than lies between us already.
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(asked)
        await asyncio.sleep(3600)

    return evil


if __name__ == "__main__":
    main()
