"""Migrations that can be begun again, wherever they were broken off."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import models
from django.db.backends.postgresql.schema import DatabaseSchemaEditor

# Whether there is an index of this name, and whether it was made to its end.
_FOUND = """
SELECT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE c.relname = %s AND pg_table_is_visible(c.oid)"""


class SchemaEditor(DatabaseSchemaEditor):
    def add_index(
        self, model: type[models.Model], index: models.Index, concurrently: bool = False
    ) -> None:
        """Concurrently: what an earlier try has left half made is made anew, and what it has made
        is left as it is."""
        if not concurrently or self.collect_sql:
            super().add_index(model, index, concurrently)
            return
        with self._patience():
            is_whole = self._find(index.name)
            if is_whole is False:
                super().remove_index(model, index, concurrently)
            if not is_whole:
                super().add_index(model, index, concurrently)

    def _find(self, name: str) -> bool | None:
        with self.connection.cursor() as cursor:
            cursor.execute(_FOUND, [name])
            row = cursor.fetchone()
        return None if row is None else bool(row[0])

    @contextmanager
    def _patience(self) -> Iterator[None]:
        """It waits for every transaction that has begun before, a backup's too, and nobody waits
        for it: a time-out (`lock_timeout`) would only leave it half made."""
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('lock_timeout')")
            (before,) = cursor.fetchone()
            cursor.execute("SET lock_timeout = 0")
        try:
            yield
        finally:
            with self.connection.cursor() as cursor:
                cursor.execute("SELECT set_config('lock_timeout', %s, false)", [before])
