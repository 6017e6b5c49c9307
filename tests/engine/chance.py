"""Games by chance, for tests that look at every moment of many games.

`ORIFLAMME_GAMES=2000 pytest tests/engine` plays more of them than everyday runs do.
"""

import os
import random

from games import engine
from tests import bounded

GAMES = int(os.environ.get("ORIFLAMME_GAMES", "60"))


def deal(number):
    """A game of every set, number of seats and edition in turn, dealt from its number."""
    rng = random.Random(number)
    return engine.deal(
        set=engine.SETS[number % 4],
        seats=2 + number // 4 % 4,
        edition=engine.EDITIONS[number // 16 % 2],
        seed=rng.randbytes(32),
    )


def play_on(state, rng, until=None):
    """Play at random to the end, yielding each move and its events after it happened.

    Closed cards are rather left closed, or else too few lie in the row to meet.
    """
    bound = bounded()
    while next(bound) and (moves := engine.legal_moves(state)):
        if until is not None and until(state):
            return
        move = rng.choice(moves)
        if move == "reveal" and rng.random() < 0.3:
            move = "wait"
        yield move, engine.play(state, move)


def moments(numbers):
    """Every state of some games between two decisions (not copies: look, do not touch)."""
    for number in numbers:
        state = deal(number)
        yield state
        for _ in play_on(state, random.Random(number)):
            yield state
