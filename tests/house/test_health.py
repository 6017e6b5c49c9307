"""What a load balancer, an operator and Prometheus ask."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client

from oriflamme_site import asgi, health, watchdog
from tests import run_aside


def get(path: str, **headers: str):  # type: ignore[no-untyped-def]
    return Client().get(path, secure=True, headers=headers)


def healthz() -> int:
    """As a load balancer asks: nothing of the request is read, so there is nobody to read from."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    run_aside(asgi.application({"type": "http", "path": "/healthz"}, None, send))
    return int(sent[0]["status"])


def test_healthz_asks_nobody_else() -> None:
    assert healthz() == 200  # no database mark: a query would fail


def test_healthz_answers_while_every_thread_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    held = threading.Event()
    waiting = [asgi._threads.submit(held.wait, 20) for _ in range(asgi.THREADS)]
    try:
        assert healthz() == 200
    finally:
        held.set()
    assert all(one.result(5) for one in waiting)


def test_healthz_says_so_when_no_request_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    long_ago = time.monotonic() - watchdog.TOO_LONG - 1
    stuck = dict.fromkeys(range(asgi.THREADS - 1), long_ago)
    monkeypatch.setattr(asgi._at_work, "busy_since", stuck | {99: time.monotonic()})
    assert healthz() == 200
    monkeypatch.setattr(asgi._at_work, "busy_since", stuck | {99: long_ago})
    assert healthz() == 503


@pytest.mark.django_db
def test_readyz_is_ready_when_all_answer() -> None:
    answer = get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "failed": {}})


@pytest.mark.django_db
def test_readyz_names_redis_when_it_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "broker", redis.Redis(port=9, socket_connect_timeout=1))
    answer = get("/readyz")
    assert answer.status_code == 503
    assert list(answer.json()["failed"]) == ["redis"]


@pytest.mark.django_db
def test_readyz_names_the_database_and_no_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("could not connect to db.internal as oriflamme")

    monkeypatch.setattr(connection, "cursor", away)
    answer = get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["failed"]["database"] == "OperationalError"
    assert b"internal" not in answer.content


@pytest.mark.django_db
def test_readyz_names_missing_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'notifications'")
    assert "not applied" in get("/readyz").json()["failed"]["migrations"]


def test_metrics_are_hidden_from_strangers() -> None:
    assert get("/metrics").status_code == 404
    assert get("/metrics", Authorization="Bearer wrong").status_code == 404


@pytest.mark.django_db
def test_metrics_count_requests_by_route() -> None:
    get("/metrics")
    answer = get("/metrics", Authorization=f"Bearer {settings.METRICS_TOKEN}")
    assert (
        b'http_request_seconds_count{method="GET",route="metrics",status="404"}' in answer.content
    )


def test_every_answer_carries_a_request_id() -> None:
    assert len(get("/metrics")["X-Request-ID"]) == 32
    assert (
        get("/metrics", **{"X-Request-ID": "from-my-proxy-1"})["X-Request-ID"] == "from-my-proxy-1"
    )
    assert get("/metrics", **{"X-Request-ID": "bad id\n"})["X-Request-ID"] != "bad id\n"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/readyz", "/metrics"])
def test_probes_come_by_address_and_without_https(path: str) -> None:
    asked = {"Host": "10.0.0.7:8000", "Authorization": f"Bearer {settings.METRICS_TOKEN}"}
    assert Client().get(path, headers=asked).status_code == 200
    assert Client().get("/", headers=asked).status_code == 400


def test_one_that_is_about_to_be_stopped_says_so_to_the_balancer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(asgi, "LEAVING", str(tmp_path / "leaving"))
    assert healthz() == 200
    (tmp_path / "leaving").touch()
    assert healthz() == 404
