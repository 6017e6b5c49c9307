"""A restarted database costs nobody an error, and looking after that costs no query."""

from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace

import psycopg
import pytest
from celery.fixups.django import DjangoWorkerFixup
from django.conf import settings
from django.db import connection
from psycopg.pq import Format

from oriflamme_site import celery
from oriflamme_site.postgresql import base
from oriflamme_site.postgresql.base import DatabaseWrapper, Moment


@pytest.fixture
def pooled(transactional_db: None) -> Iterator[DatabaseWrapper]:
    """A wrapper of its own with a pool, as web processes have; the tests' has none."""
    options = {**connection.settings_dict["OPTIONS"], "pool": {"min_size": 1, "max_size": 1}}
    wrapper = DatabaseWrapper({**connection.settings_dict, "OPTIONS": options}, alias="default")
    yield wrapper
    wrapper.close()
    wrapper.close_pool()


def backend(wrapper: DatabaseWrapper) -> int:
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid: int = cursor.fetchone()[0]
    return pid


def test_a_connection_is_used_again(pooled: DatabaseWrapper) -> None:
    first = backend(pooled)
    pooled.close()
    assert backend(pooled) == first


def test_a_connection_that_the_server_ended_is_replaced_unnoticed(pooled: DatabaseWrapper) -> None:
    first = backend(pooled)
    pooled.close()
    with psycopg.connect(settings_url(), autocommit=True) as admin:
        admin.execute("SELECT pg_terminate_backend(%s, 5000)", [first])
    assert backend(pooled) not in {0, first}


def test_who_waits_in_vain_while_all_are_in_use_is_counted(
    pooled: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not so who finds no database: that is another thing to be told of."""
    monkeypatch.setattr(base, "circuits", {"default": base.Circuit()})
    pooled.settings_dict["OPTIONS"]["pool"]["timeout"] = 0.1
    backend(pooled)
    before = base.in_vain._value.get()
    with pytest.raises(psycopg.OperationalError):
        pooled.get_new_connection(pooled.get_connection_params())
    assert base.in_vain._value.get() == before + 1
    assert base.is_all_in_use(pooled.pool)
    pooled.close()
    assert not base.is_all_in_use(pooled.pool)


def settings_url() -> str:
    parts = connection.settings_dict
    return psycopg.conninfo.make_conninfo(
        host=parts["HOST"],
        port=parts["PORT"],
        user=parts["USER"],
        password=parts["PASSWORD"],
        dbname=parts["NAME"],
    )


def test_the_product_uses_it() -> None:
    assert settings.DATABASES["default"]["ENGINE"] == "oriflamme_site.postgresql"


@pytest.mark.django_db(transaction=True)
def test_limits_of_statements_come_from_the_server() -> None:
    """Options of a connection a pooler would refuse."""
    assert "options" not in connection.get_connection_params()
    with psycopg.connect(settings_url()) as stranger:
        for name, value in settings.DATABASE_DEFAULTS.items():
            assert stranger.execute(f"SHOW {name}").fetchone() == (value,)


@pytest.mark.django_db
def test_moments_are_read_as_django_reads_them() -> None:
    moments = [datetime(2026, 3, 29, 1, 30, tzinfo=UTC), datetime.min.replace(tzinfo=UTC)]
    moments += [datetime(1999, 12, 31, 23, 59, 59, of, UTC) for of in (1, 120_000, 999_999)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::timestamptz[], NULL::timestamptz, now()", [moments])
        read, nothing, now = cursor.fetchone()
        loader = connection.connection.adapters.get_loader(1184, Format.TEXT)
    assert loader is Moment
    assert (read, nothing, now.tzinfo) == (moments, None, UTC)
    assert {one.tzinfo for one in read} == {UTC}


def test_a_workers_child_has_one_connection_and_keeps_it_between_tasks(
    pooled: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixup = DjangoWorkerFixup(celery.app)
    fixup.worker = SimpleNamespace(pool_cls="prefork")
    with_pool = {"default": pooled.settings_dict}
    theirs = SimpleNamespace(all=lambda **_: [pooled], settings=with_pool)
    monkeypatch.setattr(fixup, "_db", SimpleNamespace(connections=theirs))
    monkeypatch.setattr(fixup, "_settings", SimpleNamespace(DATABASES=with_pool))
    monkeypatch.setattr("django.db.connections", theirs)
    pooled.settings_dict["OPTIONS"]["pool"]["max_size"] = 8
    celery.one_connection_each()
    task = SimpleNamespace(request=SimpleNamespace(is_eager=False))
    backends = set()
    for _ in range(3):
        fixup.on_task_prerun(task)
        backends.add(backend(pooled))
        fixup.on_task_postrun(task)
        celery.give_connections_back(task)
        assert pooled.connection is None  # its next user asks the pool whether it lives
    assert len(backends) == 1
    assert pooled.pool.max_size == 1
