"""Makes the snapshot of a game anew from its log."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import errors, services
from games.models.replaying import Fault


class Command(BaseCommand):
    help = "Make the stored position of games anew from their move logs, which are not changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("keys", nargs="+", help="keys of games")

    def handle(self, *_args: Any, **options: Any) -> None:
        refused = 0
        for key in options["keys"]:
            try:
                wrong = services.rebuild(game_key=key)
            except errors.NotFound:
                refused += 1
                self.stderr.write(f"{key}: there is no such game, or it has not begun")
            except Fault as fault:
                refused += 1
                self.stderr.write(f"{key}: left as it is, for the log does not say it: {fault}")
            else:
                made = f"made anew: {', '.join(wrong)}" if wrong else "was what its log says"
                self.stdout.write(f"{key}: {made}")
        if refused:
            raise CommandError(f"{refused} of {len(options['keys'])} games could not be made anew.")
