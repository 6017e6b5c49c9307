"""While PostgreSQL is away everybody is told so at once, and soon after it is back nobody is."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from oriflamme_site.local.ground import free_port
from tests.api.live import Site, database_url, live_site
from tests.house.relay import Relay
from tests.pace import PATIENCE, slowness, within

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def relay() -> Iterator[Relay]:
    """The way to the database, which can be cut."""
    facts = settings.DATABASES["default"]
    with Relay((facts["HOST"] or "127.0.0.1", int(facts["PORT"])), free_port()) as relay:
        yield relay


@pytest.fixture
def site(tmp_path: Path, relay: Relay) -> Iterator[Site]:
    facts = settings.DATABASES["default"]
    behind = database_url().replace(f":{facts['PORT']}/", f":{relay.port}/")
    with live_site(tmp_path / "web.log", DATABASE_URL=behind) as site:
        yield site


def ask(url: str) -> tuple[int, float, dict[str, str], bytes]:
    began = time.monotonic()
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return answer.status, time.monotonic() - began, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, time.monotonic() - began, dict(error.headers), error.read()


def until(is_so: Callable[[], bool]) -> None:
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.1)


def test_everybody_is_told_at_once_and_it_is_over_soon(site: Site, relay: Relay) -> None:
    page, api = f"{site.url}/tables", f"{site.url}/api/v1/games"
    assert ask(page)[0] == ask(api)[0] == 200
    relay.hang_up()
    with ThreadPoolExecutor(12) as many:
        answers = list(many.map(ask, [page, api] * 12))
    slower = slowness()
    for status, took, headers, body in answers:
        assert status == 503, (status, body[:200])
        assert (status, headers["retry-after"]) == (503, "5")
        assert took < 2 * slower
    status, _took, headers, body = ask(api)
    assert (headers["content-type"], json.loads(body)["code"]) == (
        "application/problem+json",
        "away",
    )
    assert ask(f"{site.url}/healthz")[0] == 200
    assert ask(f"{site.url}/readyz")[0] == 503
    time.sleep(6)  # whatever tries again by itself does so ever more rarely
    relay.let_through()
    with within(5):
        until(lambda: ask(api)[0] == 200)


def test_a_host_that_has_gone_without_a_word_is_given_up_in_seconds() -> None:
    """As the kernel is told for each connection: three seconds for what nobody takes from us, and
    some more while we only listen."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    sock = socket.socket(fileno=os.dup(connection.connection.fileno()))
    with sock:
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 3000
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) <= 3


def test_several_hosts_may_be_named() -> None:
    """Whoever of them takes writes is the one: libpq tries them in turn."""
    url = "postgres://me:word@one:5432,two:5433/site?target_session_attrs=read-write"
    command = "from django.db import connection as c; print(c.get_connection_params())"
    told = subprocess.run(
        [sys.executable, "-c", f"import django; django.setup(); {command}"],
        env={**os.environ, "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for part in ("'host': 'one,two'", "'port': '5432,5433'", "'read-write'"):
        assert part in told
