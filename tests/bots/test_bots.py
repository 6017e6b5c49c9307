"""Bots see a seat's view and choose one of its moves."""

import copy
import random
import secrets
import time
from collections.abc import Callable
from functools import partial

import pytest

from games import bots, engine
from games.bots import careful, chance, search
from games.bots.imagine import Worlds
from games.bots.search import Budget
from tests import bounded
from tests.engine.worlds import another_world, random_game
from tests.pace import within

Choose = Callable[[engine.View, random.Random], str]
BRIEF = partial(search.choose, budget=Budget(games=8))
KINDS = {"random": chance.choose, "careful": careful.choose, "search": BRIEF}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("box", engine.SETS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_plays_any_game_to_its_end(kind: str, box: str, seats: int) -> None:
    rng = random.Random(1)
    state = engine.deal(set=box, seats=seats, seed=secrets.token_bytes(32))
    bound = bounded()
    while next(bound) and (seat := engine.to_move(state)) is not None:
        view = engine.view(state, seat)
        before = copy.deepcopy(view)
        # Thinking takes its time, even briefly: a part of the decisions will do.
        player = careful.choose if kind == "search" and rng.random() < 0.8 else KINDS[kind]
        move = player(view, rng)
        assert move in view["question"]["moves"]
        assert view == before
        engine.play(state, move, seat)


def win_share(one: Choose, rest: Choose, box: str, tables: int) -> float:
    rng = random.Random(5)
    won = 0.0
    for number in range(tables):
        state = engine.deal(set=box, seats=4, seed=(number // 4).to_bytes(32, "big"))
        bound = bounded()
        while next(bound) and (seat := engine.to_move(state)) is not None:
            player = one if seat == number % 4 else rest
            events = engine.play(state, player(engine.view(state, seat), rng))
        ranks = events[-1]["ranks"]
        won += (ranks[number % 4] == 1) / ranks.count(1)
    return won / tables


@pytest.mark.parametrize("box", ["oriflamme", "ablaze", "alliance"])
def test_care_beats_chance(box: str) -> None:
    assert win_share(careful.choose, chance.choose, box, 80) > 0.45


def test_thinking_beats_care() -> None:
    assert win_share(BRIEF, careful.choose, "alliance", 12) > 0.35


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_plays_otherwise_for_what_is_hidden_from_them(kind: str) -> None:
    """Where the unseen cards are dealt anew, the same seat with the same luck moves the same."""
    rng = random.Random(kind)
    others = 0
    for box in engine.SETS:
        for number, (game, position, witness, _) in enumerate(random_game(rng, box, 3)):
            seat = engine.to_move(game.state)
            if seat is None or number % (12 if kind == "search" else 3):
                continue
            other, renamed = another_world(game, position, witness, seat, rng)
            others += bool(renamed)
            moves = {
                KINDS[kind](engine.view(state, seat), random.Random(number))
                for state in (game.state, other.state)
            }
            assert len(moves) == 1
    assert others > 10


def test_rules_of_thumb_read_only_what_the_seat_may_know() -> None:
    """In a world in full, as thinking plays it, cards unseen by the mover change nothing."""
    rng = random.Random(11)
    for box in engine.SETS:
        for _ in range(6):
            state = engine.deal(set=box, seats=4, seed=rng.randbytes(32))
            bound = bounded()
            while next(bound) and (seat := engine.to_move(state)) is not None:
                worlds = Worlds(engine.view(state, seat))
                moves = {
                    careful.decide(world, random.Random(3))
                    for world in (state.copy(), worlds.draw(rng), worlds.draw(rng))
                }
                assert len(moves) == 1
                engine.play(state, rng.choice(engine.legal_moves(state)))


def test_the_same_view_and_chance_give_the_same_move() -> None:
    state = engine.deal(set="mixed", seats=3, seed=b"\1" * 32)
    view = engine.view(state, engine.to_move(state))
    for choose in KINDS.values():
        moves = {choose(view, random.Random(3)) for _ in range(4)}
        assert len(moves) == 1


def test_each_strength_thinks_for_its_time() -> None:
    state = engine.deal(set="oriflamme", seats=3, seed=b"\1" * 32)
    view = engine.view(state, engine.to_move(state))
    for name, budget in bots.STRENGTHS.items():
        began = time.thread_time()
        with within(budget.seconds * 2 + 0.2, time.thread_time):
            bots.choose(name, view, random.Random(1))
        assert budget.seconds <= time.thread_time() - began


def test_one_move_needs_no_thought_unless_its_speed_would_tell_why() -> None:
    """Everybody sees that a last card has one place; nobody, that a card cannot be turned over."""
    budget = Budget(seconds=0.2)
    kinds = engine.kinds_of("alliance")
    hands = [(*kinds[:6], "uprising")] * 2
    aside = [sorted({*kinds} - {*hand}) for hand in hands]
    state = engine.new_game(set="alliance", seats=2, first=0, hands=hands, aside=aside)
    last_card = engine.view(state, 0)
    last_card["question"]["moves"] = ["place uprising end"]
    for _ in range(2):
        engine.play(state, "place uprising end")
    uprising = engine.view(state, engine.to_move(state))
    assert uprising["question"]["moves"] == ["wait"]
    for view, thinks in ((last_card, False), (uprising, True)):
        began = time.thread_time()
        assert search.choose(view, random.Random(1), budget) == view["question"]["moves"][0]
        assert (time.thread_time() - began > 0.1) == thinks
