"""The deal is what docs/fair-play.md says: checked by a second hand that follows the page."""

import hashlib
import json
import re
from collections import Counter
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine
from games.engine.shuffle import Stream

PAGE = (Path(__file__).parents[2] / "docs" / "fair-play.md").read_text()
VECTORS = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])


def bytes_of(seed, purpose):
    for number in count():
        text = b"oriflamme-by-post/1/" + purpose.encode() + b"/" + seed + number.to_bytes(4, "big")
        yield from hashlib.sha256(text).digest()


def below(stream, bound):
    return next(byte for byte in stream if byte < 256 - 256 % bound) % bound


def order(stream, cards):
    cards = sorted(cards)
    for i in range(len(cards) - 1, 0, -1):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["set"] for vector in VECTORS])
def test_the_vectors_on_the_page_are_dealt(vector):
    seed = bytes.fromhex(vector["seed"])
    state = engine.deal(set=vector["set"], seats=vector["seats"], seed=seed)
    assert engine.commitment(seed) == vector["commitment"]
    assert state.first == vector["first"]
    assert state.direction == vector["direction"]
    assert " ".join(state.deck) == vector["deck"]
    assert [" ".join(hand) for hand in state.hands] == vector["hands"]
    assert [" ".join(cards) for cards in state.aside] == vector["aside"]


@given(st.binary(min_size=32, max_size=32), st.sampled_from(engine.SETS), st.integers(2, 5))
def test_whoever_follows_the_page_gets_the_same_deal(seed, name, seats):
    state = engine.deal(set=name, seats=seats, seed=seed)
    every = [kind for box in engine.SETS[:3] for kind in engine.kinds_of(box)]
    deck = every if name == "mixed" else engine.kinds_of(name)
    if name == "mixed":
        deck = order(bytes_of(seed, "deck"), every)[:10]
    assert sorted(deck) == list(state.deck)
    assert below(bytes_of(seed, "first"), seats) == state.first
    turned = below(bytes_of(seed, "direction"), 2)
    assert ["left_to_right", "right_to_left"][turned] == state.direction
    for seat in range(seats):
        dealt = order(bytes_of(seed, f"hand {seat}"), deck)
        assert sorted(dealt[:7]) == list(state.hands[seat])
        assert sorted(dealt[7:]) == list(state.aside[seat])
    assert engine.commitment(seed) == "sha256:" + hashlib.sha256(seed).hexdigest()


def test_the_bytes_on_the_page_come_first():
    told = re.search(r"`([0-9a-f]{64})`, and the first ten numbers below\n3 .* are ([\d ]+)", PAGE)
    assert hashlib.sha256(b"oriflamme-by-post/1/first/" + bytes(36)).hexdigest() == told[1]
    stream = Stream(bytes(32), "first")
    assert [stream.below(3) for _ in range(10)] == [int(n) for n in told[2].split()]


def test_choosing_by_hand_leaves_the_rest_of_the_deal_as_it_was():
    seed = bytes(range(32))
    drawn = engine.deal(set="mixed", seats=4, seed=seed)
    chosen = engine.deal(
        set="mixed",
        seats=4,
        seed=seed,
        deck=drawn.deck,
        first=(drawn.first + 1) % 4,
        direction="left_to_right",
    )
    assert chosen.hands == drawn.hands
    assert chosen.first == (drawn.first + 1) % 4
    assert chosen.direction == "left_to_right"


def test_no_card_is_dealt_more_often_than_another():
    hands = Counter()
    for number in range(3000):
        seed = hashlib.sha256(number.to_bytes(4, "big")).digest()
        hands.update(engine.deal(set="oriflamme", seats=2, seed=seed).hands[1])
    # 2,100 each; six standard deviations are about 150.
    assert all(abs(dealt - 2100) < 150 for dealt in hands.values())


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), "0" * 32, None, bytearray(32)])
def test_a_seed_is_32_bytes_and_nothing_else(seed):
    with pytest.raises(engine.BadDeal, match="32 bytes"):
        engine.deal(set="oriflamme", seats=3, seed=seed)
    with pytest.raises(engine.BadDeal, match="32 bytes"):
        engine.commitment(seed)


GOOD = {"set": "oriflamme", "seats": 3, "seed": bytes(32)}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"set": "tarot"}, "no set"),
        ({"seats": 1}, "2 to 5"),
        ({"seats": 6}, "2 to 5"),
        ({"seats": True}, "2 to 5"),
        ({"edition": "fr"}, "no edition"),
        ({"direction": "up"}, "direction"),
        ({"first": 3}, "first player"),
        ({"first": -1}, "first player"),
        ({"deck": ["spy"]}, "fixed"),
        ({"set": "mixed", "deck": ["spy"] * 10}, "ten different"),
        ({"set": "mixed", "deck": ["spy", "heir"]}, "ten different"),
        ({"set": "mixed", "deck": [*engine.kinds_of("ablaze")[:9], "twin"]}, "ten different"),
        (
            {"set": "mixed", "deck": [*engine.kinds_of("ablaze")[:9], "combination/first"]},
            "ten different",
        ),
    ],
)
def test_a_game_that_cannot_be_says_why(wrong, says):
    with pytest.raises(engine.BadDeal, match=says):
        engine.deal(**{**GOOD, **wrong})


def test_an_explicit_deal_must_be_the_deck_of_every_family():
    dealt = engine.deal(**GOOD)
    hands, aside = [list(hand) for hand in dealt.hands], [list(cards) for cards in dealt.aside]
    good = {"set": "oriflamme", "seats": 3, "first": 0, "hands": hands, "aside": aside}
    assert engine.new_game(**good).hands == dealt.hands
    for wrong in (
        {"hands": hands[:2]},
        {"aside": aside[:2]},
        {"hands": [hands[0][:6], *hands[1:]]},
        {"hands": [aside[0] + hands[0][:4], *hands[1:]]},
        {"hands": aside, "aside": hands},
    ):
        with pytest.raises(engine.BadDeal):
            engine.new_game(**{**good, **wrong})
