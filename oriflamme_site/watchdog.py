"""What lives in each web process beside its requests: an end to connections that nobody reads, and
to the process itself, if it hangs. Whoever has started it starts it again."""

import asyncio
import contextlib
import faulthandler
import os
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable

# Whoever takes nothing of an answer for so many milliseconds is hung up on.
UNREAD = 30_000
# Seconds without a turn of the event loop, and between two looks.
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


def watch(loop: asyncio.AbstractEventLoop, hangs: Callable[[], bool]) -> None:
    """From a thread of its own: all others may be waiting for something."""
    turned = [time.monotonic()]

    def turn() -> None:
        turned[0] = time.monotonic()

    def look() -> None:
        while not loop.is_closed():
            with contextlib.suppress(RuntimeError):  # closed in this moment
                loop.call_soon_threadsafe(turn)
            began = time.monotonic()
            time.sleep(LOOK)
            if time.monotonic() - began > 2 * LOOK:
                turn()  # the machine itself slept
                continue
            if hangs() or time.monotonic() - turned[0] > TOO_LONG:
                sys.stderr.write("this process hangs and ends; its threads:\n")
                faulthandler.dump_traceback()  # lines alone, and no values
                os._exit(HANGS)

    threading.Thread(target=look, name="watchdog", daemon=True).start()
