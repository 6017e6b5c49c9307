"""A closed loop of HTTP requests, and what they cost the server in CPU time.

Each connection sends its next request when the last one is answered. The machine that
measures is the machine that serves, so requests per second say little; the CPU time of
the server's and PostgreSQL's processes per request says most.
"""

import contextlib
import os
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Request:
    """One request, ready to send, and the status that means it went well."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""
    expect: int = 200

    def wire(self) -> bytes:
        headers = {"Host": "127.0.0.1", "Accept": "application/json", **self.headers}
        if self.method == "POST":
            headers |= {"Content-Type": "application/json", "Content-Length": str(len(self.body))}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"{self.method} {self.path} HTTP/1.1\r\n{lines}\r\n".encode() + self.body


@dataclass
class Outcome:
    """What a round of load showed; times in milliseconds, CPU per request."""

    requests: int = 0
    wrong: int = 0
    seconds: float = 0
    app_cpu: float = 0
    database_cpu: float = 0
    times: list[float] = field(default_factory=list)

    def at(self, share: float) -> float:
        ordered = sorted(self.times) or [0.0]
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def run(
    port: int,
    lanes: list[Iterator[Request]],
    *,
    seconds: float,
    app_pids: list[int],
    database_pids: list[int],
    within: float = 10,
) -> Outcome:
    """Each lane is a connection that sends its own requests in order until time is up, or until an
    answer takes longer than so many seconds."""
    outcome = Outcome()
    lock = threading.Lock()
    until = time.perf_counter() + seconds
    app, database = cpu(app_pids), cpu(database_pids)
    began = time.perf_counter()

    def drive(lane: Iterator[Request]) -> None:
        times, wrong = [], 0
        with socket.create_connection(("127.0.0.1", port), within) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # Not `for request in lane`: a request taken from a lane has to be sent.
            while (sent := time.perf_counter()) < until:
                request = next(lane, None)
                if request is None:
                    break
                connection.sendall(request.wire())
                wrong += _status(connection) != request.expect
                times.append((time.perf_counter() - sent) * 1000)
        with lock:
            outcome.times += times
            outcome.wrong += wrong

    threads = [threading.Thread(target=drive, args=(lane,)) for lane in lanes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    outcome.seconds = time.perf_counter() - began
    outcome.requests = len(outcome.times)
    each = max(1, outcome.requests)
    outcome.app_cpu = (cpu(app_pids) - app) * 1000 / each
    outcome.database_cpu = (cpu(database_pids) - database) * 1000 / each
    return outcome


def _status(connection: socket.socket) -> int:
    """Read one whole answer: with a Content-Length, in chunks, or without a body."""
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += _more(connection)
    head, _, body = answer.partition(b"\r\n\r\n")
    status = int(head[9:12])
    length = 0
    for line in head.lower().split(b"\r\n")[1:]:
        if line.startswith(b"content-length:"):
            length = int(line.partition(b":")[2])
        elif line == b"transfer-encoding: chunked":
            while not body.endswith(b"0\r\n\r\n"):
                body += _more(connection)
            return status
    missing = length - len(body)
    while missing > 0:
        missing -= len(_more(connection))
    return status


def _more(connection: socket.socket) -> bytes:
    received = connection.recv(262144)
    if not received:
        raise ConnectionError("the server closed the connection")
    return received


def cpu(pids: list[int]) -> float:
    """CPU seconds used so far by these processes and everything below them."""
    spent: dict[int, tuple[int, int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                spent[int(entry.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    todo, seen, ticks = list(pids), set(), 0
    while todo:
        pid = todo.pop()
        if pid in spent and pid not in seen:
            seen.add(pid)
            ticks += spent[pid][1]
            todo += [child for child, (parent, _) in spent.items() if parent == pid]
    return ticks / TICK


def medians(outcomes: list[Outcome]) -> dict[str, float]:
    return {
        "per second": statistics.median(o.requests / o.seconds for o in outcomes),
        "p50 ms": statistics.median(o.at(0.5) for o in outcomes),
        "p99 ms": statistics.median(o.at(0.99) for o in outcomes),
        "app CPU ms": statistics.median(o.app_cpu for o in outcomes),
        "database CPU ms": statistics.median(o.database_cpu for o in outcomes),
        "wrong": sum(o.wrong for o in outcomes),
    }
