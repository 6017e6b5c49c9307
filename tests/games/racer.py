"""Processes that each play every move of a game they can get in:
python -m tests.games.racer KEY HOW_MANY

The code is loaded once. Each says how many of the moves were its own.
"""

import os
import random
import sys

import django

django.setup()

from games import engine, errors, services  # noqa: E402
from games.models import Game  # noqa: E402
from tests import bounded  # noqa: E402


def race(key: str) -> int:
    """Play until it is over; how many of the moves were this process's."""
    made = 0
    bound = bounded(100_000)
    while True:
        next(bound)
        game = Game.objects.get(key=key)
        if game.status == "over":
            return made
        person = game.chairs.get(number=game.to_move).person
        assert game.state is not None
        move = random.choice(engine.legal_moves(engine.load(game.state.reveal())))
        try:
            services.play(game_key=key, person=person, seq=game.seq, moves=[move], door="api")
            made += 1
        except (errors.Stale, errors.GameOver):
            pass


def race_each_other(key: str, racers: int) -> None:
    children = []
    for _ in range(racers):
        child = os.fork()
        if child == 0:
            random.seed()
            os.write(sys.stdout.fileno(), f"{race(key)}\n".encode())
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


if __name__ == "__main__":
    race_each_other(sys.argv[1], int(sys.argv[2]))
