"""Bots that say beforehand what they will do, where everybody is asked at once."""

import random
from functools import partial

import pytest

from games import engine, orders
from games.bots import planning
from games.bots.search import Budget
from games.orders import Given
from tests import bounded
from tests.engine.worlds import another_world, random_game

KINDS = {
    "chance": planning.by_chance,
    "thumb": planning.by_thumb,
    "thought": partial(planning.by_thinking, budget=Budget(games=6)),
}


def phases(box: str, seats: int) -> list[engine.State]:
    """Positions of a game of chance at which a phase begins."""
    rng = random.Random(box)
    state = engine.deal(set=box, seats=seats, seed=rng.randbytes(32))
    found, last = [], None
    bound = bounded()
    while next(bound) and (seat := engine.to_move(state)) is not None:
        if (state.round, state.phase) != last:
            last = state.round, state.phase
            found.append(engine.load(engine.dump(state)))
        engine.play(state, rng.choice(engine.legal_moves(state)), seat)
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("box", engine.SETS)
def test_a_plan_is_made_of_orders_and_of_what_its_seat_sees(kind: str, box: str) -> None:
    """Where the unseen cards are dealt anew, the same seat with the same luck plans the same."""
    rng = random.Random(f"{box} {kind}")
    others, last = 0, None
    for game, position, witness, _ in random_game(rng, box, 3):
        state, began = game.state, (game.state.round, game.state.phase)
        if began == last or state.phase == "over" or state.round % 2:
            continue
        last = began
        seat = state.round % 3
        other, renamed = another_world(game, position, witness, seat, rng)
        others += bool(renamed)
        view = engine.view(state, seat)
        said = KINDS[kind](view, random.Random(7), binds=True)
        assert [orders.check(one, orders.setting(view)) for one in said] == said
        assert KINDS[kind](engine.view(other.state, seat), random.Random(7), binds=True) == said
    assert others > 1


@pytest.mark.parametrize("box", engine.SETS)
def test_a_plan_that_binds_answers_all_but_a_little(box: str) -> None:
    answered = asked = 0
    for state in phases(box, 3):
        began, lies = (state.round, state.phase), {}
        given: dict[int, list[Given]] = {}
        for seat in range(3):
            view = engine.view(state, seat)
            lies = orders.around(view)
            said = planning.by_thumb(view, random.Random(seat), binds=True)
            given[seat] = [Given(one, 0, lies) for one in said]
        bound = bounded()
        while next(bound) and (state.round, state.phase) == began:
            now = engine.to_move(state)
            assert now is not None
            move = orders.decide(engine.view(state, now), given[now]).move
            asked += 1
            answered += move is not None
            move = move or engine.legal_moves(state)[0]
            engine.play(state, move, now)
            if engine.to_move(state) is None:
                break
    assert answered >= 0.8 * asked


def test_where_it_does_not_bind_whom_cards_strike_is_left_open() -> None:
    for state in phases("oriflamme", 4)[1::2]:
        view = engine.view(state, 0)
        said = planning.by_thumb(view, random.Random(1), binds=False)
        assert not [one for one in said if one["do"] == "choose"]
        turned = [one["card"] for one in said if one["do"] in {"wait", "reveal"}]
        assert [one["card"] for one in said if one["do"] == "ask"] == turned
