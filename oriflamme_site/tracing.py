"""One number for all that a request leads to: it is on every line of the log, here and in the tasks
that it asks for, and in none of the letters, whose readers may not know whose request it was.

W3C's `traceparent` of a caller is taken over, so that theirs and ours are found by one number.
"""

import re
import secrets
from contextlib import AbstractContextManager
from typing import Any

import structlog
from celery.signals import before_task_publish, task_postrun, task_prerun

from accounts import spans
from games.services import crier

_GIVEN = re.compile(r"[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}\Z")


# The spans of tasks that are at work, where there are any.
_open: dict[str, AbstractContextManager[Any]] = {}


def trace_of(traceparent: str) -> str:
    """Its number; of none, or of one that is not as it should be, a new one."""
    given = _GIVEN.match(traceparent)
    return given[1] if given else secrets.token_hex(16)


@before_task_publish.connect
def pass_on(headers: dict[str, Any], **_: object) -> None:
    trace = structlog.contextvars.get_contextvars().get("trace")
    if trace:
        headers["traceparent"] = spans.traceparent() or f"00-{trace}-{secrets.token_hex(8)}-01"
    if traces := crier.TRACES.get():
        headers["traces"] = dict(traces)


@task_prerun.connect
def take_over(task: Any, task_id: str = "", **_: object) -> None:
    # What beat has asked for begins a number of its own.
    given = getattr(task.request, "traceparent", None) or ""
    structlog.contextvars.bind_contextvars(trace=trace_of(given))
    crier.TRACES.set(getattr(task.request, "traces", None) or {})
    _open[task_id] = spans.span(getattr(task, "name", "task"), parent=given)
    _open[task_id].__enter__()


@task_postrun.connect
def leave(task_id: str = "", **_: object) -> None:
    if task_id in _open:
        _open.pop(task_id).__exit__(None, None, None)
    structlog.contextvars.unbind_contextvars("trace")
    crier.TRACES.set({})
