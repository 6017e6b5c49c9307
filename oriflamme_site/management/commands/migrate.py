"""Django's, with time-outs of its own: copying a large table may take long, and those who play must
not wait for it. What waited too long for a lock is begun again, for some minutes."""

import time
from typing import Any

from django.conf import settings
from django.core.management.commands import migrate
from django.db import OperationalError, connections
from psycopg.errors import LockNotAvailable

# Whoever has waited behind it gets their turn between two tries; a dump takes minutes.
TRIES, PAUSE = 60, 5.0


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        with connection.cursor() as cursor:
            for name, value in settings.DATABASE_LIMITS_OF_MIGRATIONS.items():
                cursor.execute(f"SET {name} = '{value}'")
        try:
            for _ in range(TRIES - 1):
                try:
                    return super().handle(*args, **options)
                except OperationalError as error:
                    if not isinstance(error.__cause__, LockNotAvailable):
                        raise
                self.stderr.write(f"A table is in use; begun again in {PAUSE:g} s.")
                time.sleep(PAUSE)
            return super().handle(*args, **options)
        finally:
            with connection.cursor() as cursor:
                for name in settings.DATABASE_LIMITS_OF_MIGRATIONS:
                    cursor.execute(f"RESET {name}")
