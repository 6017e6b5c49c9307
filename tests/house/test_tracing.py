"""One number from a request to whatever it leads to, and to no reader of a letter."""

from types import SimpleNamespace

import orjson
import pytest
import structlog
from celery import current_app
from django.test import Client

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
