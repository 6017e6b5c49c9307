"""The backend that DATABASES names."""

import select
import threading
import time
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

from django.db.backends.postgresql import base
from prometheus_client import Counter
from psycopg import Connection, OperationalError
from psycopg.abc import Buffer
from psycopg.types.datetime import TimestamptzLoader
from psycopg_pool import ConnectionPool, PoolTimeout

from oriflamme_site.postgresql.schema import SchemaEditor


class Circuit:
    """While the database is away one request in two seconds looks whether it is back; all others
    are told at once, rather than wait in line for a connection."""

    LOOK_AGAIN = 2.0

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._closed_until: float | None = None

    def enter(self) -> None:
        with self._lock:
            if self._closed_until is None:
                return
            now = time.monotonic()
            if now < self._closed_until:
                raise OperationalError("the database was away a moment ago")
            self._closed_until = now + self.LOOK_AGAIN

    def is_away(self) -> None:
        self._closed_until = time.monotonic() + self.LOOK_AGAIN

    def is_there(self) -> None:
        self._closed_until = None


# Each database has its own: a replica that is away is no reason to leave the primary alone.
circuits: dict[str, Circuit] = defaultdict(Circuit)
# Prometheus adds up what all processes of a host count.
in_vain = Counter("oriflamme_pool_in_vain", "Who waited for a connection, and all were in use.")


def is_all_in_use(pool: ConnectionPool | None) -> bool:
    """Whether this process has every connection it may have, and none to spare."""
    stats = pool.get_stats() if pool else {}
    return bool(stats) and not stats["pool_available"] and stats["pool_size"] >= stats["pool_max"]


class Moment(TimestamptzLoader):
    """Read by C at once: Django's loader takes each apart in Python, and a table has seven. All
    our connections speak of UTC; for any other zone Django brings its own loader."""

    timezone = UTC

    def load(self, data: Buffer) -> datetime:
        return datetime.fromisoformat(str(data, "ascii"))


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = SchemaEditor

    def get_connection_params(self) -> dict[str, Any]:
        """A pool that is there has had them; each request would make them anew for nobody."""
        pools = self._connection_pools  # type: ignore[attr-defined]  # the stubs know none
        if self.alias in pools:
            return {}
        params = super().get_connection_params()
        params["context"].register_loader("timestamptz", Moment)
        return params

    def get_new_connection(self, conn_params: dict[str, object]) -> object:
        """A connection from the pool that the server has not ended meanwhile.

        The pool's own check asks the server and waits, which costs a small request half
        of its time. A server that ends a connection says so; what it said lies unread in
        the socket of an idle connection, and to see that costs microseconds.
        """
        if not self.pool:
            return super().get_new_connection(conn_params)
        circuit = circuits[self.alias]
        circuit.enter()
        try:
            connection = self._from_pool(conn_params)
        except OperationalError as failure:
            if isinstance(failure, PoolTimeout) and is_all_in_use(self.pool):
                in_vain.inc()
            circuit.is_away()
            raise
        circuit.is_there()
        return connection

    def _from_pool(self, conn_params: dict[str, object]) -> object:
        while True:
            connection = super().get_new_connection(conn_params)
            if not _has_something_to_say(connection):
                return connection
            connection.close()
            self.pool.putconn(connection)


def _has_something_to_say(connection: Connection) -> bool:
    watched = select.poll()
    watched.register(connection.fileno(), select.POLLIN)
    return bool(watched.poll(0))
