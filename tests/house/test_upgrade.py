"""A site of the first release goes on as it was: whoever migrates loses nothing.

`first_release.sql.gz` is such a site, as `pg_dump --inserts` wrote it: four people, finished and
running games of all sets, ratings, a tournament under way.
"""

import gzip
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg import sql

from tests.house.test_pool import settings_url
from tests.pace import slowness

pytestmark = pytest.mark.django_db

NAME = "first_release"
DUMP = Path(__file__).parent / f"{NAME}.sql.gz"
# What a table is: columns in any order, indexes, constraints, triggers, functions, how it is kept.
SHAPES = """
SELECT concat_ws(' ', table_name, column_name, data_type, character_maximum_length, is_nullable,
                 column_default, is_identity)
  FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT proname || prosrc FROM pg_proc p JOIN pg_language l ON l.oid = prolang
  WHERE pronamespace = 'public'::regnamespace AND lanname = 'plpgsql'
UNION ALL SELECT relname || reloptions::text FROM pg_class
  WHERE reloptions IS NOT NULL AND relnamespace = 'public'::regnamespace
"""


class Upgraded(NamedTuple):
    """The address of a database of its own, and what the site in it had before."""

    url: str
    had: dict[str, int]
    moves: list[tuple[Any, ...]]


@pytest.fixture(scope="module")
def upgraded(django_db_setup: None) -> Iterator[Upgraded]:
    """The old site, once it has been migrated, which takes longer than all looks at it."""
    here = settings_url()
    with psycopg.connect(here, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {NAME}")
        admin.execute(f"CREATE DATABASE {NAME}")
    there = psycopg.conninfo.make_conninfo(here, dbname=NAME)
    with psycopg.connect(there, autocommit=True) as site:
        site.execute(gzip.decompress(DUMP.read_bytes()))
    had, moves = contents(there), log(there)
    manage("migrate", "--verbosity=0")
    yield Upgraded(there, had, moves)
    with psycopg.connect(here, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


def manage(*words: str) -> str:
    own = urlsplit(os.environ["DATABASE_URL"])
    parts = connection.settings_dict
    address = f"{parts['USER']}:{parts['PASSWORD']}@{parts['HOST']}:{parts['PORT']}"
    url = urlunsplit(own._replace(netloc=address, path=f"/{NAME}"))
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DATABASE_URL": url},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def rows(url: str, query: str | sql.Composed) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as site:
        return site.execute(query).fetchall()


def contents(url: str) -> dict[str, int]:
    """Each table with how many rows it has."""
    each = rows(url, "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'")
    count = sql.SQL("SELECT FROM {}")
    return {name: len(rows(url, count.format(sql.Identifier(name)))) for (name,) in each}


def log(url: str) -> list[tuple[Any, ...]]:
    return rows(
        url, "SELECT game_id, seq, seat, move, door, by_id, at FROM games_move ORDER BY 1, 2, 3"
    )


def shapes(url: str) -> list[str]:
    """How PostgreSQL writes a condition's types and brackets depends on who wrote it before."""
    brackets = r"::(?:character varying|text)|\[\]|[()]"
    # Which months there are, depends on the day.
    months = r"(games_feed)_\d{6}_\d{6}"
    said = (re.sub(brackets, "", str(shape)) for (shape,) in rows(url, SHAPES))
    return sorted({re.sub(months, r"\1_month", shape) for shape in said})


# Each migration adds a row of its own, and what may be done grows with what there is.
GROWS = {"django_migrations", "django_content_type", "auth_permission", "auth_group_permissions"}


def test_a_site_of_the_first_release_is_upgraded_without_a_loss(upgraded: Upgraded) -> None:
    assert len(upgraded.moves) > 300
    has = contents(upgraded.url)
    assert {name for name, n in upgraded.had.items() if n and has.get(name) != n} <= GROWS
    assert log(upgraded.url) == upgraded.moves
    assert "11 games are what their logs say." in manage("verify_games")


def test_an_upgraded_site_and_a_new_one_are_alike(upgraded: Upgraded) -> None:
    assert shapes(upgraded.url) == shapes(settings_url())


def test_the_feed_becomes_parts_and_whole_again_while_people_play(upgraded: Upgraded) -> None:
    """By its old name, as software of before it writes to it."""
    all_of_it = "SELECT id, xid, kind, at FROM games_feed ORDER BY id"
    before = rows(upgraded.url, all_of_it)
    manage("migrate", "games", "0025", "--verbosity=0")
    assert rows(upgraded.url, all_of_it) == before
    written: list[int] = []
    longest, done = 0.0, threading.Event()

    def write() -> None:
        nonlocal longest
        with psycopg.connect(upgraded.url, autocommit=True) as player:
            while not done.wait(0.01):
                began = time.monotonic()
                told = player.execute(
                    "INSERT INTO games_feed (game_id, kind, at) VALUES (1, 'moved', now()) "
                    "RETURNING id"
                ).fetchone()
                assert told
                written.append(told[0])
                longest = max(longest, time.monotonic() - began)

    writing = threading.Thread(target=write)
    writing.start()
    try:
        manage("migrate", "--verbosity=0")
    finally:
        done.set()
        writing.join()
    assert longest < slowness()
    assert len(written) == len(set(written)) > 10
    has = [one[0] for one in rows(upgraded.url, all_of_it)]
    assert has == [*(one[0] for one in before), *sorted(written)]
    assert sorted(written) == written
    # Older software deletes by place alone. A week at least, all places are of one part.
    ((part,),) = rows(upgraded.url, "SELECT DISTINCT tableoid::regclass::text FROM games_feed")
    until = datetime.strptime(part[-6:], "%Y%m").replace(tzinfo=UTC)
    assert until > datetime.now(UTC) + timedelta(days=7)
