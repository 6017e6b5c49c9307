"""After an upgrade that changed the rules: takes the running games along."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import engine, errors, services
from games.models import Game


class Command(BaseCommand):
    help = "Carry running games of older rules over to the present ones, where a step is known."

    def handle(self, *_args: Any, **_options: Any) -> None:
        running = Game.objects.filter(status=Game.Status.RUNNING)
        older = running.exclude(rules_version=engine.RULES_VERSION).order_by("id")
        stuck = carried = 0
        for key in older.values_list("key", flat=True).iterator():
            try:
                carried += services.carry_over(game_key=key)
            except errors.OlderRules as error:
                stuck += 1
                self.stderr.write(f"{key}: no step leads on from rules {error.facts}")
        self.stdout.write(f"{carried} games carried over.")
        if stuck:
            raise CommandError(f"{stuck} games wait for a step.")
