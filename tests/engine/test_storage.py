"""A stored game is read as it was written, or refused; never is a wrong game built."""

import json
import random

import pytest

from games import engine

from .chance import GAMES, deal, moments, play_on
from .test_play import assert_sound

NUMBERS = range(GAMES)


def some_states(count):
    """Stored states from all over many games."""
    texts = [engine.dump(state) for state in moments(NUMBERS)]
    return random.Random(1).sample(texts, count)


def refused_or_sound(text):
    """Either BadState, or a game that is whole and can be played to its end."""
    try:
        state = engine.load(text)
    except engine.BadState:
        return
    assert_sound(state)
    for _ in play_on(state, random.Random(3)):
        assert_sound(state)


def refused(stored):
    with pytest.raises(engine.BadState):
        engine.load(json.dumps(stored))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "1", '"wait"', "{}", b"\xff\xfe\x00", "[" * 100_000, None, 7]
)
def test_what_is_no_stored_game_is_refused(text):
    with pytest.raises(engine.BadState):
        engine.load(text)


def test_a_truncated_text_is_refused():
    for text in some_states(5):
        for end in range(len(text)):
            with pytest.raises(engine.BadState):
                engine.load(text[:end])


@pytest.mark.parametrize("version", [0, 999, "1", 1.0, True, None])
def test_another_version_of_the_rules_is_refused_and_named(version):
    stored = json.loads(engine.dump(deal(1)))
    stored["rules_version"] = version
    with pytest.raises(engine.BadState, match="version"):
        engine.load(json.dumps(stored))


def test_a_missing_or_unknown_field_is_refused():
    for text in some_states(3):
        stored = json.loads(text)
        for field in stored:
            refused({key: value for key, value in stored.items() if key != field})
        refused({**stored, "extra": 1})


ODD = [None, True, -1, 10**30, 1.5, "x", "", "spy/0", [], [[]], [1], [None], {}, {"spy/0": 1}]


def test_a_field_of_another_kind_is_refused_or_harmless():
    for text in some_states(20):
        stored = json.loads(text)
        for field in stored:
            for value in ODD:
                refused_or_sound(json.dumps({**stored, field: value}))
            if isinstance(stored[field], list):
                for place in range(len(stored[field])):
                    for value in ODD:
                        changed = list(stored[field])
                        changed[place] = value
                        refused_or_sound(json.dumps({**stored, field: changed}))


def test_a_changed_letter_is_refused_or_harmless():
    rng = random.Random(5)
    for text in some_states(150):
        for _ in range(10):
            place = rng.randrange(len(text))
            refused_or_sound(
                text[:place] + rng.choice('0123456789/", []{}:-abcy') + text[place + 1 :]
            )


def test_a_card_in_two_places_or_in_none_is_refused():
    for text in some_states(20):
        stored = json.loads(text)
        for pile in ("hands", "aside"):
            for seat in range(stored["seats"]):
                cards = stored[pile][seat].split()
                for lot in (cards[1:], [*cards, cards[0]], ["spy", *cards], list(reversed(cards))):
                    if lot != cards:
                        piles = list(stored[pile])
                        piles[seat] = " ".join(lot)
                        refused({**stored, pile: piles})


def test_a_card_moved_from_the_hand_to_the_discard_is_refused():
    stored = json.loads(engine.dump(deal(0)))
    first, *rest = stored["hands"][0].split()
    stored["hands"][0] = " ".join(rest)
    stored["discards"][0] = first
    refused(stored)


def test_a_question_nobody_would_be_asked_is_refused():
    found = 0
    for text in [engine.dump(state) for state in moments(NUMBERS)]:
        stored = json.loads(text)
        if not stored["agenda"]:
            continue
        found += 1
        refused({**stored, "agenda": []})
        refused({**stored, "active": ""})
        refused({**stored, "agenda": stored["agenda"] * 3})
        rule, card, answers, revealed, tokens = stored["agenda"][-1]
        for step in (
            ["lord", card, answers, revealed, tokens],
            [rule, "lord/4", answers, revealed, tokens],
            [rule, card, [*answers, "wait", "wait"], revealed, tokens],
            [rule, card, answers, "yes", tokens],
            [rule, card, answers, revealed, -1],
            [rule, card, answers],
        ):
            refused({**stored, "agenda": [*stored["agenda"][:-1], step]})
    assert found > 20


def test_a_state_is_plain_json_between_any_two_decisions():
    for state in moments(NUMBERS):
        stored = json.loads(engine.dump(state))
        assert stored["rules_version"] == engine.RULES_VERSION
        assert json.dumps(stored, separators=(",", ":")) == engine.dump(state)
