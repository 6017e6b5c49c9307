"""How many touches a decision takes, and among how many things one chooses at a time."""

import random
from typing import Any

from games import engine
from games.pages.choosing import Asked
from tests import bounded
from tests.engine.worlds import SETS, random_deal

GAMES = 24
MOST_TAPS = {"place": 3, "move": 3}  # and two for everything else: what it is, and sending
MOST_TARGETS = 14


def asked_of(state: engine.State) -> Asked:
    seat = engine.to_move(state)
    assert seat is not None
    view: Any = engine.view(state, seat)
    told = [{"move": move, "says": move} for move in engine.legal_moves(state)]
    return Asked(view | {"question": view["question"] | {"moves": told}}, "en")


def levels(asked: Asked) -> list[int]:
    """Of what is chosen one after the other: how much there is to choose from."""
    one_of = len(asked.targets) + len(asked.options) + len(asked.swaps)
    found = [len(asked.hand), len(asked.places), len(asked.lifted), len(asked.gaps), one_of]
    if asked.is_twin:
        found[0] = 0  # the only card that can come in is chosen already
    return [count for count in found if count]


def test_a_decision_takes_two_or_three_touches_among_few_things() -> None:
    """More than fourteen things lie there only where the row itself is longer than that."""
    decisions = crowded = 0
    for number in range(GAMES):
        rng = random.Random(number)
        state = engine.new_game(**random_deal(rng, SETS[number % 5], 5))
        bound = bounded()
        while next(bound) and engine.to_move(state) is not None:
            asked = asked_of(state)
            chosen = levels(asked)
            assert len(chosen) + 1 <= MOST_TAPS.get(asked.kind, 2), asked.kind
            decisions += 1
            crowded += max(chosen) > MOST_TARGETS
            assert max(chosen) <= MOST_TARGETS or len(state.row) >= MOST_TARGETS, chosen
            engine.play(state, rng.choice(engine.legal_moves(state)))
    print(f"{decisions} decisions, {crowded} of them among more than {MOST_TARGETS} things")
    assert crowded <= decisions / 200
