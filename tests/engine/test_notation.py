"""Moves as people type them, and what they are told when that is no move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine
from games.engine.names import CARD
from games.engine.words import name

from .chance import moments

CARDS = [*CARD[0]]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wait", ["wait"]),
        (" REVEAL! ", ["reveal"]),
        ("Place  Spy\tEND.", ["place spy end"]),
        ("play the royal decree on top of slot 3", ["place royal_decree on 3"]),
        ("place Royal-Decree first", ["place royal_decree start"]),
        ("place ROYAL_DECREE on 03", ["place royal_decree on 3"]),
        ("eliminate #3", ["eliminate 3"]),
        ("- wait\n- reveal\n", ["wait", "reveal"]),
        ("reveal, eliminate 3; take", ["reveal", "eliminate 3", "take"]),
        ("wait;;\n , reveal,", ["wait", "reveal"]),
        ("bribe 3", ["bribe 3"]),
        ("place bribe on 2", ["place bribe on 2"]),
        ("swap combination", ["swap combination"]),
        ("move 2 to 0", ["move 2 to 0"]),
        ("зіграти Шпигун в кінець", ["place spy end"]),
        ("положить шпион в начало", ["place spy start"]),
        ("gioca la spia all\u2019inizio", ["place spy start"]),
        ("чекати", ["wait"]),
        ("ждать", ["wait"]),
        ("aspetta", ["wait"]),
    ],
)
def test_what_people_type_is_read(typed, meant):
    assert engine.read_moves(typed) == meant


@pytest.mark.parametrize("language", ["en", "uk", "ru", "it"])
@pytest.mark.parametrize("card", CARDS)
def test_every_card_is_known_by_its_name_in_every_language(card, language):
    typed = name(card, language)
    assert engine.read_moves(f"place {typed.upper()} start") == [f"place {card} start"]
    assert engine.read_moves(f"swap {typed}") == [f"swap {card}"]


def test_what_is_written_is_read_as_itself():
    written = {move for state in moments(range(60)) for move in engine.legal_moves(state)}
    assert len(written) > 500
    for move in written:
        assert engine.read_moves(move) == [move]
        assert engine.read_moves(f"  {move.upper()} .") == [move]


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", ";,\n", "...", "hello", "place", "place spy", "place dragon end", "eliminate"),
        *("eliminate 0", "eliminate 100", "eliminate two", "eliminate 1 2", "place spy on 0"),
        *("move 1 2", "swap", "swap wait", "wait wait", "place combination/first end", "3"),
        *("spy end", "eliminate " + "9" * 5000, "wait \u202e reveal", "💥"),
        None,
    ],
)
def test_what_is_no_move_is_refused_with_a_word_on_how_to_write_one(typed):
    with pytest.raises(engine.BadNotation, match="like 'wait'"):
        engine.read_moves(typed)


def test_one_piece_that_is_no_move_refuses_the_whole_sequence():
    with pytest.raises(engine.BadNotation, match="'dance'"):
        engine.read_moves("wait, dance, reveal")


@given(st.text())
def test_any_text_is_read_or_refused(typed):
    try:
        moves = engine.read_moves(typed)
    except engine.BadNotation:
        return
    assert moves
    assert all(engine.read_moves(move) == [move] for move in moves)
