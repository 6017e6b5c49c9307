"""Recorded games of an independent engine: every move and every position must be the same."""

import gzip
import json
from pathlib import Path

import pytest

from games import engine

with gzip.open(Path(__file__).with_name("games.jsonl.gz"), "rt") as lines:
    GAMES = [json.loads(line) for line in lines]


@pytest.mark.parametrize("game", GAMES, ids=[game["id"] for game in GAMES])
def test_a_recorded_game_is_reproduced_exactly(game):
    state = engine.new_game(
        set=game["set"],
        deck=game["deck"] if game["set"] == "mixed" else None,
        edition=game["edition"],
        seats=game["seats"],
        first=game["first"],
        hands=game["hands"],
        aside=game["aside"],
    )
    assert engine.position(state) == game["positions"][0]
    for number, (turn, expected) in enumerate(
        zip(game["moves"], game["positions"][1:], strict=True)
    ):
        assert engine.to_move(state) == turn["seat"], f"move {number}"
        engine.play(state, turn["move"], seat=turn["seat"])
        assert engine.position(state) == expected, f"after move {number}: {turn['move']}"
    assert engine.to_move(state) is None


def test_the_recorded_games_are_all_there():
    assert len(GAMES) == 155
