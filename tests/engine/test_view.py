"""What a seat sees: all that it may know to draw the table, in keys that never change."""

import json
import random

import pytest

from games import engine

from .chance import deal, moments, play_on
from .table import Table


def test_the_keys_of_a_view_are_the_same_for_everybody_at_any_time():
    slots, tops, questions, seats = set(), set(), set(), set()
    keys = set()
    for state in moments(range(32)):
        for seat in (None, *range(state.seats)):
            view = engine.view(state, seat)
            keys.add(tuple(view))
            seats.update(tuple(one) for one in view["seats"])
            slots.update(tuple(slot) for slot in view["row"])
            tops.update(tuple(card) for s in view["row"] for card in (s["top"], *s["covered"]))
            questions.update([tuple(view["question"])] if view["question"] else [])
    assert [len(found) for found in (keys, seats, slots, tops, questions)] == [1] * 5


def test_a_view_is_json():
    for state in moments([3]):
        view = engine.view(state, 0)
        assert json.loads(json.dumps(view)) == view


def test_looking_changes_nothing():
    for state in moments([5]):
        text = engine.dump(state)
        view = engine.view(state, 0)
        view["yours"]["hand"].clear()
        view["row"].clear()
        for seat in view["seats"]:
            seat["discard"].clear()
        assert engine.dump(state) == text


def test_a_view_shows_what_the_referee_sees_but_for_what_is_hidden():
    for state in moments(range(16)):
        position = engine.position(state)
        for seat in (None, *range(state.seats)):
            view = engine.view(state, seat)
            for field in ("round", "phase", "cursor", "result"):
                assert view[field] == position[field]
            for one in view["seats"]:
                number = one["seat"]
                assert one["influence"] == position["influence"][number]
                assert one["hand"] == len(position["hands"][number])
                assert one["aside"] == len(position["aside"][number])
                assert sorted(one["discard"]) == position["discards"][number]
                assert one["kept"] == position["kept"][number]
                assert one["twin_waiting"] == position["twin_waiting"][number]
            for slot, stack in zip(view["row"], position["row"], strict=True):
                assert slot["controller"] == stack[-1]["controller"]
                for seen, card in zip([*slot["covered"], slot["top"]], stack, strict=True):
                    for field in ("family", "open", "tokens", "verdicts"):
                        assert seen[field] == card[field]
                    known = card["open"] or card["family"] == seat or position["result"]
                    assert seen["card"] == card["card"] or not known
                    assert seen["card"] in {None, card["card"]}
            if seat is not None:
                assert view["yours"]["hand"] == position["hands"][seat]
                assert view["yours"]["aside"] == position["aside"][seat]
            else:
                assert view["yours"] is None


def test_only_the_decider_reads_the_moves():
    for state in moments(range(8)):
        asked = engine.to_move(state)
        for seat in (None, *range(state.seats)):
            question = engine.view(state, seat)["question"]
            if asked is None:
                assert question is None
            else:
                assert question["seat"] == asked
                assert question["moves"] == (engine.legal_moves(state) if seat == asked else None)


def test_after_the_end_everybody_sees_everything():
    state = deal(6)
    for _ in play_on(state, random.Random(6)):
        pass
    position = engine.position(state)
    for seat in (None, 0, 1):
        view = engine.view(state, seat)
        assert [one["hand_cards"] for one in view["seats"]] == position["hands"]
        assert [one["aside_cards"] for one in view["seats"]] == position["aside"]
        names = [[c["card"] for c in (*s["covered"], s["top"])] for s in view["row"]]
        assert names == [[card["card"] for card in stack] for stack in position["row"]]


def test_an_uprising_turned_down_keeps_its_name_and_counts_as_closed():
    table = Table("alliance", Alice="uprising", Bob="treaty", Carol="empress")
    table.plan(Alice="uprising end", Bob="treaty end", Carol="empress end").wait()
    table.plan(Bob="judge end", Carol="fanatic end", Alice="empress end")
    table.play("Alice reveal")
    for seat in (None, 0, 1, 2):
        top = engine.view(table.state, seat)["row"][0]["top"]
        assert (top["card"], top["open"]) == ("uprising", False)


@pytest.mark.parametrize("seat", [-1, 3, 9])
def test_nobody_looks_from_a_seat_that_is_not_there(seat):
    state = engine.deal(set="oriflamme", seats=3, seed=bytes(32))
    with pytest.raises(ValueError, match="no seat"):
        engine.view(state, seat)


def test_a_question_names_the_card_that_asks():
    for state in moments(range(60)):
        view = engine.view(state, None)
        question = view["question"]
        if question is None or question["kind"] in {"place", "wait_or_reveal"}:
            continue
        assert question["card"]
        if question["slot"] is None:
            assert question["card"] == "combination"
        else:
            top = view["row"][question["slot"] - 1]["top"]
            assert (top["card"], top["open"]) == (question["card"], True)
            assert view["row"][question["slot"] - 1]["controller"] == question["seat"]
