"""Whoever does what cannot be done is told what is wrong and what to do; nothing changes."""

import random

import pytest

from games import engine

from .chance import deal, moments, play_on

ALICE, BOB, CAROL, MALLORY = 0, 1, 2, 7


@pytest.fixture
def table():
    """Alice plays first."""
    return engine.deal(set="oriflamme", seats=3, seed=bytes(32), first=ALICE)


@pytest.mark.parametrize("seat", [BOB, CAROL, MALLORY])
@pytest.mark.parametrize("move", ["place ambush end", "reveal", "nonsense"])
def test_only_the_decider_plays_and_others_learn_nothing(table, seat, move):
    before = engine.dump(table)
    with pytest.raises(engine.NotYourTurn, match="not your turn") as caught:
        engine.play(table, move, seat=seat)
    assert "place" not in str(caught.value)
    assert engine.dump(table) == before


def test_a_move_that_is_not_open_now_is_refused_with_those_that_are(table):
    before = engine.dump(table)
    with pytest.raises(engine.IllegalMove) as caught:
        engine.play(table, "place ambush on 1", seat=ALICE)
    assert caught.value.legal == engine.legal_moves(table)
    assert "'place ambush on 1' is not possible now" in str(caught.value)
    assert "place ambush end" in str(caught.value)
    assert engine.dump(table) == before


def test_a_message_stays_short_when_hundreds_of_moves_are_possible():
    for state in moments(range(0, 240, 4)):
        legal = engine.legal_moves(state)
        if len(legal) > 100:
            with pytest.raises(engine.IllegalMove, match=rf"{len(legal)} in all") as caught:
                engine.play(state, "take")
            assert len(str(caught.value)) < 700
            assert caught.value.legal == legal
            return
    pytest.fail("no royal decree had a wide choice")


def test_a_card_that_is_not_in_the_hand_cannot_be_played(table):
    absent = next(kind for kind in table.deck if kind not in table.hands[ALICE])
    with pytest.raises(engine.IllegalMove):
        engine.play(table, f"place {absent} end")


@pytest.mark.parametrize("move", ["", "fly", "wait, reveal", "place ambush end; wait"])
def test_what_is_not_one_move_is_refused(table, move):
    before = engine.dump(table)
    with pytest.raises(engine.BadNotation):
        engine.play(table, move)
    assert engine.dump(table) == before


def test_a_move_is_taken_however_it_is_typed(table):
    (event,) = engine.play(table, " Play the AMBUSH last! ", seat=ALICE)
    assert (event["kind"], event["card"], event["place"]) == ("played", "ambush", "end")


def test_after_the_end_nobody_decides():
    state = deal(0)
    for _ in play_on(state, random.Random(0)):
        pass
    with pytest.raises(engine.GameOver, match="over"):
        engine.play(state, "wait")
    assert engine.to_move(state) is None
    assert engine.legal_moves(state) == []


def test_only_a_game_nobody_has_played_in_has_an_opening(table):
    engine.play(table, "place ambush end")
    with pytest.raises(engine.BadDeal):
        engine.opening(table)


def test_all_errors_are_one_family():
    for kind in ("BadDeal", "BadNotation", "BadRecord", "BadState", "GameOver", "UnknownRules"):
        assert issubclass(getattr(engine, kind), engine.RulesError)


def test_changing_the_list_of_moves_does_not_change_the_game(table):
    engine.legal_moves(table).clear()
    assert "place ambush end" in engine.legal_moves(table)
