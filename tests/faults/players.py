"""People who go on playing whatever breaks: each move is made once, by the one whose turn it is."""

import random
import threading
import time

from django.db import InterfaceError, OperationalError, connection

from accounts.models import User
from games import engine, errors, services
from games.models import Game

SETS = ("oriflamme", "ablaze", "alliance")


def open_tables(number: int, *, people: int) -> list[str]:
    """Running games of four, and whose letters go to <person>@example.test."""
    everybody = [
        User.objects.create_user(f"p{n:03d}", f"p{n:03d}@example.test") for n in range(people)
    ]
    rng = random.Random(1)
    keys = []
    for at in range(number):
        four = rng.sample(everybody, 4)
        game = services.create_game(
            person=four[0], name=f"Table {at}", set=SETS[at % len(SETS)], seats=4
        )
        for person in four[1:]:
            services.join(game_key=game.key, person=person)
        keys.append(game.key)
    return keys


class Players(threading.Thread):
    """So many moves a second over all tables, until told to stop."""

    def __init__(self, keys: list[str], *, per_second: float) -> None:
        super().__init__(daemon=True)
        self.keys = list(keys)
        self.pause = 1 / per_second
        self.rng = random.Random(2)
        self.moves = 0
        self.disturbed = 0
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()
        self.join(30)

    def run(self) -> None:
        due = time.monotonic()
        while not self._stopped.is_set() and self.keys:
            key = self.rng.choice(self.keys)
            try:
                if not self._move(key):
                    self.keys.remove(key)
            except (OperationalError, InterfaceError):
                self.disturbed += 1
                connection.close()
                time.sleep(0.2)
            due = max(due + self.pause, time.monotonic() - 1)
            time.sleep(max(0.0, due - time.monotonic()))
        connection.close()

    def _move(self, key: str) -> bool:
        """A legal move of whoever decides; False once the game is over."""
        game = Game.objects.get(key=key)
        if game.status != "running":
            return False
        assert game.state is not None
        person = game.chairs.get(number=game.to_move).person
        move = self.rng.choice(engine.legal_moves(engine.load(game.state.reveal())))
        try:
            services.play(game_key=key, person=person, seq=game.seq, moves=[move], door="api")
        except errors.Stale:  # the first try was committed, and the answer lost
            return True
        self.moves += 1
        return True
