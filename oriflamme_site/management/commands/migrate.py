"""Django's, with time-outs of its own: copying a large table may take long, and those who play must
not wait for it."""

from typing import Any

from django.conf import settings
from django.core.management.commands import migrate
from django.db import connections


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        with connection.cursor() as cursor:
            for name, value in settings.DATABASE_LIMITS_OF_MIGRATIONS.items():
                cursor.execute(f"SET {name} = '{value}'")
        try:
            super().handle(*args, **options)
        finally:
            with connection.cursor() as cursor:
                for name in settings.DATABASE_LIMITS_OF_MIGRATIONS:
                    cursor.execute(f"RESET {name}")
