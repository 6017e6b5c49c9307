"""Several moves at once, refused or not, tell no more than each after the other would."""

import random
from typing import Any

import pytest

from games import engine, errors
from games.services import playing
from tests import bounded
from tests.games.redistribution import dealt_otherwise

GUESSES = ("wait", "reveal", "eliminate 1", "use 1", "use 2", "take", "gain", "nonsense")


def outcome(state: engine.State, seat: int, moves: list[str]) -> list[Any]:
    try:
        playing._apply(state.copy(), seat, moves, one_phase=False)
    except errors.Refusal as refused:
        return [refused.code, refused.facts]
    return ["done"]


def one_turn(text: str, rng: random.Random) -> list[str]:
    """Legal moves of whoever decides, until somebody else does, or a few are made."""
    state = engine.load(text)
    seat = engine.to_move(state)
    moves: list[str] = []
    bound = bounded()
    while next(bound) and engine.to_move(state) == seat and len(moves) < 5:
        legal = engine.legal_moves(state)
        moves.append("reveal" if "reveal" in legal else rng.choice(legal))
        engine.play(state, moves[-1])
    return moves


@pytest.mark.parametrize("box", engine.SETS)
def test_a_sequence_is_refused_alike_whatever_is_hidden(box: str) -> None:
    rng = random.Random(box)
    codes: set[str] = set()
    for number in range(12):
        state = engine.deal(set=box, seats=4, seed=number.to_bytes(32, "big"))
        bound = bounded()
        while next(bound) and (seat := engine.to_move(state)) is not None:
            text = engine.dump(state)
            other, _swaps = dealt_otherwise(text, seat, rng)
            here, there = engine.load(text), engine.load(other)
            for begin in (one_turn(text, rng), one_turn(other, rng)):
                for length in range(len(begin) + 1):
                    for guess in (*GUESSES, *begin[length : length + 1]):
                        moves = [*begin[:length], guess]
                        answer = outcome(here, seat, moves)
                        assert answer == outcome(there, seat, moves), moves
                        codes.add(answer[0])
            engine.play(state, rng.choice(engine.legal_moves(state)))
    assert codes >= {"done", "illegal_move", "bad_notation", "too_many_moves", "comes_to_light"}
