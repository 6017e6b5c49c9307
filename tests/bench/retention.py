"""What old rows of the feed cost to be rid of, and what partitions would cost those who read.

    python -m tests.bench.retention [--rows 10000000]

Its own PostgreSQL with fsync. A month of the feed twice, once as it is and once in a partition for
each day: a day deleted in hourly portions, as `tidy` does it, and vacuumed, beside a day dropped;
and the three questions of streams and polls (`games/selectors/feed.py`), asked of both by turns as
the site asks them.
"""

import argparse
import re
import sys
import time
from datetime import timedelta
from typing import Any

from tests.bench.load import cpu
from tests.faults.scene import Scene, scene

DAYS, GAMES, PEOPLE = 30, 20_000, 5_000
ASKED = 400


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

    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        began = time.monotonic()
        _make(cursor, rows)
        cursor.execute("SELECT pg_size_pretty(pg_total_relation_size('games_feed'))")
        print(f"{rows:,} rows, {cursor.fetchone()[0]}, twice, in {time.monotonic() - began:.0f} s")
        _read(cursor, rows)

        def costs(what: str, *statements: str) -> None:
            cursor.execute("SELECT pg_current_wal_lsn()")
            (wal,) = cursor.fetchone()
            spent, began = cpu([standing._database.process.pid]), time.monotonic()
            for statement in statements:
                cursor.execute(statement)
            took = time.monotonic() - began
            used = cpu([standing._database.process.pid]) - spent
            cursor.execute("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), %s) / 1e6", [wal])
            print(
                f"{what:<54}{took:>7.2f} s{used:>7.2f} s of CPU{cursor.fetchone()[0]:>8.1f} MB WAL"
            )

        hours = [
            f"DELETE FROM games_feed WHERE at < (SELECT day FROM oldest) + interval '{n} hours'"
            for n in range(1, 25)
        ]
        cursor.execute("CREATE TEMP TABLE oldest AS SELECT min(at) AS day FROM games_feed")
        costs(f"a day ({rows // DAYS:,} rows) deleted in 24 portions", *hours)
        costs("vacuum after it", "VACUUM games_feed")
        costs(
            "a day's partition detached and dropped",
            "ALTER TABLE parted DETACH PARTITION parted_0 CONCURRENTLY",
            "DROP TABLE parted_0",
        )


def _make(cursor: Any, rows: int) -> None:
    cursor.execute("SELECT date_trunc('hour', now() - interval '30 days')")
    (first,) = cursor.fetchone()
    cursor.execute(
        "INSERT INTO games_feed (xid, game_id, tournament, kind, ref, person_id, at) "
        "SELECT (n / 2)::text::xid8, 1 + (n * 7919::bigint) %% %s, '', 'moved', n, "
        "CASE WHEN n %% 10 = 0 THEN 1 + n %% %s END, %s + n * interval '30 days' / %s "
        "FROM generate_series(1, %s) n",
        [GAMES, PEOPLE, first, rows, rows],
    )
    cursor.execute(
        "CREATE TABLE parted (LIKE games_feed INCLUDING DEFAULTS INCLUDING GENERATED) "
        "PARTITION BY RANGE (at)"
    )
    for day in range(DAYS + 1):
        begins, ends = (first + timedelta(days=n) for n in (day, day + 1))
        cursor.execute(
            f"CREATE TABLE parted_{day} PARTITION OF parted "
            f"FOR VALUES FROM ('{begins.isoformat()}') TO ('{ends.isoformat()}')"
        )
    cursor.execute("INSERT INTO parted SELECT * FROM games_feed")
    for definition in (
        "(xid, id)",
        "(game_id, xid, id)",
        "(person_id, xid, id) WHERE person_id IS NOT NULL",
        "(id)",
    ):
        cursor.execute(f"CREATE INDEX ON parted {definition}")
    cursor.execute("CREATE INDEX ON parted USING brin (at)")
    # In place of the seats of games that are not there.
    cursor.execute(
        "CREATE TEMP TABLE games_seat AS SELECT 1 + n %% %s AS game_id, 1 + n / 10 AS person_id "
        "FROM generate_series(1, %s) n",
        [GAMES, PEOPLE * 10],
    )
    cursor.execute("CREATE INDEX ON games_seat (person_id)")
    cursor.execute("ANALYZE games_seat")
    cursor.execute("VACUUM ANALYZE games_feed")
    cursor.execute("ANALYZE parted")


def _read(cursor: Any, rows: int) -> None:
    """All is settled; games, which are not there, may be missing."""
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
    }
    for what, (asks, facts) in asked.items():
        sql = asks.replace(feed._SETTLED, "true")
        sql = re.sub(r"(LEFT )?JOIN games_game", "LEFT JOIN games_game", sql)
        took: dict[str, list[float]] = {"games_feed": [], "parted": []}
        for number in range(ASKED):
            for table, times in took.items():
                began = time.perf_counter()
                cursor.execute(sql.replace("games_feed", table), facts(number))
                cursor.fetchall()
                times.append(1000 * (time.perf_counter() - began))
        # What a busy machine has disturbed least.
        whole, parted = (sorted(times)[ASKED // 10] for times in took.values())
        pages = []
        for table in took:
            explained = (
                f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql.replace('games_feed', table)}"
            )
            cursor.execute(explained, facts(ASKED + 1))
            ((plan,),) = cursor.fetchall()
            pages.append(plan[0]["Plan"]["Shared Hit Blocks"])
        print(
            f"{what:<34}{whole:>7.2f} ms,{pages[0]:>5} pages{parted:>10.2f} ms,{pages[1]:>5} pages "
            f"in {DAYS + 1} partitions"
        )


if __name__ == "__main__":
    sys.exit(main())
