"""PostgreSQL and Valkey from their wheels, under the users and after the deaths they meet."""

import os
import signal
import sys
from pathlib import Path

import psycopg
import pytest

from oriflamme_site.local import postgres as module
from oriflamme_site.local.children import Child, stop
from oriflamme_site.local.ground import free_port
from oriflamme_site.local.postgres import Postgres
from oriflamme_site.local.problems import Problem
from oriflamme_site.local.valkey import Valkey

AS_ROOT = pytest.mark.skipif(
    sys.platform != "linux" or os.getuid() != 0, reason="only root has to become somebody else"
)


def quiet(_part: str, _line: str) -> None:
    pass


def cluster(room: Path) -> Postgres:
    return Postgres(room / "postgres", port=free_port(), password="p", durable=False)


def run(postgres: Postgres) -> Child:
    child = postgres.start(quiet)
    postgres.wait(child)
    return child


def test_what_valkey_keeps_is_its_owners_alone(tmp_path: Path) -> None:
    valkey = Valkey(tmp_path / "valkey", port=free_port(), password="p")
    child = valkey.start(quiet)
    valkey.wait(child)
    stop([child], within=10)
    assert (tmp_path / "valkey").stat().st_mode & 0o077 == 0


def test_it_knows_cyrillic_and_keeps_its_data(tmp_path: Path) -> None:
    tmp_path.chmod(0o711)
    first = cluster(tmp_path)
    child = run(first)
    first.ensure_database("kept")
    first.ensure_database("kept")  # a second time changes nothing
    with psycopg.connect(first.url("kept")) as db:
        db.execute("CREATE EXTENSION pg_trgm")
        row = db.execute("SELECT similarity('Богдан', 'Богдана') > 0.5, lower('ЇЖАК')").fetchone()
        assert row == (True, "їжак")
    stop([child], within=10)
    second = cluster(tmp_path)
    child = run(second)
    psycopg.connect(second.url("kept")).close()
    stop([child], within=10)


def test_a_wrong_password_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o711)
    postgres = cluster(tmp_path)
    child = run(postgres)
    postgres.password = "guess"
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(postgres.url("postgres"))
    stop([child], within=10)


def test_the_pid_file_of_a_killed_server_does_not_stop_the_next(tmp_path: Path) -> None:
    tmp_path.chmod(0o711)
    child = run(cluster(tmp_path))
    os.killpg(child.process.pid, signal.SIGKILL)
    child.process.wait()
    pid_file = tmp_path / "postgres/postmaster.pid"
    # The number now belongs to somebody else: to us.
    lines = pid_file.read_text().split("\n")
    pid_file.write_text("\n".join([str(os.getpid()), *lines[1:]]))
    stop([run(cluster(tmp_path))], within=10)


@AS_ROOT
def test_root_without_namespaces_runs_it_as_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "namespaces_work", lambda: False)
    for above in (tmp_path, *tmp_path.parents):
        if not above.stat().st_mode & 0o001:
            above.chmod(0o711)
    for _ in range(2):  # the second start finds the first one's data
        child = run(cluster(tmp_path))
        assert Path(f"/proc/{child.process.pid}").stat().st_uid == module.NOBODY
        stop([child], within=10)


@AS_ROOT
def test_where_nobody_may_not_enter_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "namespaces_work", lambda: False)
    room = tmp_path / "closed" / "data"
    room.mkdir(parents=True)
    room.parent.chmod(0o700)
    with pytest.raises(Problem, match="nobody else may enter"):
        cluster(room).start(quiet)
