"""How many touches a decision takes, and among how many things one chooses at a time."""

import random
from collections import Counter
from typing import Any

from games import engine
from games.engine.types import Slot
from games.pages.choosing import Asked
from tests import bounded
from tests.engine.worlds import SETS, random_deal

GAMES = 24
MOST_TAPS = {
    "place": 3,
    "move": 3,
    "judge": 3,
}  # and two for everything else: what it is, and sending
MOST_TARGETS = 14


def asked_of(state: engine.State) -> Asked:
    seat = engine.to_move(state)
    assert seat is not None
    view: Any = engine.view(state, seat)
    told = [{"move": move, "says": move} for move in engine.legal_moves(state)]
    return Asked(view | {"question": view["question"] | {"moves": told}}, "en")


def levels(asked: Asked, row: list[Slot]) -> list[int]:
    """Of what is chosen one after the other: how much there is to choose from."""
    one_of = len(asked.targets) + len(asked.options) + len(asked.swaps)
    onto = max(map(len, asked.deeds.values()), default=0)
    gaps = max((len(gaps_for(slot, asked, row)) for slot in asked.lifted), default=0)
    found = [len(asked.hand), len(asked.places), len(asked.lifted), gaps, one_of]
    found += [len(asked.deeds), onto]
    if asked.is_twin:
        found[0] = 0  # the only card that can come in is chosen already
    return [count for count in found if count]


def gaps_for(slot: int, asked: Asked, row: list[Slot]) -> set[int]:
    """Where a card can be put that was touched; where it lies already takes no touch, but for one
    that lies on another."""
    return asked.gaps if row[slot - 1]["covered"] else asked.gaps - {slot - 1, slot}


def test_a_decision_takes_two_or_three_touches_among_few_things() -> None:
    """More than fourteen things lie there only where they are the cards of a longer row."""
    decisions, crowded = 0, Counter[tuple[str, int]]()
    for number in range(GAMES):
        rng = random.Random(number)
        state = engine.new_game(**random_deal(rng, SETS[number % 5], 5))
        bound = bounded()
        while next(bound) and engine.to_move(state) is not None:
            asked = asked_of(state)
            row = engine.view(state, None)["row"] if asked.lifted else []
            chosen = levels(asked, row)
            assert len(chosen) + 1 <= MOST_TAPS.get(asked.kind, 2), asked.kind
            decisions += 1
            if max(chosen) > MOST_TARGETS:
                crowded[asked.kind, max(chosen)] += 1
                assert len(state.row) >= MOST_TARGETS, chosen
            engine.play(state, rng.choice(engine.legal_moves(state)))
    print(f"{decisions} decisions, among more than {MOST_TARGETS} things: {dict(crowded)}")
    assert crowded.total() <= decisions / 200
