"""Spans for OpenTelemetry, from a request to its tasks and to its letters.

Only where an operator has asked for them: OTEL_EXPORTER_OTLP_ENDPOINT is set, and the packages of
`requirements/tracing.txt` are installed. Else nothing of it is loaded, and a span is one object
that does nothing. Nothing personal goes out: patterns of addresses, names of tasks, kinds of
letters.
"""

import os
from contextlib import AbstractContextManager, nullcontext
from typing import Any

# Where it is on, what to ask for one, and for the `traceparent` of the one that is open.
_opened: Any = None
_OFF = nullcontext()


def span(name: str, *, parent: str = "", **facts: str | int) -> AbstractContextManager[Any]:
    """`parent`: a `traceparent`. It belongs to the number that the log has (`trace`)."""
    return _opened.span(name, parent, facts) if _opened else _OFF


def are_on() -> bool:
    return _opened is not None


def traceparent() -> str:
    """Of the span that is open; empty where there is none."""
    return str(_opened.traceparent()) if _opened else ""


def begin() -> None:
    """Once in each process, before it has anything to do."""
    global _opened  # noqa: PLW0603
    if os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        from accounts import opentelemetry_spans

        _opened = opentelemetry_spans.Spans()
