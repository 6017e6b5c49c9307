"""The standing cast, and the few things that nearly every test wants."""

import gc
import os
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest import mock

import pytest
import redis
import yaml
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.management.commands import flush
from django.db.backends.postgresql.operations import DatabaseOperations
from django.template import Template
from django.test import client as django_client
from django.test import utils as django_utils
from django.utils import translation
from psycopg._preparing import PrepareManager

from accounts import moment
from accounts.models import User
from games.models import Game
from games.moderation import notices
from games.services import crier
from games.tournaments.models import Tournament
from oriflamme_site.rest.conditional import Copies
from tests import canaries
from tests.order import long_first
from tests.stacks import ProductionStacks

Cast = Callable[[str], User]
# What a migration makes of the code alone: every test finds it again.
MADE_OF_CODE = {
    *("django_content_type", "auth_permission"),
    *("auth_group", "auth_group_permissions"),
}
# Seconds that a test in a real browser takes. They come last where Django orders them, and some
# then run on alone, each worker with a browser and a site of its own.
IN_BROWSER = 4
# Another word here, and every test is dealt other games: `TEST_LUCK=7 pytest tests/games`.
LUCK = os.environ.get("TEST_LUCK", "")


def pytest_configure() -> None:
    django_client.ClientHandler = ProductionStacks  # type: ignore[assignment,misc]
    # Django would keep a copy of all that every template is given, each option of a list by itself,
    # for tests that look at it. None does, and a page with a form took nearly twice as long.
    django_utils.instrumented_test_render = Template._render
    # Nobody has collected the static files for a test.
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}
    # Slow hashes protect people; these are nobody's. (A site of its own hashes as in production.)
    for cost, value in {"time_cost": 1, "memory_cost": 8, "parallelism": 1}.items():
        setattr(Argon2PasswordHasher, cost, value)
    # After a rollback psycopg lets go of all that is prepared, in case that it was about something
    # made in it. Each test ends with one, so PostgreSQL planned nearly every statement anew.
    PrepareManager.clear = lambda _self: False  # type: ignore[method-assign]
    PrepareManager.prepared_max = 1000
    # It reads the same, fifteen times as fast: the schemas are read by every worker.
    yaml.SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # type: ignore[misc]
    # Tests travel through time, and PostgreSQL stays where it is.
    moment.follows_postgresql = False


def pytest_xdist_auto_num_workers() -> int:
    """More than there are processors: many a test waits for a process, a browser or a clock, and
    just those begin together."""
    return (os.cpu_count() or 1) + 3


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: to look through it for garbage again and again
    took one second in thirty."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def in_browser(item: pytest.Item) -> bool:
        return "chromium" in getattr(item, "fixturenames", ())

    def seconds(item: pytest.Item) -> int:
        mark = item.get_closest_marker("long")
        return mark.args[0] if mark else IN_BROWSER * in_browser(item)

    def shares(item: pytest.Item) -> object:
        return "a browser" if in_browser(item) else item.path

    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        items[:] = long_first(items, workers, seconds, shares)


@pytest.fixture(scope="session", autouse=True)
def _emptying_the_log_between_tests() -> Iterator[None]:
    """PostgreSQL refuses to empty the move log. Between tests, and only there, its superuser
    has triggers set aside. TRUNCATE makes new files for each table and index; to delete the few
    rows of a test takes a fraction of that, once all who still write have come to their end. To
    do what comes after a migration would take ten times as long as all of this."""

    def sql_flush(
        self: DatabaseOperations, _style: Any, tables: Sequence[str], **_options: Any
    ) -> list[str]:
        names = [self.quote_name(table) for table in tables if table not in MADE_OF_CODE]
        statements = [
            "SET LOCAL session_replication_role = replica",
            f"LOCK TABLE {', '.join(names)} IN SHARE ROW EXCLUSIVE MODE",
            *(f"DELETE FROM {name}" for name in names),
        ]
        return ["; ".join(statements)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", sql_flush)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_: None)
        yield


@pytest.fixture(autouse=True)
def _copies_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever a copy would be given, the answer is made anew and has to be the same."""
    kept: dict[str, bytes] = {}

    def keep(_self: Copies, tag: str, content: bytes) -> None:
        assert kept.setdefault(tag, content) == content, "a copy that is not true any more"

    monkeypatch.setattr(Copies, "find", lambda _self, _tag: None)
    monkeypatch.setattr(Copies, "keep", keep)


@pytest.fixture
def behind_the_services(monkeypatch: pytest.MonkeyPatch, _copies_are_true: None) -> None:
    """For a test that writes into the database what no service would: copies, and answers that are
    given again, do not know of it."""
    monkeypatch.setattr(Copies, "keep", lambda _self, _tag, _content: None)
    monkeypatch.setattr(ProductionStacks, "_must_be_so_again", lambda *_asked: None)


@pytest.fixture(scope="session")
def _redis() -> Iterator[redis.Redis]:
    """One connection for all tests: to make it takes longer than many of them."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        yield client


@pytest.fixture(autouse=True)
def _own_redis_database(worker_id: str, _redis: redis.Redis) -> Iterator[None]:
    """Nothing in Redis outlives a test, as nothing in Redis may matter; nothing that a process
    remembers for some seconds; and not the language of the last request."""
    yield
    notices.forget_own_copy()
    translation.deactivate()
    _redis.flushdb()


@pytest.fixture(autouse=True)
def _own_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test is dealt, and what bots draw in it, follows from its name: who fails once fails
    again."""
    luck = random.Random(LUCK + request.node.nodeid)

    class Drawn(random.Random):
        def __init__(self, seed: Any = None) -> None:
            super().__init__(luck.random() if seed is None else seed)

    monkeypatch.setattr(random, "Random", Drawn)
    monkeypatch.setattr(random, "SystemRandom", Drawn)
    for model, name in ((Game, "seed"), (Tournament, "seed"), (Tournament, "last_round_key")):
        field = model._meta.get_field(name)
        monkeypatch.setattr(field, "_get_default", lambda: luck.randbytes(32))


@pytest.fixture
def say_all(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Wake-ups are said when the test calls this, and not by the process's own thread: what an
    earlier test has left may have woken it just now."""
    say = crier.say_all
    monkeypatch.setattr(crier, "say_all", lambda: None)
    with crier._lock:
        crier._left.clear()
    return say


@pytest.fixture(autouse=True)
def _canaries() -> Iterator[None]:
    """With CANARIES=1 no log of any test may tell a secret."""
    if not canaries.WATCH:
        yield
        return
    with canaries.watching() as watcher:
        yield
    assert watcher.told == []


@pytest.fixture
def person(db: None) -> Cast:
    """person("alice") is Alice, made when first asked for."""

    def get_or_make(handle: str) -> User:
        if found := User.objects.filter(handle=handle).first():
            return found
        # To ask first whether there is another who looks like one of the cast took five times as
        # long as to make them.
        with mock.patch.object(User, "full_clean"):
            return User.objects.create_user(handle, f"{handle}@example.test", "a-long-secret")

    return get_or_make


@pytest.fixture
def alice(person: Cast) -> User:
    return person("alice")


@pytest.fixture
def mallory(person: Cast) -> User:
    return person("mallory")
