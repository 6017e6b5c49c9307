"""One number for all that a request leads to: it is on every line of the log, here and in the tasks
that it asks for, and in none of the letters, whose readers may not know whose request it was.

W3C's `traceparent` of a caller is taken over, so that theirs and ours are found by one number.
"""

import re
import secrets
from typing import Any

import structlog
from celery.signals import before_task_publish, task_postrun, task_prerun

_GIVEN = re.compile(r"[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}\Z")


def trace_of(traceparent: str) -> str:
    """Its number; of none, or of one that is not as it should be, a new one."""
    given = _GIVEN.match(traceparent)
    return given[1] if given else secrets.token_hex(16)


@before_task_publish.connect
def pass_on(headers: dict[str, Any], **_: object) -> None:
    trace = structlog.contextvars.get_contextvars().get("trace")
    if trace:
        headers["traceparent"] = f"00-{trace}-{secrets.token_hex(8)}-01"


@task_prerun.connect
def take_over(task: Any, **_: object) -> None:
    # What beat has asked for begins a number of its own.
    given = getattr(task.request, "traceparent", None) or ""
    structlog.contextvars.bind_contextvars(trace=trace_of(given))


@task_postrun.connect
def leave(**_: object) -> None:
    structlog.contextvars.unbind_contextvars("trace")
