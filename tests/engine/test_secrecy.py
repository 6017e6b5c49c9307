"""What a seat is told depends on nothing that it may not know – and this test could tell.

`ORIFLAMME_LONG=20` plays so many times as many games.
"""

import json
import os
import random
from collections import Counter
from zlib import crc32

import pytest

from games import engine
from tests import bounded
from tests.engine.table import KINDS, Table
from tests.engine.worlds import Eyes, LeakError, random_deal, tell_apart

LONG = int(os.environ.get("ORIFLAMME_LONG", "1"))
GAMES = [
    (set_, seats, number)
    for set_ in ("oriflamme", "ablaze", "alliance", "mixed")
    for seats in (2, 3, 4, 5)
    for number in range(LONG * (4 if set_ == "mixed" else 2))
]


@pytest.mark.long(10)
def test_nobody_can_tell_worlds_apart_that_differ_in_what_is_hidden_from_him():
    count = Counter()
    for set_, seats, number in GAMES:
        count += tell_apart(random.Random(f"{set_} {seats} {number}"), set_, seats, Eyes())
    assert count["other_worlds"] > 0.95 * count["worlds"]
    for difference in ("closed", "covered", "set aside", "returned to the hand before"):
        assert count[difference] > 20, difference
    for tokens in ("with", "without"):
        assert count[f"uprising waits {tokens} tokens"] > 20, tokens


# --- planted leaks: each must be caught ------------------------------------------------------


def hands_are_listed_in_an_order_that_tells(state, seat):
    seen = engine.view(state, seat)
    position = engine.position(state)
    seen["seats"].sort(key=lambda one: position["hands"][one["seat"]])
    return seen


def a_digest_of_all_the_cards_is_an_id(state, seat):
    return engine.view(state, seat) | {"id": crc32(engine.dump(state).encode())}


def the_moves_of_others_are_counted(state, seat):
    seen = engine.view(state, seat)
    if seen["question"] and seen["question"]["kind"] == "wait_or_reveal":
        seen["question"]["count"] = len(engine.legal_moves(state))
    return seen


def a_closed_card_shows_whether_it_is_an_intrigue(state, seat):
    intrigues = {"uprising", "extortion", "infiltration", "treaty"}
    seen = engine.view(state, seat)
    for slot, cards in zip(seen["row"], engine.position(state)["row"], strict=True):
        slot["top"]["intrigue"] = cards[-1]["card"] in intrigues
    return seen


def a_covered_card_shows_its_name(state, seat):
    seen = engine.view(state, seat)
    for slot, cards in zip(seen["row"], engine.position(state)["row"], strict=True):
        for card, known in zip(slot["covered"], cards, strict=False):
            card["card"] = known["card"]
    return seen


def a_card_set_aside_shows(state, seat):
    return engine.view(state, seat) | {"first": engine.position(state)["aside"][0][0]}


def a_played_card_is_named_in_the_log(log, seat):
    return [event for event in log if event["kind"] == "played"]


def an_uprising_waits_in_another_way(log, seat):
    told = engine.redact(log, seat)
    for event, full in zip(told, log, strict=True):
        if full["kind"] == "waited" and full["card"] == "uprising":
            event["card"] = None
            event["forced"] = True
    return told


def the_deal_is_told_to_all(log, seat):
    return engine.redact(log, seat, over=True)


def an_error_says_what_the_other_could_do(state, move, seat=None):
    try:
        return engine.play(state, move, seat=seat)
    except engine.NotYourTurn as error:
        raise engine.NotYourTurn(f"{error} They may {engine.legal_moves(state)}") from error


def look_for_leaks(eyes):
    for number in range(20):
        tell_apart(random.Random(number), "alliance", 3, eyes)


@pytest.mark.parametrize(
    "leak",
    [
        {"view": hands_are_listed_in_an_order_that_tells},
        {"view": a_digest_of_all_the_cards_is_an_id},
        {"view": the_moves_of_others_are_counted},
        {"view": a_closed_card_shows_whether_it_is_an_intrigue},
        {"view": a_covered_card_shows_its_name},
        {"view": a_card_set_aside_shows},
        {"redact": a_played_card_is_named_in_the_log},
        {"redact": an_uprising_waits_in_another_way},
        {"redact": the_deal_is_told_to_all},
        {"play": an_error_says_what_the_other_could_do},
    ],
    ids=lambda leak: next(iter(leak.values())).__name__,
)
def test_a_leak_is_caught(leak):
    with pytest.raises(LeakError):
        look_for_leaks(Eyes(**leak))


def test_an_uprising_that_waits_without_being_asked_is_caught(monkeypatch):
    """A table that goes on by itself past a card that can only wait gives that card away."""
    honest = engine.play

    def hasty(state, move, seat=None):
        events = honest(state, move, seat=seat)
        bound = bounded()
        while next(bound) and engine.legal_moves(state) == ["wait"]:
            events += honest(state, "wait")
        return events

    monkeypatch.setattr(engine, "play", hasty)
    with pytest.raises(LeakError):
        look_for_leaks(Eyes())


# --- single cases -----------------------------------------------------------------------------


@pytest.mark.parametrize("tokens", [0, 1])
def test_every_card_waits_in_the_same_way(tokens):
    told = set()
    for kind in KINDS["alliance"].split():
        if kind == "empress":
            continue
        t = Table("alliance", Alice=kind, Bob="empress", Carol="")
        carol = t.hand("Carol")[0]
        t.plan(Alice=f"{kind} end", Bob="empress start", Carol=f"{carol} end")
        before = Eyes().show(t.state, t.events, 1), Eyes().show(t.state, t.events, None)
        t.play("Bob reveal; Bob give 2" if tokens else "Bob wait")
        assert t.asked == "Alice"
        t.play("Alice wait")
        after = Eyes().show(t.state, t.events, 1), Eyes().show(t.state, t.events, None)
        told.add((before, after))
    assert len(told) == 1


def test_a_seed_shows_nowhere_but_in_the_deal():
    for number in range(8):
        deal = random_deal(random.Random(number), "mixed", 4)
        ours = engine.new_game(**deal)
        shuffled = {
            key: [cards[::-1] for cards in deal[key]] if key in {"hands", "aside"} else deal[key]
            for key in deal
        }
        assert engine.dump(engine.new_game(**shuffled)) == engine.dump(ours)
    drawn = engine.deal(set="ablaze", seats=3, seed=bytes(range(32)))
    position = engine.position(drawn)
    by_hand = engine.new_game(
        set="ablaze",
        seats=3,
        first=engine.to_move(drawn),
        direction=engine.view(drawn, None)["direction"],
        hands=position["hands"],
        aside=position["aside"],
    )
    assert engine.dump(drawn) == engine.dump(by_hand)


def test_the_keys_of_a_view_never_come_and_go_with_what_is_hidden():
    def keys(value):
        if isinstance(value, dict):
            return {key: keys(inner) for key, inner in value.items() if key != "moves"}
        if isinstance(value, list):
            return [keys(inner) for inner in value if isinstance(inner, dict)]
        return None

    t = Table("alliance", Alice="uprising", Bob="empress", Carol="judge")
    t.plan(Alice="uprising end", Bob="empress start", Carol="judge end").play("Bob reveal")
    t.play("Bob give 3; Alice wait")
    shapes = {json.dumps(keys(engine.view(t.state, seat))) for seat in range(3)}
    assert len(shapes) == 1


def test_to_a_spectator_all_hands_are_sizes_until_the_end():
    t = Table("oriflamme", Alice="", Bob="", Carol="")
    seen = engine.view(t.state, None)
    assert seen["yours"] is None
    assert [seat["hand"] for seat in seen["seats"]] == [7, 7, 7]
    assert [seat["hand_cards"] for seat in seen["seats"]] == [None, None, None]
    for _ in range(6):
        for _ in range(3):
            t.play(f"{t.asked} {t.legal[0]}")
        t.wait()
    seen = engine.view(t.state, None)
    assert [seat["hand_cards"] for seat in seen["seats"]] == t.position["hands"]
