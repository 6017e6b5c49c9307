"""A move is the same as text and as data."""

import random
from typing import Any

import pytest

from games import engine
from games.api.serializers.requests import HIGHEST, LONGEST_MOVE, MovesForm, is_plain
from games.engine.move_data import as_data, as_text
from oriflamme_site.rest.serializers import reader
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


@pytest.mark.parametrize("text", [*SHAPES, "nonsense", "a" * LONGEST_MOVE])
@pytest.mark.parametrize("seq", [0, 7, HIGHEST])
def test_a_plain_body_is_what_its_fields_would_read(text: str, seq: int) -> None:
    body = {"seq": seq, "moves": [text]}
    assert is_plain(body)
    assert reader(MovesForm, "json").run_validation(body) == body


@pytest.mark.parametrize(
    "other",
    [
        {"seq": -1},
        {"seq": HIGHEST + 1},
        {"seq": True},
        {"seq": 3.0},
        {"seq": "3"},
        {"seq": None},
        {"moves": "wait"},
        {"moves": []},
        {"moves": ["wait", "wait"]},
        {"moves": [SHAPES["wait"]]},
        {"moves": [None]},
        {"moves": [""]},
        {"moves": [" wait"]},
        {"moves": ["wait\n"]},
        {"moves": ["w\0ait"]},
        {"moves": ["чекати"]},
        {"moves": ["a" * (LONGEST_MOVE + 1)]},
        {"dry_run": False},
        {"unknown": 1},
    ],
    ids=str,
)
def test_any_other_body_is_read_field_by_field(other: dict[str, Any]) -> None:
    assert not is_plain({"seq": 3, "moves": ["wait"], **other})


def test_a_body_that_lacks_something_is_read_field_by_field() -> None:
    assert not any(map(is_plain, ({}, {"seq": 3}, {"moves": ["wait"]})))
