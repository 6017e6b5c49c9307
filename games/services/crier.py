"""Wake-ups go out in company.

Whoever commits leaves here what there is to say, and waits for nobody. One thread of the process
says it a breath later: once to the readers of the feed, and to workers in one message for many
tables. What is lost with a process that ends within that breath, polls and sweeps find.
"""

import atexit
import os
import threading
import time
from collections.abc import Callable
from contextvars import Context, copy_context

import structlog

log = structlog.get_logger("oriflamme.games")

# Seconds. Nobody notices them, and a busy site says a dozen things at once.
BREATH = 0.01
Say = Callable[[list[str]], None]

_lock = threading.Lock()
_something = threading.Event()
_left: dict[Say, dict[str, Context]] = {}
_thread: threading.Thread | None = None


def leave(say: Say, key: str) -> None:
    """Have it said soon; of one thing that is left twice, once."""
    global _thread  # noqa: PLW0603
    with _lock:
        _left.setdefault(say, {})[key] = copy_context()
        if _thread is None:
            _thread = threading.Thread(target=_walk, name="crier", daemon=True)
            _thread.start()
    _something.set()


def say_all() -> None:
    """What has been left until now."""
    with _lock:
        left = dict(_left)
        _left.clear()
    for say, keys in left.items():
        # Whose request it was (`trace` in the log) is true of one table alone.
        within = next(iter(keys.values())) if len(keys) == 1 else Context()
        try:
            within.run(say, [*keys])
        except Exception as reason:  # the next ones shall be heard
            log.exception("a wake-up is lost", reason=type(reason).__name__)


def _walk() -> None:
    while _something.wait():
        time.sleep(BREATH)
        _something.clear()
        say_all()


def _anew() -> None:
    """A forked child has the locks as they were, and no thread."""
    global _lock, _something, _thread
    _lock, _something, _thread = threading.Lock(), threading.Event(), None
    _left.clear()


os.register_at_fork(after_in_child=_anew)
atexit.register(say_all)
