"""`make quick FILE=tests/…`: pytest on services that stay between runs.

The first run starts a keeper, which holds PostgreSQL and Valkey as tests/services.py starts them
and writes to `.testing/running` where they are. It ends half an hour after the last run, and when
that file is gone: after `make clean`, or because the tables have changed. Every run has a fresh
copy of the database, so that nothing is left over from one that was killed; one runs at a time.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
import time

import psycopg
import pytest
import redis

from tests.tables import DATABASE, KEPT, ROOT, digest

RUNNING = KEPT / "running"
IDLE = 30 * 60
# Of the first run after a change of the migrations, which makes all tables.
LONGEST_START = 300


def run(arguments: list[str], *plugins: object) -> int:
    KEPT.mkdir(exist_ok=True)
    with (KEPT / "quick.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        where = _found() or _started()
        os.environ.update(where)
        refresh()
        return pytest.main(["--reuse-db", *arguments], plugins)


def _found() -> dict[str, str] | None:
    """The services of a keeper that lives and whose tables are today's."""
    try:
        tables, where = json.loads(RUNNING.read_text())
        psycopg.connect(where["TEST_DATABASE_URL"]).close()
    except (OSError, psycopg.OperationalError):
        return None
    return where if tables == digest() else None


def _started() -> dict[str, str]:
    RUNNING.unlink(missing_ok=True)  # ends a keeper of other tables
    with (KEPT / "keeper.log").open("w") as log:
        keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.quick", "--keep"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    until = time.monotonic() + LONGEST_START
    while time.monotonic() < until and keeper.poll() is None:
        if found := _found():
            return found
        time.sleep(0.05)
    sys.exit(f"The services did not start; {log.name} says why.")


def refresh() -> None:
    RUNNING.touch()
    with psycopg.connect(os.environ["TEST_DATABASE_URL"], autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
        admin.execute(f"CREATE DATABASE {DATABASE} TEMPLATE fresh STRATEGY file_copy")
    with redis.Redis.from_url(os.environ["TEST_REDIS_URL"]) as client:
        client.flushall()


def keep() -> None:
    from tests import services  # noqa: F401  starts them, and stops them when this process ends

    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    where = {f"TEST_{name}": os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
    with psycopg.connect(where["TEST_DATABASE_URL"], autocommit=True) as admin:
        admin.execute(f"ALTER DATABASE {DATABASE} RENAME TO fresh")
    written = json.dumps([digest(), where])
    half = RUNNING.with_suffix(".new")
    half.write_text(written)
    half.chmod(0o600)
    half.rename(RUNNING)
    while RUNNING.exists() and RUNNING.read_text() == written:
        if time.time() - RUNNING.stat().st_mtime > IDLE:
            RUNNING.unlink()
        time.sleep(1)


if __name__ == "__main__":
    if sys.argv[1:] == ["--keep"]:
        keep()
    else:
        sys.exit(run(sys.argv[1:]))
