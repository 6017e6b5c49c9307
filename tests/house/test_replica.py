"""With a replica that follows, lists of strangers and what is over are read there; a player's own
view never is, and without it nobody notices."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection, connections, router
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import errors, selectors
from games.models import Heartbeat, replica
from games.ratings import selectors as ratings
from oriflamme_site.local.children import Child, become_nobody, stop
from oriflamme_site.local.ground import free_port
from oriflamme_site.local.postgres import Postgres
from oriflamme_site.postgresql.base import DatabaseWrapper
from tests import bounded
from tests.games.conftest import OpenTable, _workers_are_asleep, open_table, play_out
from tests.pace import PATIENCE

__all__ = ["_workers_are_asleep", "open_table"]
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        bool(os.environ.get("TEST_DATABASE_URL")), reason="a given server is not copied"
    ),
]
# Seconds. A server that forgets writes down what it is told up to 0.6 s later, and sends it then.
TURN = 0.01


class Replica:
    """A copy that streams, of the whole server that the tests use."""

    def __init__(self, place: Path) -> None:
        facts = connection.settings_dict
        self.of = Postgres(place, port=free_port(), password=facts["PASSWORD"], durable=False)
        url = f"host=127.0.0.1 port={facts['PORT']} user={facts['USER']}"
        subprocess.run(
            [
                *(self.of.bin / "pg_basebackup", "-d", f"{url} password={facts['PASSWORD']}"),
                *("-D", place, "-R", "-X", "stream", "-c", "fast", "--no-sync"),
            ],
            check=True,
            preexec_fn=lambda: become_nobody(self.of.as_nobody),
        )
        self.running: Child = self.of.start(lambda *_: None)
        self.of.wait(self.running)
        self.admin = psycopg.connect(self.of.url(facts["NAME"]), autocommit=True)

    def end(self) -> None:
        self.admin.close()
        stop([self.running], within=5)

    def has(self, sql: str) -> None:
        """Waits until it has."""
        for _ in bounded(int(PATIENCE / TURN)):
            if self.admin.execute(sql).fetchone():
                return
            time.sleep(TURN)

    def stand_still(self) -> None:
        self.admin.execute("SELECT pg_wal_replay_pause()")
        for _ in bounded(int(PATIENCE / TURN)):
            if self.admin.execute("SELECT pg_get_wal_replay_pause_state()").fetchone() == (
                "paused",
            ):
                return
            time.sleep(TURN)


class Unguarded(DatabaseWrapper):
    """Django's tests let nobody ask a database that they have not made."""

    def ensure_connection(self) -> None:
        if self.connection is None:
            self.connect()


@pytest.fixture
def following(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Replica]:
    tmp_path.chmod(0o777)
    Heartbeat.objects.create(at=timezone.now())
    made = Replica(tmp_path / "replica")
    monkeypatch.setattr(replica, "_look_at", 0.0)
    monkeypatch.setattr(replica, "_follows", False)
    facts = {**connection.settings_dict, "PORT": made.of.port}
    connections.databases["replica"] = facts
    connections["replica"] = Unguarded(facts, alias="replica")
    monkeypatch.setattr(router, "routers", [replica.Router()])
    try:
        yield made
    finally:
        connections["replica"].close()
        del connections.databases["replica"]
        del connections["replica"]
        made.end()


@contextmanager
def asking_only(alias: str) -> Iterator[None]:
    other = {"default": "replica", "replica": "default"}[alias]
    with (
        CaptureQueriesContext(connections[alias]) as here,
        CaptureQueriesContext(connections[other]) as elsewhere,
    ):
        yield
    assert len(here) > 0
    assert [query["sql"] for query in elsewhere] == []


def names(viewer: User | None = None) -> list[str]:
    return [table["name"] for table in selectors.list_games(which="open", viewer=viewer)[0]]


def test_strangers_read_there_and_nobody_behind_what_they_have_done(
    following: Replica, open_table: OpenTable, time_machine: Any
) -> None:
    # However slow the machine: it hears no beat of the site's while it stands still.
    time_machine.move_to(timezone.now(), tick=False)
    old, over = open_table("alice", seats=3, name="Old"), open_table("bob", "carol")
    play_out(over)
    following.has("SELECT 1 FROM games_game WHERE status = 'over'")
    following.stand_still()
    new = open_table("alice", seats=3, name="New")
    alice = new.chairs.get().person
    assert alice is not None
    assert replica.follows()
    with asking_only("replica"):
        assert names() == ["Old"]
        assert ratings.leaderboard() == ([], None)
        record = selectors.record_text(key=over.key, viewer=None)
    with asking_only("default"):
        assert names(alice) == ["New", "Old"]
        selectors.find_game(over.key, over.chairs.all()[0].person).view("en")
    # What the replica does not know yet the primary is asked for.
    play_out(late := open_table("bob", "carol"))
    assert "seed" in selectors.record_text(key=late.key, viewer=None).lower()
    with pytest.raises(errors.NotAllowed):
        selectors.record_text(key=old.key, viewer=alice)
    # It falls behind: the clocks of the site go on, and it has not heard of that.
    time_machine.move_to(timezone.now() + replica.BEHIND)
    replica._judge(replica._is_fresh())
    with asking_only("default"):
        assert names() == ["New", "Old"]
        assert selectors.record_text(key=over.key, viewer=None) == record


def test_nobody_notices_when_it_goes(
    following: Replica, open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table("alice", seats=3, name="Old")
    following.has("SELECT 1 FROM games_game")
    assert names() == ["Old"]
    following.end()
    # However long that took: nobody has looked meanwhile.
    monkeypatch.setattr(replica, "_look_at", float("inf"))
    assert replica.follows()  # as far as anybody knows
    assert names() == ["Old"]
    assert not replica.follows()
    with asking_only("default"):
        assert names() == ["Old"]


def test_while_one_looks_whether_it_is_there_nobody_else_waits_for_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = []

    def look() -> bool:
        looks.append(replica.follows())  # by another thread
        return True

    monkeypatch.setitem(connections.databases, "replica", {})
    monkeypatch.setattr(replica, "_is_fresh", look)
    monkeypatch.setattr(replica, "_look_at", 0.0)
    monkeypatch.setattr(replica, "_follows", False)
    assert replica.follows()
    assert looks == [False]


@pytest.mark.django_db(transaction=True)
def test_without_one_everything_is_read_where_it_is_written(open_table: OpenTable) -> None:
    open_table("alice", seats=3, name="Old")
    assert not replica.follows()
    assert names() == ["Old"]
    assert router.routers == []


_SETTINGS = """
from django.conf import settings
there, here = settings.DATABASES["replica"], settings.DATABASES["default"]
own, ours = there["OPTIONS"], here["OPTIONS"]
print(there["HOST"], there["NAME"], there["ENGINE"], ours.items() <= own.items())
print(*settings.DATABASE_ROUTERS)
print(own.get("sslmode"), ours.get("sslmode"), "pool" in own)
"""


def test_the_setting_makes_one() -> None:
    url = "postgres://reader:secret@127.0.0.2:6432/replica?sslmode=verify-full"
    told = subprocess.run(
        [sys.executable, "-c", _SETTINGS],
        env={**os.environ, "REPLICA_URL": url},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == [
        *("127.0.0.2", "replica", "oriflamme_site.postgresql", "True"),
        "games.models.replica.Router",
        # What its address asks for is its own.
        *("verify-full", "None", "False"),
    ]
