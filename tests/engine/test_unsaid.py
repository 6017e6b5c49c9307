"""Nothing happens without a word of why.

`ORIFLAMME_LONG=20` plays a thousand games of bots.
"""

import os
import random
from itertools import pairwise

import pytest

from games import engine
from games.engine import words
from games.engine.words import LANGUAGES
from tests.engine.worlds import SETS, by_bots, random_deal

GAMES = 50 * int(os.environ.get("ORIFLAMME_LONG", "1"))
BEGINS = {"acts", "revealed", "copied", "used"}
GOES_ON = BEGINS | {"waited", "events_began", "round_ended"}
# They tell of no effect.
EMPTY = {*BEGINS, "forced"}


def silences(events, pending):
    """Cards' turns of which nothing is told, neither a deed nor a reason. `pending`: somebody is
    asked about the last one."""
    told = words.explain(events)
    turns = [at for at, event in enumerate(told) if event["kind"] in GOES_ON]
    for begin, end in pairwise([*turns, len(told)]):
        turn, rest = told[begin:end], told[end:]
        if turn[0]["kind"] not in BEGINS or (not rest and pending):
            continue
        by_another = rest and rest[0]["kind"] in {"copied", "used"}
        is_told = any(event["kind"] not in EMPTY or "nothing" in event for event in turn)
        if not is_told and not by_another:
            yield turn


def test_no_activation_is_silent():
    reasons = set()
    for number in range(GAMES):
        rng = random.Random(number)
        state = engine.new_game(**random_deal(rng, SETS[number % 5], 3))
        for move, events in by_bots(state, rng):
            question = engine.view(state, None)["question"]
            pending = question is not None and question["kind"] not in {"place", "wait_or_reveal"}
            assert not list(silences(events, pending)), (number, move, events)
            told = words.explain(events)
            reasons |= {event["nothing"] for event in told if "nothing" in event}
            if move == "gain" and words.is_in_vain(move, told):
                reasons.add("informant")
                assert not told or told[0]["kind"] != "gained"
    assert reasons >= {*LANGUAGES["en"].NOTHING} - {"shapeshifter", "uprising"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_heir_beside_another_says_why_it_gains_nothing(lang):
    acts = {"kind": "acts", "seat": 1, "slot": 2, "card": "heir"}
    [event] = words.explain([acts])
    reason = LANGUAGES[lang].NOTHING["heir"].format(card=LANGUAGES[lang].NAMES["heir"])
    assert words.say(event, lang, 0, ["Ann", "Bo"]).endswith(reason)
    gained = {"kind": "gained", "seat": 1, "amount": 2, "why": "effect", "card": "heir", "slot": 2}
    assert words.explain([acts, gained]) == [acts, gained]


def test_an_informant_who_finds_nothing_has_a_reason_though_no_event_tells_of_it():
    assert words.is_in_vain("gain", [])
    assert words.is_in_vain("gain", [{"kind": "acts", "seat": 0, "slot": 2, "card": "lord"}])
    gained = {"kind": "gained", "seat": 1, "amount": 1, "why": "effect", "card": "judge"}
    assert not words.is_in_vain("gain", [gained])
    assert not words.is_in_vain("wait", [])
