"""What old rows cost to be rid of, and what partitions would cost those who read.

    python -m tests.bench.retention [--rows 10000000]

Its own PostgreSQL with fsync. A month of the feed three times: in one table, and in a partition for
each week or for each month (as the site has them: two, one more for the month to come, and one for
what has none). The questions of streams, polls, sweeps and webhooks are asked of each by turns, as
the site asks them; and a row is written, as a move writes it. Then the older half goes, by day and
at once, deleted and dropped; and 20,000 letters among ten times as many, as `forget_old` lets go of
them. Somebody else asks and writes fifty times a second all the while: how long that takes is told
beside.

What those wait who play: `tests/bench/parts.py`.
"""

import argparse
import itertools
import re
import statistics
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

from tests.bench.load import cpu
from tests.faults.scene import Scene, scene

DAYS, GAMES, PEOPLE, LETTERS = 30, 20_000, 5_000, 200_000
ASKED = 400
parting = import_module("games.migrations.0026_feed_in_parts")
SHAPES = ("plain", "by_week", "by_month")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    chosen = parser.parse_args()
    with scene() as standing:
        import django

        django.setup()
        _measure(standing, chosen.rows)
    return 0


def _measure(standing: Scene, rows: int) -> None:
    from django.db import connection

    from notifications.services import forget_old

    database = standing._database.process.pid
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        began = time.monotonic()
        _make(cursor, rows)
        cursor.execute("SELECT pg_size_pretty(pg_total_relation_size('plain'))")
        print(f"{rows:,} rows, {cursor.fetchone()[0]}, each in {time.monotonic() - began:.0f} s")
        _read(cursor, rows)
        _insert(cursor)
        _write_letters(cursor)
        beside = _Beside(rows)
        beside.start()
        time.sleep(5)

        def costs(what: str, act: Callable[[], object], table: str = "plain") -> None:
            cursor.execute("SELECT pg_current_wal_lsn()")
            (wal,) = cursor.fetchone()
            beside.table, beside.times = table, []
            spent, own = cpu([database]), time.process_time()
            began = time.monotonic()
            act()
            took, own = time.monotonic() - began, time.process_time() - own
            time.sleep(max(0.0, 2 - took))
            used = cpu([database]) - spent
            cursor.execute("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), %s) / 1e6", [wal])
            times = sorted(beside.times)
            print(
                f"{what:<54}{took:>7.2f} s{used:>7.2f} s of CPU, ours {own:.2f}"
                f"{cursor.fetchone()[0]:>8.1f} MB WAL; beside it p95"
                f"{times[int(0.95 * len(times))]:>7.1f} ms, longest{times[-1]:>7.1f}",
                flush=True,
            )

        def says(*statements: str) -> Callable[[], None]:
            return lambda: [cursor.execute(one) for one in statements] and None

        delete = "DELETE FROM plain WHERE at < (SELECT day FROM oldest) + interval"
        cursor.execute("CREATE TEMP TABLE oldest AS SELECT min(at) AS day FROM plain")
        costs("nothing", lambda: time.sleep(5))
        costs(
            f"a day ({rows // DAYS:,} rows) deleted in 24 portions",
            says(*[f"{delete} '{n} hours'" for n in range(1, 25)]),
        )
        costs("vacuum after it", says("VACUUM plain"))
        costs("a week dropped", says("DROP TABLE by_week_0"), "by_week")
        costs(f"fourteen days more ({rows * 14 // DAYS:,} rows) deleted", says(f"{delete} '15 d'"))
        costs("vacuum after it", says("VACUUM plain"))
        costs(f"half of it ({rows // 2:,} rows) dropped", says("DROP TABLE by_month_0"), "by_month")
        costs(f"{LETTERS // 10:,} letters of {LETTERS:,} forgotten", forget_old)
        costs("vacuum after it", says("VACUUM notifications_notification, notifications_delivery"))
        beside.ends = True
        beside.join()


class _Beside(threading.Thread):
    """Somebody who polls a table and has something told there, fifty times a second."""

    def __init__(self, rows: int) -> None:
        super().__init__(daemon=True)
        self.table, self.ends = "plain", False
        self.times: list[float] = []
        self._newest = rows // 2 - 5

    def run(self) -> None:
        from django.db import connection

        from games.selectors import feed

        number, due = 0, time.monotonic()
        with connection.cursor() as cursor:
            while not self.ends:
                number, due = number + 1, max(due + 0.02, time.monotonic() - 1)
                time.sleep(max(0.0, due - time.monotonic()))
                table, began = self.table, time.monotonic()
                cursor.execute(
                    _asks(feed._OF_GAME, table), [1 + number % GAMES, str(self._newest), 0, 1, 500]
                )
                cursor.execute(
                    f"INSERT INTO {table} (xid, game_id, tournament, kind, ref, at) "
                    "VALUES (pg_current_xact_id(), %s, '', 'moved', 1, now())",
                    [1 + number % GAMES],
                )
                if table == self.table:
                    self.times.append(1000 * (time.monotonic() - began))
        connection.close()


def _asks(sql: str, table: str) -> str:
    """Of that one; all is settled, and games, which are not there, may be missing."""
    sql = re.sub(r"(LEFT )?JOIN games_game", "LEFT JOIN games_game", sql)
    from games.selectors import feed

    return sql.replace(feed._SETTLED, "true").replace("games_feed", table)


def _make(cursor: Any, rows: int) -> None:
    cursor.execute("SELECT date_trunc('hour', now() - interval '30 days')")
    (first,) = cursor.fetchone()
    # Where the month changes in the middle of what is kept.
    ends = {
        "plain": (),
        "by_week": range(0, DAYS + 15, 7),
        "by_month": (-15, 15, 45, 75),
    }
    for table, days in ends.items():
        cursor.execute(
            f"CREATE TABLE {table} (LIKE games_feed INCLUDING DEFAULTS) "
            + ("PARTITION BY RANGE (at)" if days else "")
        )
        cursor.execute(
            f"ALTER TABLE {table} ALTER id ADD GENERATED BY DEFAULT AS IDENTITY (START {rows + 1})"
        )
        for number, (begins, end) in enumerate(itertools.pairwise(days)):
            a, b = ((first + timedelta(days=n)).isoformat() for n in (begins, end))
            cursor.execute(
                f"CREATE TABLE {table}_{number} PARTITION OF {table} "
                f"FOR VALUES FROM ('{a}') TO ('{b}')"
            )
        if days:
            cursor.execute(f"CREATE TABLE {table}_rest PARTITION OF {table} DEFAULT")
        cursor.execute(
            f"INSERT INTO {table} (id, xid, game_id, tournament, kind, ref, person_id, at) "
            "SELECT n, (n / 2)::text::xid8, 1 + (n * 7919::bigint) %% %s, '', 'moved', n, "
            "CASE WHEN n %% 10 = 0 THEN 1 + n %% %s END, %s + n * interval '30 days' / %s "
            "FROM generate_series(1, %s) n",
            [GAMES, PEOPLE, first, rows, rows],
        )
        for what in parting.INDEXES.values():
            cursor.execute(f"CREATE INDEX ON {table} {what}")
        cursor.execute(
            "SELECT relid::text FROM pg_partition_tree(%s::text::regclass) WHERE isleaf", [table]
        )
        for (leaf,) in cursor.fetchall() or [(table,)]:
            cursor.execute(f"ALTER TABLE {leaf} ADD PRIMARY KEY (id)")
        cursor.execute(f"VACUUM ANALYZE {table}")
    # In place of the seats of games that are not there.
    cursor.execute(
        "CREATE TEMP TABLE games_seat AS SELECT 1 + n %% %s AS game_id, 1 + n / 10 AS person_id "
        "FROM generate_series(1, %s) n",
        [GAMES, PEOPLE * 10],
    )
    cursor.execute("CREATE INDEX ON games_seat (person_id)")
    cursor.execute("ANALYZE games_seat")


def _write_letters(cursor: Any) -> None:
    """Ninety days and ten of them, each with its delivery: of one, made by the models."""
    from accounts.models import User
    from notifications.models import Delivery, Notification

    person = User.objects.create_user("reader", "reader@example.test")
    one = Notification.objects.create(
        person=person, kind="your_turn", subject="game abc", context={"seq": 7}, dedupe_key="0"
    )
    sent = Delivery.objects.create(
        notification=one, person=person, channel="email", state="sent", message_id="<0@x>"
    )
    days = f"now() - (100 - n * 100.0 / {LETTERS}) * interval '1 day'"
    for row, own in (
        (one, {"dedupe_key": "'turn abc ' || n", "created_at": days}),
        (sent, {"notification_id": f"{one.pk} + n", "message_id": "'<' || n || '@x>'"}),
    ):
        names = [field.column for field in row._meta.concrete_fields if not field.primary_key]
        values = ", ".join(own.get(name, f't."{name}"') for name in names)
        table = row._meta.db_table
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} "
            f"FROM {table} t, generate_series(1, {LETTERS}) n WHERE t.id = {row.pk} ORDER BY n"
        )
    one.delete()
    cursor.execute("VACUUM ANALYZE notifications_notification, notifications_delivery")


# As sweeps ask, and webhooks.
_CHANGED = """SELECT count(*) FROM (SELECT DISTINCT game_id FROM games_feed f
WHERE at BETWEEN date_trunc('hour', now()) - interval '1 hour' AND date_trunc('hour', now())) c"""
_ONE = "SELECT kind, ref, at FROM games_feed f WHERE id = %s"


def _read(cursor: Any, rows: int) -> None:
    from games.selectors import feed

    newest, week = rows // 2 - 5, int(rows / 2 * 23 / 30)
    asked = {
        "all tables, the newest": (feed._TAIL, lambda n: [str(newest), 0, 500]),
        "a table, since a minute ago": (
            feed._OF_GAME,
            lambda n: [1 + n % GAMES, str(newest), 0, 1, 500],
        ),
        "a table, since a week ago": (
            feed._OF_GAME,
            lambda n: [1 + n % GAMES, str(week), 0, 1, 500],
        ),
        "a person, since a day ago": (
            feed._OF_PERSON,
            lambda n: {"person": 1 + n % PEOPLE, "xid": str(newest), "id": 0, "limit": 500},
        ),
        "tables that have changed in the last hour": (_CHANGED, lambda _: []),
        "a row by its number": (_ONE, lambda n: [rows - n]),
    }
    for what, (asks, facts) in asked.items():
        took: dict[str, list[float]] = {table: [] for table in SHAPES}
        for number in range(ASKED):
            for table, times in took.items():
                sql = _asks(asks, table)
                began = time.perf_counter()
                cursor.execute(sql, facts(number))
                cursor.fetchall()
                times.append(1000 * (time.perf_counter() - began))
        told = [f"{what:<42}"]
        for table, times in took.items():
            plans = []
            for number in range(20):
                explain = f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {_asks(asks, table)}"
                cursor.execute(explain, facts(ASKED + number))
                ((plan,),) = cursor.fetchall()
                plans.append((plan[0]["Planning Time"], plan[0]["Plan"]["Shared Hit Blocks"]))
            # What a busy machine has disturbed least.
            told.append(
                f"{table} {sorted(times)[ASKED // 10]:>6.2f} ms, "
                f"{statistics.median(pages for _, pages in plans):>4g} pages, "
                f"unprepared {sorted(plans)[2][0]:>5.2f} ms more;"
            )
        print(*told, flush=True)


def _insert(cursor: Any) -> None:
    """As a move does it, but for the move; nobody waits for the disk."""
    cursor.execute("SET synchronous_commit = off")
    took: dict[str, list[float]] = {table: [] for table in SHAPES}
    wal: dict[str, list[int]] = {table: [] for table in SHAPES}
    for number in range(5 * ASKED):
        for table, times in took.items():
            cursor.execute("SELECT pg_current_wal_insert_lsn()")
            (before,) = cursor.fetchone()
            began = time.perf_counter()
            cursor.execute(
                f"INSERT INTO {table} (game_id, kind, ref, at) VALUES (%s, 'moved', 1, now())",
                [1 + number % GAMES],
            )
            times.append(1000 * (time.perf_counter() - began))
            cursor.execute("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), %s)", [before])
            wal[table].append(int(cursor.fetchone()[0]))
    cursor.execute("RESET synchronous_commit")
    told = [
        f"{table} {sorted(times)[len(times) // 10]:>6.3f} ms, "
        f"{statistics.median(wal[table]):>4g} bytes of WAL;"
        for table, times in took.items()
    ]
    print(f"{'a row is written':<42}", *told, flush=True)


if __name__ == "__main__":
    sys.exit(main())
