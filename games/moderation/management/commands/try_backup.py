"""Verifies every game of a restored backup, and notes how far the backup reaches."""

import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from datetime import datetime
from typing import Any

import psycopg
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.moderation.models import BackupTrial

# Seconds between two looks whether there is another one.
PAUSE = 300


class Command(BaseCommand):
    help = "Verify every game of a restored backup (deploy/backup.sh trial), and note it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", help="where the restored one answers: postgres://…")
        parser.add_argument("--watch", action="store_true", help="go on: try each that is new")

    def handle(self, *_args: Any, **options: Any) -> None:
        while True:
            try:
                reaches_to = _reaches_to(options["url"])
                was_tried = BackupTrial.objects.filter(reaches_to__gte=reaches_to).exists()
                if not (was_tried and options["watch"]):
                    self._try(options["url"], reaches_to)
            except (CommandError, psycopg.OperationalError) as failed:
                if not options["watch"]:
                    raise CommandError(str(failed)) from failed
                self.stderr.write(str(failed))
            if not options["watch"]:
                return
            connection.close()
            time.sleep(PAUSE)

    def _try(self, url: str, reaches_to: datetime) -> None:
        told = subprocess.run(
            [sys.executable, "manage.py", "verify_games"],
            env={**os.environ, "DATABASE_URL": url, "DATABASE_WITHOUT_POOL": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        number = told.stdout.split(" ", 1)[0]
        faults = told.stderr.strip()[-2000:] if told.returncode else ""
        games = int(number) if number.isdigit() else 0
        BackupTrial.objects.create(reaches_to=reaches_to, games=games, faults=faults)
        if told.returncode:
            raise CommandError(f"The backup of {reaches_to:%F %T} is not whole: {faults}")
        self.stdout.write(f"The backup reaches to {reaches_to:%F %T}; {games} games are whole.")


def _reaches_to(url: str) -> datetime:
    """When the clocks' sweep ran last, as far as the restored one knows."""
    with psycopg.connect(url, connect_timeout=5) as restored:
        row = restored.execute("SELECT max(at) FROM games_heartbeat").fetchone()
    if row is None or row[0] is None:
        raise CommandError("No clock has ever run in what was restored.")
    at: datetime = row[0]
    return at
