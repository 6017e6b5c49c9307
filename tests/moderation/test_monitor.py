"""The monitor elsewhere is called while everything works, and only then."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.utils import timezone

from games.models import Heartbeat
from games.moderation import monitor, tasks
from tests.faults.provider import Provider

pytestmark = pytest.mark.django_db


@pytest.fixture
def called(settings: Any) -> Iterator[list[str]]:
    calls: list[str] = []

    class Monitor(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            calls.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Monitor)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
    settings.MONITOR_URL = f"http://127.0.0.1:{server.server_port}/site"
    Heartbeat.objects.create(at=timezone.now())
    yield calls
    server.shutdown()
    server.server_close()


def test_it_is_called_while_everything_works(called: list[str]) -> None:
    tasks.call_monitor()
    assert called == ["/site"]


def test_it_is_not_called_while_the_clocks_stand(called: list[str]) -> None:
    Heartbeat.objects.update(at=timezone.now() - timedelta(minutes=2))
    assert not monitor.call()
    assert called == []


def test_it_is_not_called_while_the_mail_server_lets_nobody_in(
    called: list[str], settings: Any
) -> None:
    settings.EMAIL_BACKEND = "notifications.channels.email.keeping.EmailBackend"
    provider = Provider()
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", provider.port
    assert not monitor.call()
    provider.open()
    try:
        assert monitor.call()
    finally:
        provider.close()
    assert called == ["/site"]


def test_nobody_is_called_where_there_is_none(settings: Any) -> None:
    settings.MONITOR_URL = ""
    assert not monitor.call()
