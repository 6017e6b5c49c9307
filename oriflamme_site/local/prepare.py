"""Bring the database up to date and fill an empty one. Run by the launcher."""

import gc
import os

# Migrating renders every model again and again; a room whose models many others point to
# costs least while those others are not there yet.
FIRST = ("oauth2_provider", "account", "mfa")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oriflamme_site.settings")
    # A short life that makes many classes: collecting them took a quarter of it.
    gc.disable()
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from oriflamme_site.local import demo

    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes()
    if executor.migration_plan(latest):
        executor.migrate([node for node in latest if node[0] in FIRST])
        call_command("migrate", interactive=False, verbosity=0)
    if demo.fill_if_empty():
        print("filled the empty database with a demo")  # noqa: T201  read by the launcher


if __name__ == "__main__":
    main()
