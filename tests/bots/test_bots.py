"""Bots see a seat's view and choose one of its moves."""

import copy
import random
import secrets

import pytest

from games import bots, engine


@pytest.mark.parametrize("box", engine.SETS)
@pytest.mark.parametrize("name", bots.BOTS)
def test_a_bot_plays_any_game_to_its_end(name: str, box: str) -> None:
    rng = random.Random(1)
    for seats in (2, 3, 5):
        state = engine.deal(set=box, seats=seats, seed=secrets.token_bytes(32))
        while (seat := engine.to_move(state)) is not None:
            view = engine.view(state, seat)
            before = copy.deepcopy(view)
            move = bots.choose(name, view, rng)
            assert move in view["question"]["moves"]
            assert view == before
            engine.play(state, move, seat)


@pytest.mark.parametrize("box", ["oriflamme", "ablaze", "alliance"])
def test_care_beats_chance(box: str) -> None:
    rng = random.Random(5)
    points = {"careful": 0.0, "random": 0.0}
    for number in range(60):
        state = engine.deal(set=box, seats=4, seed=number.to_bytes(32, "big"))
        players = ["careful", "random", "careful", "random"]
        rng.shuffle(players)
        while (seat := engine.to_move(state)) is not None:
            move = bots.choose(players[seat], engine.view(state, seat), rng)
            events = engine.play(state, move)
        for player, score in zip(players, events[-1]["scores"], strict=True):
            points[player] += score
    assert points["careful"] > 1.2 * points["random"]


def test_the_same_view_and_chance_give_the_same_move() -> None:
    state = engine.deal(set="mixed", seats=3, seed=b"\1" * 32)
    view = engine.view(state, engine.to_move(state))
    for name in bots.BOTS:
        moves = {bots.choose(name, view, random.Random(3)) for _ in range(10)}
        assert len(moves) == 1
