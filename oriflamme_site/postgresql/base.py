"""The backend that DATABASES names."""

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection from the pool that the server has not ended meanwhile.

        The pool's own check asks the server and waits, which costs a small request half
        of its time. A server that ends a connection says so; what it said lies unread in
        the socket of an idle connection, and to see that costs microseconds.
        """
        while True:
            connection = super().get_new_connection(conn_params)
            pool = self.pool
            if not pool or not _has_something_to_say(connection):
                return connection
            connection.close()
            pool.putconn(connection)


def _has_something_to_say(connection: Connection) -> bool:
    watched = select.poll()
    watched.register(connection.fileno(), select.POLLIN)
    return bool(watched.poll(0))
