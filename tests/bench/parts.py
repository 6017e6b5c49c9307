"""What those who play wait while the feed becomes parts, and while its months come and go.

    python -m tests.bench.parts [--rows 10000000] [--month 3000000] [--rate 20]

So many rows of the feed as a site of before it was parted has them; so many moves a second by way
of a whole site (`tests/bench/migrations.py`). Then `migrate` parts it; and what the tidying does
drops a month with so many rows and makes one that is missing. Each once, where it can be, while
somebody has read the feed for longer than it waits. Exits with 1 if somebody waited for a lock for
longer than a second, or a request failed.
"""

import argparse
import os
import sys
import time
from functools import partial
from importlib import import_module

from tests.bench.migrations import migrate, people_play, step
from tests.faults.scene import Scene, scene

parting = import_module("games.migrations.0026_feed_in_parts")
FEED = ("games_feed",)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--month", type=int, default=3_000_000)
    parser.add_argument("--rate", type=float, default=20, help="moves a second")
    parser.add_argument("--reads", action="store_true", help="somebody, while `migrate` parts it")
    chosen = parser.parse_args()
    with scene() as standing:
        os.environ["PART"] = "migrate"  # who waits in this process, does so for itself
        import django

        django.setup()
        return _measure(standing, chosen)


def _measure(standing: Scene, chosen: argparse.Namespace) -> int:
    from games import services
    from games.services import retention

    standing.provider.open()
    migrate("games", "0025")
    _say("ALTER TABLE games_feed DROP CONSTRAINT games_feed_pkey")
    _say(f"DROP INDEX {', '.join(parting.INDEXES)}")  # made afterwards they take a tenth
    _fill("games_feed", chosen.rows, "now()")
    _say(f"SELECT setval(pg_get_serial_sequence('games_feed', 'id'), {chosen.rows})")
    with people_play(standing, chosen.rate) as (playing, watching):
        bad = step(playing, watching, "nothing for ten seconds", partial(time.sleep, 10))

        def tidy() -> None:
            services.prune_feed()

        def migrates() -> None:
            migrate("games", "0026")

        reads = FEED if chosen.reads else ()
        bad |= step(playing, watching, "the feed becomes parts", migrates, reads)
        bad |= step(playing, watching, "nothing to tidy", tidy)
        _some_months(chosen.month)
        time.sleep(10)
        bad |= step(playing, watching, "a month is over", tidy, FEED)
        assert _over() == 2
        tries = 0
        while _over():  # whoever moves on a busy machine is in its way, too
            tries += 1
            assert tries < 20
            bad |= step(playing, watching, "two months dropped", tidy)
        _say(f"DROP TABLE {list(retention._parts())[1]}")
        bad |= step(playing, watching, "a month is missing", tidy, FEED)
        bad |= step(playing, watching, "a month made", tidy)
    return int(bad)


def _fill(table: str, rows: int, until: str) -> None:
    """Four weeks of it."""
    _say(
        "SET statement_timeout = 0",
        f"INSERT INTO {table} (id, xid, game_id, tournament, kind, ref, person_id, at) "
        # Of transactions that have been; others are taken for another cluster's, and deleted.
        "SELECT n, (3 + n % 700)::text::xid8, 1 + (n * 7919::bigint) % 20000, '', 'moved', n, "
        f"CASE WHEN n % 10 = 0 THEN 1 + n % 5000 END, {until} - n * interval '28 days' / {rows} "
        f"FROM generate_series(1, {rows}) n",
        f"ALTER TABLE {table} ADD CONSTRAINT {table}_pkey PRIMARY KEY (id)",
    )
    for name, what in parting.INDEXES.items():
        _say(f"CREATE INDEX {name if table == 'games_feed' else ''} ON {table} {what}")
    _say(f"VACUUM ANALYZE {table}")


def _some_months(rows: int) -> None:
    """As if it had been parts for long: two months that are over, so many rows in each."""
    from games.services import retention

    ((first, (_, until)), *_) = retention._parts().items()
    so_far = f"games_feed_202503_{until:%Y%m}"
    for begin, end in (("202501", "202502"), ("202502", "202503")):
        table = f"games_feed_{begin}_{end}"
        _say(f"CREATE TABLE {table} (LIKE {first} INCLUDING DEFAULTS)")
        _fill(table, rows, f"'{end}01 00:00+00'::timestamptz")
    bounds = f"at >= '20250301 00:00+00' AND at < '{until}'"
    _say(f"ALTER TABLE {first} ADD CONSTRAINT so_far CHECK ({bounds}) NOT VALID")
    _say("SET statement_timeout = 0", f"ALTER TABLE {first} VALIDATE CONSTRAINT so_far")
    _say(
        "BEGIN",
        f"ALTER TABLE games_feed DETACH PARTITION {first}",
        f"ALTER TABLE {first} RENAME TO {so_far}",
        f"ALTER TABLE games_feed ATTACH PARTITION {so_far} "
        f"FOR VALUES FROM ('20250301 00:00+00') TO ('{until}')",
        "COMMIT",
    )
    for begin, end in (("202501", "202502"), ("202502", "202503")):
        _say(
            f"ALTER TABLE games_feed ATTACH PARTITION games_feed_{begin}_{end} "
            f"FOR VALUES FROM ('{begin}01 00:00+00') TO ('{end}01 00:00+00')"
        )


def _over() -> int:
    from games.services import retention

    return sum(name < "games_feed_2026" for name in retention._parts()) - 1


def _say(*statements: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        for one in statements:
            cursor.execute(one)


if __name__ == "__main__":
    sys.exit(main())
