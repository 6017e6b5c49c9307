"""The database is what the models say, and it became so without stopping the site."""

import re
import threading
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection, models, transaction
from django.db.migrations.loader import MigrationLoader

from accounts.models import User
from tests.house.test_pool import settings_url


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True)  # exits if one is


# --- What a migration does to a table that is large and in use ---------------------------------

LARGE = (
    *("games_game", "games_seat", "games_move", "games_feed", "games_idempotentanswer"),
    *("notifications_notification", "notifications_delivery", "accounts_user"),
)
# What reads or writes all rows while it keeps everybody out.
_TABLE = "(?:" + "|".join(LARGE) + ")"
STOPS_THE_SITE = {
    "an index that is not made concurrently": (
        rf'CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).* ON "{_TABLE}"'
    ),
    "a column of another type": rf'ALTER TABLE "{_TABLE}" ALTER COLUMN .* TYPE ',
    "a constraint that is checked at once": (
        rf'ALTER TABLE "{_TABLE}" ADD CONSTRAINT (?!.*NOT VALID)'
    ),
    "a column that no row may leave empty": rf'ALTER TABLE "{_TABLE}" ALTER COLUMN .* SET NOT NULL',
}
BEFORE_THERE_WERE_SITES = set(
    (Path(__file__).parent / "migrations_of_an_empty_site.txt").read_text().split()
)


def what_stops_the_site(sql: str) -> list[str]:
    made_here = set(re.findall(r'CREATE TABLE "(\w+)"', sql))
    lines = [line for line in sql.splitlines() if not made_here & set(re.findall(r'"(\w+)"', line))]
    return [
        f"{what}: {line}"
        for what, pattern in STOPS_THE_SITE.items()
        for line in lines
        if re.search(pattern, line)
    ]


@pytest.mark.django_db(transaction=True)  # in one, no index is made concurrently
def test_no_new_migration_keeps_people_out_of_a_large_table() -> None:
    loader = MigrationLoader(connection)
    ours = {"accounts", "games", "notifications", "tournaments", "ratings", "care"}
    new = [
        key
        for key in sorted(loader.graph.nodes)
        if key[0] in ours and ".".join(key) not in BEFORE_THERE_WERE_SITES
    ]
    for app, name in new:
        out = StringIO()
        call_command("sqlmigrate", app, name, stdout=out)
        assert what_stops_the_site(out.getvalue()) == [], f"{app} {name}"


def test_the_gate_sees_what_would_stop_the_site() -> None:
    bad = (
        'CREATE INDEX "x" ON "games_move" ("at");',
        'ALTER TABLE "games_game" ALTER COLUMN "seq" TYPE bigint;',
        'ALTER TABLE "games_feed" ADD CONSTRAINT "y" CHECK (ref > 0);',
        'ALTER TABLE "games_seat" ALTER COLUMN "bank" SET NOT NULL;',
    )
    for statement in bad:
        assert len(what_stops_the_site(statement)) == 1, statement
    good = (
        'CREATE INDEX CONCURRENTLY "x" ON "games_move" ("at");',
        'ALTER TABLE "games_feed" ADD CONSTRAINT "y" CHECK (ref > 0) NOT VALID;',
        'ALTER TABLE "games_game" ADD COLUMN "z" integer DEFAULT 0 NOT NULL;',
        'CREATE TABLE "small" ("id" bigint);\nCREATE INDEX "x" ON "small" ("id");',
    )
    for statement in good:
        assert what_stops_the_site(statement) == [], statement


@pytest.mark.django_db(transaction=True)
def test_migrations_have_time_outs_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {}

    def look(*_args: object, **_options: object) -> None:
        with connection.cursor() as cursor:
            for name in settings.DATABASE_LIMITS_OF_MIGRATIONS:
                cursor.execute(f"SHOW {name}")
                seen[name] = cursor.fetchone()[0]

    monkeypatch.setattr("django.core.management.commands.migrate.Command.handle", look)
    call_command("migrate", verbosity=0)
    assert seen == settings.DATABASE_LIMITS_OF_MIGRATIONS
    during = dict(seen)
    look()
    assert seen != during


@pytest.mark.django_db(transaction=True)
def test_a_migration_lets_those_behind_it_pass_and_begins_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(settings.DATABASE_LIMITS_OF_MIGRATIONS, "lock_timeout", "50ms")
    monkeypatch.setattr("oriflamme_site.management.commands.migrate.PAUSE", 0)
    tries = []

    def change(*_args: object, **_options: object) -> None:
        tries.append(len(tries))
        if len(tries) == 3:
            reader.commit()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE accounts_user")  # as who adds a column

    monkeypatch.setattr("django.core.management.commands.migrate.Command.handle", change)
    with psycopg.connect(settings_url()) as reader:
        reader.execute("SELECT FROM accounts_user")  # as a dump does, in one transaction
        call_command("migrate", verbosity=0, stderr=(told := StringIO()))
    assert tries == [0, 1, 2]
    assert told.getvalue().count("A table is in use") == 2


def test_no_migration_makes_anybody_wait_for_a_second() -> None:
    """`python -m tests.bench.migrations` measures it, with ten million moves."""
    assert settings.DATABASE_LIMITS_OF_MIGRATIONS["lock_timeout"] == "800ms"


@pytest.mark.django_db(transaction=True)
def test_an_index_made_while_the_site_goes_on_waits_for_it_and_can_be_begun_again() -> None:
    index = models.Index(fields=["name"], name="made_in_a_test")
    at_work = psycopg.connect(settings_url())
    at_work.execute("LOCK TABLE accounts_user IN ROW EXCLUSIVE MODE")  # as who writes a row
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '50ms'")
            with pytest.raises(OperationalError, match="lock timeout"):
                cursor.execute("CREATE INDEX CONCURRENTLY made_in_a_test ON accounts_user (name)")
        goes = threading.Timer(0.3, at_work.commit)
        goes.start()
        with connection.schema_editor(atomic=False) as editor:
            assert editor._find(index.name) is False
            editor.add_index(User, index, concurrently=True)
            assert editor._find(index.name) is True
            editor.add_index(User, index, concurrently=True)  # twice is once
            editor.remove_index(User, index, concurrently=True)
        goes.join()
        with connection.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone() == ("50ms",)
    finally:
        at_work.close()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
            cursor.execute("DROP INDEX IF EXISTS made_in_a_test")
