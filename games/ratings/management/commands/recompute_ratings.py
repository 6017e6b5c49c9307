"""Counts all games again from their records, and says whether that changed anything."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.ratings import services
from games.ratings.verifying import digest


class Command(BaseCommand):
    help = "Forget all ratings and count every finished game again, in order."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail where the numbers differ"
        )

    def handle(self, *_args: object, **options: object) -> None:
        with transaction.atomic():
            services.collect(seconds=float("inf"))
            before = digest()
            counted = services.recompute()
            same = digest() == before
            if options["check"]:
                transaction.set_rollback(True)
        if options["check"] and not same:
            raise CommandError("The ratings are not what the records say.")
        outcome = "the same numbers as before" if same else "other numbers than before"
        self.stdout.write(f"{counted} games counted: {outcome}.")
