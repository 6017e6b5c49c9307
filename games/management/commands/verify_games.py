"""Plays every game again from its log and compares: the snapshot must be what the log says."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.selectors.verifying import verify_games


class Command(BaseCommand):
    help = "Replay games from their move logs and compare with what is stored. Changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("keys", nargs="*", help="keys of games; none: every game that began")

    def handle(self, *_args: Any, **options: Any) -> None:
        checked = wrong = 0
        for key, faults in verify_games(options["keys"]):
            checked += 1
            wrong += bool(faults)
            for fault in faults:
                self.stderr.write(f"{key}: {fault}")
        if missing := len(options["keys"]) - checked if options["keys"] else 0:
            raise CommandError(f"{missing} of the games asked for have not begun, or do not exist.")
        if wrong:
            raise CommandError(f"{wrong} of {checked} games are not what their logs say.")
        self.stdout.write(f"{checked} games are what their logs say.")
