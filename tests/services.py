"""Real PostgreSQL and Valkey for the tests, started before Django reads its settings.

A pytest plugin, loaded by `-p tests.services` (pyproject.toml). Without TEST_DATABASE_URL
or TEST_REDIS_URL it starts its own, which are thrown away. Each parallel worker has services
of its own: an open transaction in one database holds back the feed of all in its cluster, and
so would hold back a test that waits for an event. `make quick` gives those that tests/quick.py
keeps between runs.
"""

import atexit
import gc
import hashlib
import os
import secrets
import shutil
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from oriflamme_site.local.children import Child, Guard, stop
from oriflamme_site.local.ground import free_port
from oriflamme_site.local.postgres import Postgres
from oriflamme_site.local.valkey import Valkey
from tests.tables import DATABASE, copy_of_kept

ENVIRONMENT = {
    "DJANGO_SETTINGS_MODULE": "oriflamme_site.settings",
    "SECRET_KEY": "only-for-tests-" + hashlib.sha256(b"tests").hexdigest(),
    "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
    "SITE_URL": "https://testserver",
    "EMAIL_URL": "smtp://127.0.0.1:9",
    "MAIL_FROM": "Oriflamme by post <post@oriflamme.test>",
    "OPERATOR_MAIL": "operator@oriflamme.test",
    "DATABASE_WITHOUT_POOL": "1",
    "LOG_LEVEL": "DEBUG" if os.environ.get("CANARIES") else "WARNING",
    # Nobody's but the tests': the bytes 1, 2, … 32.
    "PUSH_KEY": "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA",
    # Tried in tests/moderation/test_second_factor.py; elsewhere staff are let in.
    "STAFF_SECOND_FACTOR": "no",
    "METRICS_TOKEN": "test-metrics-token",
}
# Where Python is told to keep no bytecode, every worker rewrites every test, and every process that
# a test starts compiles the site anew: a tenth of the whole.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Below an address that was given lies somebody's database, which is not ours to keep.
_has_own = not os.environ.get("TEST_DATABASE_URL")


def pytest_configure(config: pytest.Config) -> None:
    # What is made while tests are collected stays: to look through it for garbage took a quarter of
    # that time. Before the first test it is looked for again (tests/conftest.py).
    gc.disable()
    if _has_own:
        config.option.reuse_db = True  # its tables are there: only look whether one is missing


def begin() -> None:
    """Set the environment, and start what nobody has given."""
    os.environ.update(ENVIRONMENT)
    database_url = os.environ.get("TEST_DATABASE_URL")
    redis_url = os.environ.get("TEST_REDIS_URL")
    if not (database_url and redis_url):
        room = Path(tempfile.mkdtemp(prefix="oriflamme-tests-"))
        room.chmod(0o711)
        guard = Guard()
        running: list[Child] = []

        def end() -> None:
            stop(running, within=5)
            guard.dismiss()
            shutil.rmtree(room, ignore_errors=True)

        atexit.register(end)
        lines = (room / "services.log").open("a")

        def log(part: str, line: str) -> None:
            lines.write(f"{part}: {line}\n")

        if not database_url:
            postgres = copy_of_kept(room / "postgres")
            running.append(postgres.start(log))
            guard.add(running[-1])
            postgres.wait(running[-1])
            database_url = postgres.url("postgres")
            _name_for_worker(postgres)
        if not redis_url:
            password = secrets.token_urlsafe(16)
            valkey = Valkey(room / "valkey", port=free_port(), password=password, durable=False)
            running.append(valkey.start(log))
            guard.add(running[-1])
            valkey.wait(running[-1])
            redis_url = valkey.url
    os.environ["DATABASE_URL"] = database_url
    os.environ["REDIS_URL"] = redis_url
    _take_own_redis_database()


def _name_for_worker(postgres: Postgres) -> None:
    """pytest-django gives each parallel worker a database with a name of its own."""
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        with psycopg.connect(postgres.url("postgres"), autocommit=True) as admin:
            admin.execute(f"ALTER DATABASE {DATABASE} RENAME TO {DATABASE}_{worker}")


def _take_own_redis_database() -> None:
    """Where workers share a given server: each empties its own after each test."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker:
        server = urlsplit(os.environ["REDIS_URL"])
        # Number 0 is the first process', and sixteen is what a server has.
        own = server._replace(path=f"/{int(worker[2:]) % 15 + 1}")
        os.environ["REDIS_URL"] = urlunsplit(own)


begin()
