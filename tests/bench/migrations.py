"""What a migration of ten million moves makes those wait for who play meanwhile.

    python -m tests.bench.migrations [--rows 10000000] [--rate 20]

Some games are played to their end, and copied until the log has so many rows. Then people make so
many moves a second by way of this release's web, with its worker, clock and beat beside it, while
`migrate` does what a next release may do (`tests/bench/growing`): columns with a default, an index
made concurrently, a constraint that is said and then checked, a column filled in portions, and all
of it taken away again – each once more while somebody has read from the log for longer than a
migration waits. Whoever waits for a lock is looked for fifty times a second. Exits with 1 if
somebody waited longer than a second, or a request failed.
"""

import argparse
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

import psycopg

from oriflamme_site.local.ground import free_port
from tests.faults.scene import ROOT, Scene, scene, wait_until
from tests.pace import PATIENCE

if TYPE_CHECKING:
    from tests.cluster.load import Load

MOST = 1.0
MOVES = ("games_move", "games_game")
PLAYED = 12
STEPS = {
    "0002": "columns with a default",
    "0003": "an index made concurrently",
    "0004": "a constraint, said of new rows",
    "0005": "the constraint checked for all",
    "0006": "a column filled in portions",
    "0007": "the index taken away",
    "0008": "constraint and columns taken away",
}
# Others than the migration itself, which may wait.
WAITING = """
SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float
FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND application_name <> 'migrate'"""

HELD_UP = """
SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND application_name = 'migrate'"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--rate", type=float, default=20, help="moves a second")
    chosen = parser.parse_args()
    with scene() as standing:
        import django

        django.setup()
        return _measure(standing, chosen.rows, chosen.rate)


@contextmanager
def people_play(standing: Scene, rate: float) -> Iterator[tuple["Load", "Locks"]]:
    """So many moves a second, by way of a whole site."""
    from tests.cluster import load
    from tests.cluster.load import Load, make_tables

    tables = make_tables(int(10 * rate), verified=False, people=80)
    port = free_port()
    load.URL = f"http://127.0.0.1:{port}/api/v1/games/{{key}}"
    load.WITHIN = 20.0
    limits = {f"API_LIMIT_{name}": "1000000" for name in ("ADDRESS", "READS", "WRITES")}
    standing.start_web(port, workers=2, **limits)
    standing.start_worker()
    standing.start_clock()
    standing.start_beat()
    wait_until("web", lambda: _answers(port), seconds=PATIENCE)
    playing = Load(tables, [], per_second=rate)
    for one in playing._threads:
        one.start()
    time.sleep(10)
    watching = Locks()
    watching.start()
    print(f"{'':<40}{'took':>8}{'moves':>7}{'a move p95, longest':>21}{'lock':>8}  failed")
    try:
        yield playing, watching
    finally:
        playing.stop()
        watching.ends = True
    errors = [line for line in standing.complaints if "rror" in line]
    print(*errors[:5], *playing.seen.wrong[:5], sep="\n")
    assert errors + playing.seen.wrong == []


def _measure(standing: Scene, rows: int, rate: float) -> int:
    standing.provider.open()
    _fill(rows)
    bad = False
    with people_play(standing, rate) as (playing, watching):
        for name, what in {"": "nothing for ten seconds", **STEPS}.items():
            for is_held in (False, True) if name else (False,):
                if is_held:
                    migrate("growing", f"{int(name) - 1:04}")
                act = partial(migrate, "growing", name) if name else partial(time.sleep, 10)
                bad |= step(playing, watching, what, act, MOVES if is_held else ())
    return int(bad)


def step(
    playing: "Load",
    watching: "Locks",
    what: str,
    act: Callable[[], object],
    read: Sequence[str] = (),
) -> bool:
    """While somebody reads from these tables; whether it made anybody wait too long."""
    watching.longest, before, failed = 0.0, len(playing.seen.waits), playing.seen.refused
    began = time.monotonic()
    with _somebody_reads(read) if read else nullcontext():
        act()
    took = time.monotonic() - began
    time.sleep(1)
    waits = sorted(playing.seen.waits[before:]) or [0.0]
    failed = playing.seen.refused - failed
    print(
        f"{what + (', somebody reads' if read else ''):<40}{took:>6.1f} s{len(waits):>7}"
        f"{waits[int(0.95 * len(waits))]:>11.2f} s{waits[-1]:>6.2f} s"
        f"{watching.longest:>6.2f} s{failed:>8}",
        flush=True,
    )
    return watching.longest > MOST or failed > 0


def migrate(app: str, name: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", app, name, "--verbosity=0"],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.bench.growing.settings",
            "DATABASE_WITHOUT_POOL": "1",
            "PART": "migrate",
        },
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@contextmanager
def _somebody_reads(tables: Sequence[str], seconds: float = 3) -> Iterator[None]:
    """In one transaction, as a dump does, which keeps who changes the table out: from before the
    migration until so many seconds after it has begun to wait, if it does."""
    reader = psycopg.connect(os.environ["DATABASE_URL"])
    for table in tables:
        reader.execute(f"SELECT FROM {table} LIMIT 1")
    is_done = threading.Event()

    def read() -> None:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as watcher:
            while not is_done.wait(0.05) and watcher.execute(HELD_UP).fetchone() is None:
                pass
        is_done.wait(seconds)
        reader.close()

    reading = threading.Thread(target=read)
    reading.start()
    try:
        yield
    finally:
        is_done.set()
        reading.join()


class Locks(threading.Thread):
    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.longest, self.ends = 0.0, False

    def run(self) -> None:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as watcher:
            while not self.ends:
                row = watcher.execute(WAITING).fetchone()
                assert row
                self.longest = max(self.longest, row[0])
                time.sleep(0.02)


def _answers(port: int) -> bool:
    import requests

    try:
        return requests.get(f"http://127.0.0.1:{port}/healthz", timeout=2).ok
    except requests.RequestException:
        return False


def _fill(rows: int) -> None:
    from django.db import connection

    from accounts.models import User
    from games import engine, services
    from games.models import Move
    from tests.bench.export import copy_games
    from tests.tournaments.playing import play_out

    began = time.monotonic()
    people = [User.objects.create_user(f"old{n}", f"old{n}@example.test") for n in range(4)]
    User.objects.update(email_is_verified=False)
    boxes = sorted(engine.SETS)
    for number in range(PLAYED):
        game = services.create_game(
            person=people[0], name=f"Old {number}", set=boxes[number % len(boxes)], seats=4
        )
        for person in people[1:]:
            services.join(game_key=game.key, person=person)
        play_out(game, seed=number)
    copy_games(PLAYED * rows // Move.objects.count())
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE games_move")
        cursor.execute(
            "SELECT count(*), pg_size_pretty(pg_total_relation_size('games_move')) FROM games_move"
        )
        count, size = cursor.fetchone()
    print(f"{count:,} moves, {size}, in {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
