"""A record is the whole game in one text: written, read and replayed to the same game."""

import random
import re

import pytest

from games import engine

from .chance import deal, play_on


def played(number):
    """A finished game: how it began, its moves, how it ended."""
    state = deal(number)
    start = state.copy()
    moves = [move for move, _ in play_on(state, random.Random(number))]
    return start, moves, state


@pytest.mark.parametrize("number", range(16))
def test_a_record_replays_to_the_same_game(number):
    start, moves, end = played(number)
    text = engine.write_record(engine.record(start, moves, players=["Alice", "Bob"]))
    read = engine.read_record(text)
    assert read.moves == moves
    assert read.players == ["Alice", "Bob"]
    assert engine.write_record(read) == text
    assert engine.replay(text) == end
    assert engine.replay(read) == end


def test_a_seed_alone_is_enough_to_deal():
    seed = bytes(range(32))
    state = engine.deal(set="mixed", seats=3, seed=seed)
    text = f"# by hand\nset: mixed\nSEATS: 3\nSeed: {seed.hex()}\n\n"
    assert engine.replay(text) == state


def test_a_record_without_all_moves_is_a_game_in_progress():
    start, moves, _ = played(3)
    state = engine.replay(engine.record(start, moves[:10]))
    assert engine.to_move(state) is not None
    engine.play(state, moves[10])


def test_blank_lines_comments_and_hand_written_moves_are_read():
    start, _, _ = played(0)
    head = engine.write_record(engine.record(start, []))
    card = start.hands[start.first][0]
    state = engine.replay(f"{head}\n\n# round one\n  PLACE {card.upper()} End   # a start\n")
    assert state.placed == 1


def corrupt(change, says, line=None):
    start, moves, _ = played(1)
    lines = engine.write_record(engine.record(start, moves, seed=None)).splitlines()
    text = "\n".join(change(lines))
    with pytest.raises(engine.BadRecord, match=says) as caught:
        engine.replay(text)
    if line is not None:
        assert caught.value.line == line
    assert str(caught.value).startswith(f"line {caught.value.line}: ")


def test_a_wrong_record_says_at_which_line_and_why():
    first = next(
        number
        for number, line in enumerate(
            engine.write_record(engine.record(*played(1)[:2])).splitlines()
        )
        if line.startswith("place")
    )
    corrupt(lambda lines: [*lines[:first], "dance", *lines[first:]], "cannot be read", first + 1)
    corrupt(lambda lines: [*lines[:first], "wait", *lines[first:]], "not possible", first + 1)
    corrupt(lambda lines: [*lines, "wait"], "over")
    corrupt(lambda lines: [*lines, "Set: ablaze"], "among the moves")
    corrupt(lambda lines: [lines[0], *lines], "twice", 2)
    corrupt(lambda lines: ["Colour: red", *lines], "no header", 1)
    corrupt(lambda lines: ["Hand 9: spy", *lines], "no header", 1)
    corrupt(lambda lines: lines[1:], "'Set' is missing")
    corrupt(lambda lines: [line for line in lines if "Aside 1" not in line], "Aside 1")
    corrupt(lambda lines: [line for line in lines if "Hand" not in line], "neither hands nor")
    corrupt(lambda lines: [lines[0], lines[1], "Seats: two", *lines[3:]], "not a number", 3)
    corrupt(lambda lines: ["First: " + "9" * 5000, *lines], "not a number|twice")
    corrupt(lambda lines: ["Hand " + "9" * 5000 + ": spy", *lines], "no header", 1)
    corrupt(lambda lines: ["Seed: xyz", *lines], "hexadecimal", 1)
    corrupt(lambda lines: ["Seed: 00", *lines], "32 bytes", 1)
    corrupt(lambda lines: [*lines[:2], f"Seed: {'00' * 32}", *lines[2:]], "the seed deals", 3)
    corrupt(lambda lines: [line.replace(": uk", ": fr") for line in lines], "no edition", 2)
    corrupt(lambda lines: [line.replace("Seats: 2", "Seats: 6") for line in lines], "2 to 5", 3)
    corrupt(lambda lines: [line.replace("First: ", "First: 7") for line in lines], "first", 5)
    corrupt(lambda lines: [re.sub("Hand 1: .*", "Hand 1: spy", line) for line in lines], "Seat 1")


@pytest.mark.parametrize("text", ["", "# nothing\n", "wait", "Set: oriflamme", ":", "Seats: 3"])
def test_a_text_that_is_no_record_is_refused(text):
    with pytest.raises(engine.BadRecord):
        engine.replay(text)
