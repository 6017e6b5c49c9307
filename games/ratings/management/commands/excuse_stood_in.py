"""Clears those for whom stand-ins were ordered although another was waited for."""

from django.core.management.base import BaseCommand
from django.db import transaction

from games.ratings.services import count_anew
from games.services import excuse_stood_in


class Command(BaseCommand):
    help = (
        "Where a whole table of a tournament was given to stand-ins, let conduct and rating be "
        "touched only of who was waited for. The next sweep counts what follows anew."
    )

    @transaction.atomic
    def handle(self, *_args: object, **_options: object) -> None:
        games = excuse_stood_in()
        ends = [game.ended_at for game in games if game.ended_at is not None]
        if ends:
            count_anew(since=min(ends))
        self.stdout.write(f"In {len(games)} games somebody was cleared.")
