"""One number from a request to whatever it leads to, and to no reader of a letter."""

import os
import sys
from collections.abc import Callable, Iterator
from contextvars import copy_context
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
import structlog
from celery import current_app
from django.core import mail
from django.test import Client

from accounts import spans
from accounts.models import User
from games import tasks
from games.services import crier
from notifications import services
from notifications.services import delivering
from oriflamme_site import gauges, logs, tracing

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
GIVEN = f"00-{TRACE}-00f067aa0ba902b7-01"


@pytest.fixture(autouse=True)
def _nothing_stays() -> None:
    structlog.contextvars.clear_contextvars()


def published() -> dict[str, object]:
    (message,) = gauges.client.lrange("later", 0, 0)
    headers: dict[str, object] = orjson.loads(message)["headers"]
    gauges.client.delete("later")
    return headers


@pytest.mark.django_db
def test_the_line_of_a_request_tells_its_callers_number(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[dict[str, object]] = []
    monkeypatch.setattr(logs, "_write_answered", lines.append)
    Client().get("/about", headers={"traceparent": GIVEN})
    Client().get("/about", headers={"traceparent": f"00-{'0' * 32}-00f067aa0ba902b7-01"})
    Client().get("/about")
    first, second, third = (line["trace"] for line in lines)
    assert first == TRACE
    assert len({first, second, third}) == 3


def test_a_task_goes_on_with_the_number_of_who_asked_for_it() -> None:
    structlog.contextvars.bind_contextvars(trace=TRACE)
    current_app.send_task("games.tasks.tidy", queue="later")
    traceparent = str(published()["traceparent"])
    assert tracing.trace_of(traceparent) == TRACE
    structlog.contextvars.clear_contextvars()
    task = SimpleNamespace(request=SimpleNamespace(traceparent=traceparent))
    tracing.take_over(task=task)
    assert structlog.contextvars.get_contextvars() == {"trace": TRACE}
    current_app.send_task("games.tasks.tidy", queue="later")
    assert TRACE in str(published()["traceparent"])
    tracing.leave()
    current_app.send_task("games.tasks.tidy", queue="later")
    assert "traceparent" not in published()


def test_what_is_done_for_each_of_several_tables_bears_the_number_of_its_own_request(
    say_all: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One message wakes a worker for many."""
    for key in ("one", "two"):
        structlog.contextvars.bind_contextvars(trace=key[0] * 32)
        crier._left.setdefault(_ask, {})[key] = copy_context()
    structlog.contextvars.clear_contextvars()
    say_all()
    headers = published()
    assert headers["traces"] == {"one": "o" * 32, "two": "t" * 32}
    seen: list[tuple[str, object]] = []

    def note(*, game_key: str) -> None:
        seen.append((game_key, structlog.contextvars.get_contextvars()["trace"]))

    monkeypatch.setattr(tasks.services, "let_bots_move", note)
    monkeypatch.setattr(tasks.services, "call", lambda *, game_key: None)
    tracing.take_over(task=SimpleNamespace(request=SimpleNamespace(**headers)))
    tasks.let_bots_move("one", "two")
    tracing.leave()
    assert seen == [("one", "o" * 32), ("two", "t" * 32)]
    assert crier.TRACES.get() == {}


def _ask(keys: list[str]) -> None:
    current_app.send_task("games.tasks.tidy", args=keys, queue="later")


@pytest.mark.django_db
def test_a_letter_bears_the_number_of_its_cause_whoever_sends_it(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    structlog.contextvars.bind_contextvars(trace=TRACE)
    told = services.enqueue(person=alice, kind="welcome", dedupe_key="one")
    assert told is not None
    structlog.contextvars.bind_contextvars(trace="f" * 32)  # a sweep's
    lines: list[dict[str, object]] = []

    def note(event: str, **facts: object) -> None:
        lines.append({"event": event, **structlog.contextvars.get_contextvars()})

    monkeypatch.setattr(delivering, "log", SimpleNamespace(info=note))
    services.deliver(told.deliveries.get().pk)
    assert lines == [{"event": "delivery", "trace": TRACE}]
    assert structlog.contextvars.get_contextvars()["trace"] == "f" * 32
    assert TRACE not in str(mail.outbox[0].message())


# --- Spans ---------------------------------------------------------------------------------------


def test_without_opentelemetry_nothing_of_it_is_loaded_and_a_span_is_always_the_same() -> None:
    assert "OTEL_EXPORTER_OTLP_ENDPOINT" not in os.environ
    assert not [name for name in sys.modules if name.startswith("opentelemetry")]
    assert spans.span("one") is spans.span("two", parent=GIVEN)
    assert spans.traceparent() == ""


@pytest.fixture
def finished(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[Any]]]:
    export = pytest.importorskip(
        "opentelemetry.sdk.trace.export", reason="requirements/tracing.txt is not installed"
    )
    memory = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")
    from accounts.opentelemetry_spans import Spans

    kept = memory.InMemorySpanExporter()
    monkeypatch.setattr(spans, "_opened", Spans(export.SimpleSpanProcessor(kept)))
    yield kept.get_finished_spans
    for name in [name for name in sys.modules if name.startswith("opentelemetry")]:
        del sys.modules[name]


@pytest.mark.django_db
def test_a_request_its_task_and_its_letter_are_spans_of_one_trace(
    finished: Callable[[], list[Any]], alice: User
) -> None:
    Client().get("/about", headers={"traceparent": GIVEN}, secure=True)
    (request,) = finished()
    assert request.name == "GET about"
    assert f"{request.context.trace_id:032x}" == TRACE
    assert f"{request.parent.span_id:016x}" == "00f067aa0ba902b7"

    structlog.contextvars.bind_contextvars(trace=TRACE)
    with spans.span("request"):
        current_app.send_task("games.tasks.tidy", queue="later")
        told = services.enqueue(person=alice, kind="welcome", dedupe_key="one")
    traceparent = published()["traceparent"]
    structlog.contextvars.clear_contextvars()
    task = SimpleNamespace(name="tidy", request=SimpleNamespace(traceparent=traceparent))
    tracing.take_over(task=task, task_id="1")
    tracing.leave(task_id="1")
    _first, asked, worked = finished()
    assert (worked.name, worked.parent.span_id) == ("tidy", asked.context.span_id)
    assert worked.context.trace_id == asked.context.trace_id == int(TRACE, 16)

    sweep = SimpleNamespace(name="sweep", request=SimpleNamespace())
    tracing.take_over(task=sweep, task_id="2")
    assert told is not None
    services.deliver(told.deliveries.get().pk)
    tracing.leave(task_id="2")
    *_before, letter, swept = finished()
    assert letter.attributes == {"kind": "welcome", "channel": "email"}
    assert letter.context.trace_id == int(TRACE, 16) != swept.context.trace_id
    assert [link.context.span_id for link in letter.links] == [swept.context.span_id]


def test_an_error_leaves_its_kind_and_not_a_word_of_what_it_failed_on(
    finished: Callable[[], list[Any]],
) -> None:
    with pytest.raises(ValueError, match="alice"), spans.span("letter"):
        raise ValueError("alice@example.test")
    (letter,) = finished()
    assert (letter.status.is_ok, letter.status.description) == (False, "ValueError")
    assert "alice" not in letter.to_json()
