"""A move is the same as text and as data."""

import random

import pytest

from games import engine
from games.engine.move_data import as_data, as_text
from tests import bounded

SHAPES = {
    "place spy on 2": {"do": "place", "card": "spy", "at": "on", "slot": 2},
    "place spy end": {"do": "place", "card": "spy", "at": "end"},
    "eliminate 3": {"do": "eliminate", "slot": 3},
    "move 3 to 0": {"do": "move", "slot": 3, "gap": 0},
    "swap judge": {"do": "swap", "card": "judge"},
    "wait": {"do": "wait"},
}


@pytest.mark.parametrize("text", SHAPES)
def test_a_move_as_data_says_what_its_text_says(text: str) -> None:
    assert as_data(text) == SHAPES[text]
    assert as_text(as_data(text)) == text


@pytest.mark.parametrize("box", sorted(engine.SETS))
def test_every_legal_move_comes_back_from_its_data(box: str) -> None:
    rng = random.Random(4)
    for seats in range(2, 6):
        state = engine.deal(set=box, seats=seats, seed=rng.randbytes(32))
        bound = bounded()
        while next(bound) and (moves := engine.legal_moves(state)):
            assert [as_text(as_data(move)) for move in moves] == moves
            engine.play(state, rng.choice(moves))
