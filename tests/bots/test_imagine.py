"""Imagined worlds look exactly like the real one to the seat that imagines them."""

import json
import os
import random

import pytest

from games import engine
from games.bots.imagine import Worlds
from tests import bounded
from tests.engine.worlds import random_deal

LONG = int(os.environ.get("ORIFLAMME_LONG", "1"))


def as_bytes(view: engine.View) -> bytes:
    return json.dumps(view).encode()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("box", engine.SETS)
def test_nobody_can_tell_an_imagined_world_from_the_real_one(box: str, seats: int) -> None:
    rng = random.Random(f"{box} {seats}")
    others = 0
    for _ in range(LONG * (6 if box == "mixed" else 3)):
        state = engine.new_game(**random_deal(rng, box, seats))
        bound = bounded()
        while next(bound) and (mover := engine.to_move(state)) is not None:
            for seat in range(seats):
                seen = engine.view(state, seat)
                world = Worlds(seen).draw(rng)
                assert as_bytes(engine.view(world, seat)) == as_bytes(seen)
                assert engine.to_move(world) == mover
                if seat == mover:
                    assert engine.legal_moves(world) == engine.legal_moves(state)
                assert engine.load(engine.dump(world)) == world
                others += engine.position(world) != engine.position(state)
            engine.play(state, rng.choice(engine.legal_moves(state)))
    assert others > 50


@pytest.mark.parametrize("box", engine.SETS)
def test_an_imagined_effect_goes_on_as_the_real_one(box: str) -> None:
    rng = random.Random(box)
    effects = 0
    for _ in range(LONG * 30):
        state = engine.new_game(**random_deal(rng, box, 3))
        bound = bounded()
        while next(bound) and (mover := engine.to_move(state)) is not None:
            world = Worlds(engine.view(state, mover)).draw(rng)
            twin = state.copy()
            twin.question, twin.placed, twin.bribed = None, world.placed, world.bribed
            twin.active, twin.agenda = world.active, world.agenda
            effects += bool(world.agenda)
            move = rng.choice(engine.legal_moves(state))
            assert engine.play(twin, move) == engine.play(state, move)
            assert engine.view(twin, mover) == engine.view(state, mover)
            assert engine.to_move(twin) == engine.to_move(state)
    assert effects > 100
