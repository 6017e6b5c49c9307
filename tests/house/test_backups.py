"""What was acknowledged comes back from the backup, as it was at any moment, and every game of it
is played again."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game, Heartbeat
from games.moderation.models import BackupTrial
from games.moderation.numbers import numbers
from oriflamme_site.local.children import enter_namespace_as_nobody, namespaces_work
from oriflamme_site.local.ground import free_port
from oriflamme_site.local.postgres import WHEEL
from tests.games.conftest import OpenTable, move_on
from tests.house.test_watching import metrics
from tests.pace import PATIENCE

IS_ROOT = os.getuid() == 0
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        bool(os.environ.get("TEST_DATABASE_URL")), reason="a given server is not backed up"
    ),
    pytest.mark.skipif(
        IS_ROOT and not namespaces_work(), reason="PostgreSQL does not run as root here"
    ),
]
SCRIPT = Path(__file__).parents[2] / "deploy/backup.sh"
# What may be lost, seconds.
RPO = 10


class Backup:
    def __init__(self, place: Path) -> None:
        facts = settings.DATABASES["default"]
        self.place, self.port = place, free_port()
        self.running: subprocess.Popen[bytes] | None = None
        self.facts = {
            "host": "127.0.0.1",
            "user": facts["USER"],
            "password": facts["PASSWORD"],
            "dbname": facts["NAME"],
        }
        self.env = {
            **os.environ,
            "PATH": f"{WHEEL / 'pginstall/bin'}:{os.environ['PATH']}",
            "PGHOST": facts["HOST"],
            "PGPORT": str(facts["PORT"]),
            "PGUSER": facts["USER"],
            "PGPASSWORD": facts["PASSWORD"],
            "BACKUP_PLACE": str(place),
            "BACKUP_TRIAL_PORT": str(self.port),
        }

    def start(self, *words: str | Path) -> "subprocess.Popen[bytes]":
        with (self.place / "log").open("a") as log:
            return subprocess.Popen(
                [SCRIPT, *words],
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
                # PostgreSQL's programs refuse root.
                preexec_fn=enter_namespace_as_nobody if IS_ROOT else None,  # noqa: PLW1509  alone
            )

    def do(self, *words: str | Path) -> None:
        assert self.start(*words).wait(PATIENCE) == 0, (self.place / "log").read_text()

    def stop(self) -> None:
        if self.running is not None:
            os.killpg(self.running.pid, signal.SIGKILL)
            self.running.wait(PATIENCE)
            self.running = None

    @property
    def url(self) -> str:
        given = self.facts
        return (
            f"postgres://{given['user']}:{given['password']}@127.0.0.1:{self.port}"
            f"/{given['dbname']}"
        )


@pytest.fixture
def backup(tmp_path: Path) -> Iterator[Backup]:
    made = Backup(tmp_path)
    made.running = made.start("run")
    try:
        wait_for(lambda: _answers(made.url))
        yield made
    finally:
        made.stop()
        subprocess.run(
            [WHEEL / "pginstall/bin/pg_ctl", "-D", tmp_path / "trial", "-m", "immediate", "stop"],
            capture_output=True,
            check=False,
            preexec_fn=enter_namespace_as_nobody if IS_ROOT else None,
        )
        with connection.cursor() as cursor:
            # Whatever it kept for the backup would be kept for ever.
            wait_for(lambda: not _slots(cursor, "AND active"))
            cursor.execute("SELECT pg_drop_replication_slot('oriflamme_backup')")


def _slots(cursor: Any, which: str = "") -> list[Any]:
    cursor.execute(f"SELECT FROM pg_replication_slots WHERE slot_name = 'oriflamme_backup' {which}")
    return list(cursor.fetchall())


def _answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=2) as asked:
            row = asked.execute("SELECT pg_is_in_recovery()").fetchone()
    except psycopg.OperationalError:
        return False
    return row == (False,)


def wait_for(happens: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.05)


def asked(url: str, sql: str) -> list[Any]:
    with psycopg.connect(url, connect_timeout=2) as restored:
        return restored.execute(sql).fetchall()


@pytest.mark.long(15)
def test_all_but_the_last_seconds_comes_back_and_any_moment_does(
    backup: Backup, open_table: OpenTable
) -> None:
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": datetime.now(UTC)})
    early = open_table("alice", "bob", "carol")
    move_on(early, 6)
    assert 'oriflamme_wal_followed{slot="oriflamme_backup"} 1.0' in metrics()
    time.sleep(1.1)
    moment = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    time.sleep(1.1)
    late = open_table("alice", "bob")
    move_on(late, 9)
    told = datetime.now(UTC)
    Heartbeat.objects.update(at=told)
    # A second later the machine is gone: nothing more is fetched.
    time.sleep(1)
    backup.stop()

    backup.do("trial")
    assert BackupTrial.objects.count() == 0
    call_command("try_backup", backup.url)
    trial = BackupTrial.objects.get()
    assert (trial.games, trial.faults) == (2, "")
    assert trial.reaches_to >= told - timedelta(seconds=RPO)
    (shown,) = [number for number in numbers() if number.name == "backup_age"]
    assert 0 <= shown.value <= PATIENCE
    assert asked(backup.url, "SELECT key, seq FROM games_game ORDER BY id") == [
        (early.key, 6),
        (late.key, 9),
    ]

    backup.do("restore", backup.place / "then", moment)
    (backup.place / "trial").rename(backup.place / "later")
    _start(backup, "then")
    assert asked(backup.url, "SELECT key, seq FROM games_game") == [(early.key, 6)]
    _pg_ctl(backup, "then", "-m", "immediate", "stop")


def _start(backup: Backup, which: str) -> None:
    _pg_ctl(backup, "later", "-m", "immediate", "stop")
    _pg_ctl(
        backup,
        which,
        "-w",
        "-l",
        str(backup.place / "then.log"),
        "start",
        "-o",
        f"-p {backup.port} -k '' -F",
    )
    wait_for(lambda: _answers(backup.url))


def _pg_ctl(backup: Backup, which: str, *words: str) -> None:
    done = subprocess.run(
        [WHEEL / "pginstall/bin/pg_ctl", "-D", backup.place / which, *words],
        stdout=subprocess.DEVNULL,
        check=False,
        preexec_fn=enter_namespace_as_nobody if IS_ROOT else None,
    )
    assert done.returncode == 0


def test_a_game_that_came_back_otherwise_is_named(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    move_on(game, 6)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": datetime.now(UTC)})
    Game.objects.filter(pk=game.pk).update(seq=5)
    facts = settings.DATABASES["default"]
    here = (
        f"postgres://{facts['USER']}:{facts['PASSWORD']}@{facts['HOST']}:{facts['PORT']}"
        f"/{facts['NAME']}"
    )
    with pytest.raises(CommandError, match="not whole"):
        call_command("try_backup", here)
    trial = BackupTrial.objects.get()
    assert game.key in trial.faults
    assert [number for number in numbers() if number.name == "backup_age"] == []
