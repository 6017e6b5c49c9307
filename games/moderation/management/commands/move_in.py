"""Takes in what another site has written with move_out."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.moderation import moving


class Command(BaseCommand):
    help = "Take in what another site has written: all of it, verified, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--key", required=True, help="what `move_out --key` printed there")
        parser.add_argument(
            *("--as", "-a"),
            dest="known_as",
            action="append",
            default=[],
            metavar="THERE=HERE",
            help="who somebody of there is here, by handle",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        known_as = dict(pair.split("=", 1) for pair in options["known_as"] if "=" in pair)
        try:
            what, games = moving.arrive(
                Path(options["file"]).read_bytes(), key=options["key"], known_as=known_as
            )
        except (moving.Refused, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Here is {what}; {len(games)} games have the hashes they had.")
