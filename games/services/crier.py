"""Wake-ups go out in company.

Whoever commits leaves here what there is to say, and waits for nobody. One thread of the process
says it a breath later: once to the readers of the feed, and to workers in one message for many
tables. What is lost with a process that ends within that breath, polls and sweeps find.
"""

import atexit
import os
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from contextvars import Context, ContextVar, copy_context
from types import MappingProxyType

import structlog

log = structlog.get_logger("oriflamme.games")

# Seconds, which nobody notices: before something is said, and between one saying and the next. To
# ask a worker costs as much as a third of a move, so a busy site says a dozen things at once.
BREATH, APART = 0.01, 0.05
Say = Callable[[list[str]], None]

# Where one message is about several tables: whose request it was (`trace` in the log) that each of
# them had.
TRACES: ContextVar[Mapping[str, str]] = ContextVar("traces", default=MappingProxyType({}))

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
    if not _something.is_set():  # else the thread has yet to take what is left, this too
        _something.set()


def _trace_of(context: Context) -> str:
    return str(context.run(structlog.contextvars.get_contextvars).get("trace", ""))


def on_behalf_of(key: str) -> AbstractContextManager[object]:
    """What is done for one of several tables bears the number of its own request."""
    trace = TRACES.get().get(key)
    return structlog.contextvars.bound_contextvars(trace=trace) if trace else nullcontext()


def say_all() -> None:
    """What has been left until now."""
    with _lock:
        left = dict(_left)
        _left.clear()
    for say, keys in left.items():
        within = next(iter(keys.values())) if len(keys) == 1 else Context()
        if len(keys) > 1:
            within.run(TRACES.set, {key: _trace_of(context) for key, context in keys.items()})
        try:
            within.run(say, [*keys])
        except Exception as reason:  # the next ones shall be heard
            log.exception("a wake-up is lost", reason=type(reason).__name__)


def _walk() -> None:
    while _something.wait():
        time.sleep(BREATH)
        _something.clear()
        say_all()
        time.sleep(APART - BREATH)


def _anew() -> None:
    """A forked child has the locks as they were, and no thread."""
    global _lock, _something, _thread
    _lock, _something, _thread = threading.Lock(), threading.Event(), None
    _left.clear()


os.register_at_fork(after_in_child=_anew)
atexit.register(say_all)
