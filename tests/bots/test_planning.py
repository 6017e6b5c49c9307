"""Bots that say beforehand what they will do, where everybody is asked at once."""

import random
from functools import partial

import pytest

from games import engine, orders
from games.bots import planning, rehearsing
from games.bots.rehearsing import Lessons, Met, Words
from games.bots.search import Budget
from games.engine.legal import question
from games.orders import Given
from games.orders.choosing import is_true, take_apart
from games.orders.order import OF_CARDS, OF_MOVES
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


@pytest.mark.parametrize(("kind", "least"), [("thumb", 0.97), ("thought", 0.97), ("chance", 0.8)])
@pytest.mark.parametrize("box", engine.SETS)
def test_a_plan_that_binds_answers_all_but_a_little(box: str, kind: str, least: float) -> None:
    answered = asked = 0
    for state in phases(box, 3):
        began = state.round, state.phase
        given: dict[int, list[Given]] = {}
        for seat in range(3):
            view = engine.view(state, seat)
            said = KINDS[kind](view, random.Random(seat), binds=True)
            given[seat] = [Given(one, 0, orders.around(view)) for one in said]
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
    assert answered >= least * asked


def test_where_it_does_not_bind_whom_cards_strike_is_left_open() -> None:
    for state in phases("oriflamme", 4)[1::2]:
        view = engine.view(state, 0)
        said = planning.by_thumb(view, random.Random(1), binds=False)
        assert {one["do"] for one in said} <= {"wait", "reveal"}
        assert {one["card"] for one in said if "card" in one} >= {*planning.own_closed(view)}


def test_what_has_done_best_in_rehearsals_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """By whom it strikes, wherever that lies when it is asked."""
    round_ = 0

    def play(world: engine.State, move: str) -> None:
        """In this round seat 0 gains much by turning cards over, and by striking seat 1."""
        asked, (verb, *where) = question(world), move.split()
        is_well_done = verb == "reveal" or (
            verb == "eliminate" and world.holder(int(where[0]) - 1) == 1
        )
        gains = is_well_done and asked is not None and (asked.seat, world.round) == (0, round_)
        engine.play(world, move)
        if gains:
            world.influence[0] += 100

    monkeypatch.setattr(rehearsing, "play", play)
    monkeypatch.setattr(rehearsing, "lead", lambda world, seat: float(world.influence[seat]))
    told = 0
    for state in phases("oriflamme", 3)[1::2]:
        view, round_ = engine.view(state, 0), state.round
        seen = {
            top["card"]: slot["controller"] for slot in view["row"] if (top := slot["top"])["card"]
        }
        said = planning.by_thinking(view, random.Random(2), binds=True, budget=Budget(games=40))
        for one in said:
            if one["do"] == "choose" and one.get("card") in {"archer", "soldier", "assassination"}:
                told += 1
                first = one["prefer"][0]
                assert first == "seat 1" or seen.get(first, 1) == 1, said
        turns = {
            one["card"]: one["do"]
            for one in said
            if one["do"] in {"wait", "reveal"} and "card" in one
        }
        assert {turns[card] for card in planning.own_closed(view)} <= {"reveal"}, turns
    assert told


def test_what_is_said_is_learnt_as_it_is_read() -> None:
    """A closed card of seat 1 is worth striking, and an open one is not: "seat 1" is true of both,
    and so is not said first."""
    closed = Words(("eliminate",), "seat 1", frozenset({"eliminate", "seat 1", "closed"}))
    heir = Words(("eliminate",), "heir", frozenset({"eliminate", "seat 1", "open", "heir"}))
    lord = Words(("eliminate",), "lord", frozenset({"eliminate", "seat 2", "open", "lord"}))
    met = [
        [Met(closed, 0.3, 0.0), Met(lord, -0.3, 0.0)],
        [Met(heir, -0.2, 0.0), Met(lord, 0.2, 0.0)],
    ]
    lessons = Lessons()
    for choices in met * 5:
        lessons.note("soldier", choices)
    for choices, best in zip(met, (closed, lord), strict=True):
        left = [one.said for one in choices]
        for word in lessons.prefer("soldier"):
            left = [one for one in left if word in one.true] or left
        assert left == [best]


@pytest.mark.parametrize("box", engine.SETS)
def test_a_rehearsal_takes_words_for_what_they_are_read_as(box: str) -> None:
    rng, asked = random.Random(box), set()
    for _game in range(4):
        state = engine.deal(set=box, seats=3, seed=rng.randbytes(32))
        bound = bounded()
        while next(bound) and (seat := engine.to_move(state)) is not None:
            view, moves = engine.view(state, seat), engine.legal_moves(state)
            kind = (view["question"] or {})["kind"]
            if kind not in {"place", "wait_or_reveal"}:
                asked.add(kind)
                terms = {
                    *OF_CARDS,
                    *OF_MOVES,
                    *view["deck"],
                    "twin",
                    *map("seat {}".format, range(3)),
                }
                rehearsal = rehearsing._Rehearsal(view, None)
                for move in moves:
                    choice = take_apart(move, len(view["row"]))
                    true = {term for term in terms if is_true(term, choice, view)}
                    assert rehearsal._in_words(move, state).true == true, move
            engine.play(state, rng.choice(moves), seat)
    assert len(asked) > 1
