"""Behind a real PgBouncer that gives each transaction whatever connection is free."""

import os
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from accounts.models import User
from notifications.models import Delivery
from notifications.services import enqueue
from oriflamme_site.local.ground import free_port
from tests.api.live import live_site
from tests.pace import PATIENCE

PGBOUNCER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not PGBOUNCER, reason="PgBouncer is not installed (apt: pgbouncer)"),
]
# Fewer than the processes behind it want at once, so that they do share.
SERVER_CONNECTIONS = 3


@pytest.fixture
def pooler() -> Iterator[str]:
    """The address of the database behind it."""
    room = Path("/tmp") / f"pooler-{os.getpid()}"
    room.mkdir(mode=0o755)
    facts, port = settings.DATABASES["default"], free_port()
    server = f"host={facts['HOST'] or '127.0.0.1'} port={facts['PORT']}"
    known = f"user={facts['USER']} password={facts['PASSWORD']}"
    (room / "pgbouncer.ini").write_text(
        f"""[databases]
{facts["NAME"]} = {server} dbname={facts["NAME"]} {known}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {SERVER_CONNECTIONS}
"""
    )
    assert PGBOUNCER
    user = "nobody" if os.getuid() == 0 else None  # it refuses to run as root
    process = subprocess.Popen(
        [PGBOUNCER, "-q", room / "pgbouncer.ini"], user=user, stderr=subprocess.PIPE
    )
    url = f"postgres://{facts['USER']}:none@127.0.0.1:{port}/{facts['NAME']}"
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(url, connect_timeout=2).close()
                break
            except psycopg.OperationalError:
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
        shutil.rmtree(room)


_WORK = """
import threading, django
django.setup()
from django.conf import settings
from django.db import connection
from notifications.models import Delivery
from notifications import services

defaults = set()

def work(pks):
    for pk in pks:
        services.deliver(pk)
        for name in settings.DATABASE_DEFAULTS:
            with connection.cursor() as cursor:
                cursor.execute(f"SHOW {name}")
                defaults.add((name, cursor.fetchone()[0]))
        list(Delivery.objects.iterator(chunk_size=5))
    connection.close()

pks = list(Delivery.objects.values_list("pk", flat=True))
threads = [threading.Thread(target=work, args=[pks]) for _ in range(6)]
for one in threads: one.start()
for one in threads: one.join()
print(sorted(defaults))
"""


def test_workers_share_connections_and_leave_nothing_behind(pooler: str, alice: User) -> None:
    for number in range(20):
        enqueue(person=alice, kind="welcome", dedupe_key=f"welcome {number}")
    told = subprocess.run(
        [sys.executable, "-c", _WORK],
        env={
            **os.environ,
            "DATABASE_URL": pooler,
            "DATABASE_PREPARE_AFTER": "0",
            "DATABASE_WITHOUT_POOL": "false",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[-1] == str(sorted(settings.DATABASE_DEFAULTS.items()))
    # Each was tried by exactly one of the six, the mail server being away.
    assert set(Delivery.objects.values_list("tries", flat=True)) == {1}
    with psycopg.connect(settings_url()) as admin:
        held = admin.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
        assert held.fetchone() == (0,)


def test_the_site_answers(pooler: str, tmp_path: Path) -> None:
    facts = {"DATABASE_URL": pooler, "DATABASE_PREPARE_AFTER": "0"}
    failed: list[Exception] = []
    with live_site(tmp_path / "web.log", **facts) as site:

        def ask() -> None:
            try:
                for path in ("/readyz", "/tables", "/api/v1/games"):
                    urllib.request.urlopen(site.url + path, timeout=PATIENCE).close()
            except OSError as error:
                failed.append(error)

        asking = [threading.Thread(target=ask) for _ in range(8)]
        for one in asking:
            one.start()
        for one in asking:
            one.join()
    assert failed == []


def settings_url() -> str:
    facts = settings.DATABASES["default"]
    return psycopg.conninfo.make_conninfo(
        host=facts["HOST"],
        port=facts["PORT"],
        user=facts["USER"],
        password=facts["PASSWORD"],
        dbname=facts["NAME"],
    )
