"""Writes a game, a tournament or a person as a signed file that another site takes in."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import NotFound
from games.moderation import moving


class Command(BaseCommand):
    help = "Write a game, a tournament or a person for another site. It holds secrets: keep it so."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--game", help="key of a game: over, or running while clocks stand still")
        what.add_argument("--tournament", help="key of a tournament that is over")
        what.add_argument("--person", help="handle of a person")
        what.add_argument("--key", action="store_true", help="print what the other site asks for")
        parser.add_argument("file", nargs="?", help="a new file, which nobody else may read")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["key"]:
            self.stdout.write(moving.own_key())
            return
        if not options["file"]:
            raise CommandError("Name a file to write.")
        kind, write = next(
            (options[name], write)
            for name, write in (
                ("game", moving.game),
                ("tournament", moving.tournament),
                ("person", moving.person),
            )
            if options[name]
        )
        try:
            sealed = moving.seal(write(kind))
            new = os.open(options["file"], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except NotFound as error:
            raise CommandError("There is no such thing here, or it has not begun.") from error
        except (moving.Refused, OSError) as error:
            raise CommandError(str(error)) from error
        with os.fdopen(new, "wb") as file:
            file.write(sealed)
        self.stdout.write(f"{options['file']} is written: {len(sealed)} bytes.")
