"""What lives in each process beside its work: an end to connections that nobody reads, and to the
process itself, if it hangs. Whoever has started it starts it again."""

import asyncio
import contextlib
import faulthandler
import os
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator

# Whoever takes nothing of an answer for so many milliseconds is hung up on.
UNREAD = 30_000
# Seconds without a pulse, or in which no work comes to an end; and between two looks.
TOO_LONG, LOOK = 60.0, 5.0
HANGS = 70


def hang_up_on_who_does_not_read() -> None:
    """On every socket that this process listens at; connections inherit it. The server gives no
    time to what it sends, and would keep an answer that nobody reads for ever."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is None:
        return
    for number in map(int, os.listdir("/proc/self/fd")):
        with contextlib.suppress(OSError):  # gone meanwhile, or a socket of another kind
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                _give_time(socket.socket(fileno=number), option)


def _give_time(ours: socket.socket, option: int) -> None:
    try:
        if ours.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            ours.setsockopt(socket.IPPROTO_TCP, option, UNREAD)
    finally:
        ours.detach()  # it is the server's to close


class Pulse:
    """What beats again and again in a process that does its work."""

    def __init__(self) -> None:
        self.beat()

    def beat(self) -> None:
        self._last = time.monotonic()

    def has_stopped(self) -> bool:
        return time.monotonic() - self._last > TOO_LONG


class Hands:
    """So many pieces of work are done at a time: whether none of them comes to an end any more.
    Every statement and every socket has its end well before."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.busy_since: dict[object, float] = {}

    @contextlib.contextmanager
    def busy(self, work: object) -> Iterator[None]:
        self.busy_since[work] = time.monotonic()
        try:
            yield
        finally:
            self.busy_since.pop(work, None)

    def all_hang(self) -> bool:
        now = time.monotonic()
        stuck = [since for since in list(self.busy_since.values()) if now - since > TOO_LONG]
        return len(stuck) >= self.number


def watch(loop: asyncio.AbstractEventLoop, hangs: Callable[[], bool]) -> None:
    """A process of an event loop."""
    pulse = Pulse()

    def ask() -> None:
        with contextlib.suppress(RuntimeError):  # closed in this moment
            loop.call_soon_threadsafe(pulse.beat)

    guard(pulse, ask=ask, hangs=hangs, is_over=loop.is_closed)


def guard(
    pulse: Pulse,
    *,
    hangs: Callable[[], bool] = lambda: False,
    ask: Callable[[], None] = lambda: None,
    is_over: Callable[[], bool] = lambda: False,
    before_end: Callable[[], None] = lambda: None,
) -> None:
    """From a thread of its own: all others may be waiting for something. `ask` is what the pulse
    answers, where it needs to be asked."""

    def look() -> None:
        while not is_over():
            ask()
            began = time.monotonic()
            time.sleep(LOOK)
            if time.monotonic() - began > 2 * LOOK:
                pulse.beat()  # the machine itself slept
            elif hangs() or pulse.has_stopped():
                sys.stderr.write("this process hangs and ends; its threads:\n")
                faulthandler.dump_traceback()  # lines alone, and no values
                before_end()
                os._exit(HANGS)

    threading.Thread(target=look, name="watchdog", daemon=True).start()
