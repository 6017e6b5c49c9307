"""What is true of every game at every moment, whatever is played."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.engine.events import EVENTS, QUESTIONS
from tests import bounded

from .chance import GAMES, deal, moments, play_on

NUMBERS = range(GAMES * 4)


def cards_of(position, family, deck):
    """Where the cards of a family are, counted from the referee's position alone."""
    found = Counter(position["hands"][family])
    found.update(position["aside"][family])
    found.update(position["discards"][family])
    found.update(kept["card"] for kept in position["kept"][family])
    found.update(
        card["card"] for stack in position["row"] for card in stack if card["family"] == family
    )
    found.update(["twin"] * position["twin_waiting"][family])
    return found


def assert_sound(state):
    position = engine.position(state)
    whole = Counter([*state.deck, *(["twin"] if "prince" in state.deck else [])])
    for family in range(state.seats):
        assert cards_of(position, family, state.deck) == whole
    assert all(amount >= 0 for amount in position["influence"])
    assert all(card["tokens"] >= 0 for stack in position["row"] for card in stack)
    assert sum(card["verdicts"] for stack in position["row"] for card in stack) <= 5
    assert all(position["row"]), "a slot is empty"
    asked = position["to_move"]
    assert (asked is None) == (position["phase"] == "over") == (position["result"] is not None)
    if asked:
        assert asked["legal"] == sorted(set(asked["legal"]))
        assert asked["legal"], "nobody is asked without a move"


def test_every_moment_of_a_game_is_sound():
    for state in moments(NUMBERS):
        assert_sound(state)


def test_a_state_stored_and_read_plays_on_as_if_nothing_had_happened():
    for number in NUMBERS:
        state, rng = deal(number), random.Random(number)
        other = engine.load(engine.dump(state))
        for move, events in play_on(state, rng):
            assert engine.play(other, move) == events
            text = engine.dump(state)
            assert engine.dump(other) == text
            other = engine.load(text)
            assert other == state
            assert engine.legal_moves(other) == engine.legal_moves(state)


def test_a_copy_goes_its_own_way():
    for number in NUMBERS[::4]:
        for state in moments([number]):
            before = engine.dump(state)
            twin = state.copy()
            assert twin == state
            for _ in play_on(twin, random.Random(number)):
                pass
            assert engine.dump(state) == before


def test_everybody_plays_six_cards_and_the_game_ends():
    for number in NUMBERS:
        state = deal(number)
        played = Counter()
        rounds = []
        for _, events in play_on(state, random.Random(number)):
            played.update(event["seat"] for event in events if event["kind"] == "played")
            rounds += [event["round"] for event in events if event["kind"] == "round_ended"]
        assert played == dict.fromkeys(range(state.seats), 6)
        assert rounds == [1, 2, 3, 4, 5, 6]
        assert engine.to_move(state) is None
        assert all(len(hand) == 1 for hand in engine.position(state)["hands"])


def test_only_playing_and_turning_over_are_asked_with_a_single_answer():
    for state in moments(NUMBERS):
        asked = engine.view(state, None)["question"]
        if asked:
            assert asked["kind"] in QUESTIONS
            moves = engine.legal_moves(state)
            assert len(moves) > 1 or asked["kind"] in {"place", "wait_or_reveal"}


def test_every_event_has_the_fields_of_its_kind():
    seen = set()
    for number in NUMBERS:
        state = deal(number)
        log = engine.opening(state)
        for _, events in play_on(state, random.Random(number)):
            log += events
        for event in log:
            about = EVENTS[event["kind"]]
            assert event.keys() == {"kind", "knows", *about.fields}
            assert event["knows"] is None or about.secret
            assert event.get("question", "place") in QUESTIONS
            for slot in ("slot", "by_slot", "to", "target"):
                assert event.get(slot) is None or event[slot] >= 1
            seen.add(event["kind"])
    assert seen == set(EVENTS), "an event of the vocabulary never happened"


def test_the_events_account_for_all_influence():
    for number in NUMBERS:
        state = deal(number)
        purse = [1] * state.seats
        for _, events in play_on(state, random.Random(number)):
            for event in events:
                if event["kind"] == "gained":
                    purse[event["seat"]] += event["amount"]
                elif event["kind"] == "lost":
                    purse[event["seat"]] -= event["amount"]
                elif event["kind"] == "stole":
                    purse[event["victim"]] -= event["amount"]
                    purse[event["seat"]] += event["amount"]
            assert purse == engine.position(state)["influence"]


def test_a_seat_reads_its_own_secrets_in_the_log_and_nobody_elses():
    state = deal(2)
    log = engine.opening(state)
    for _, events in play_on(state, random.Random(2)):
        log += events
    for seat in (None, *range(state.seats)):
        for event, read in zip(log, engine.redact(log, seat), strict=True):
            assert read.keys() == event.keys() - {"knows"}
            secret = EVENTS[event["kind"]].secret
            hidden = event["knows"] not in {None, seat}
            for field in read:
                assert read[field] == (None if hidden and field in secret else event[field])
    opened = engine.redact(log, None, over=True)
    assert all(None not in {e["hand"] and 1, e["aside"] and 1} for e in opened if "hand" in e)
    assert all(event["card"] for event in opened if event["kind"] == "played")


@pytest.mark.parametrize("name", engine.SETS)
def test_every_legal_move_can_be_played(name):
    rng = random.Random(name)
    for _ in range(3):
        state = engine.deal(set=name, seats=3, seed=rng.randbytes(32))
        bound = bounded()
        while next(bound) and (moves := engine.legal_moves(state)):
            for move in moves:
                other = state.copy()
                engine.play(other, move)
                assert_sound(other)
            engine.play(state, rng.choice(moves))


KINDS = sorted(kind for name in engine.SETS[:3] for kind in engine.kinds_of(name))


@settings(max_examples=GAMES, deadline=None)
@given(st.data())
def test_any_ten_kinds_make_a_game(data):
    deck = data.draw(st.lists(st.sampled_from(KINDS), min_size=10, max_size=10, unique=True))
    seats = data.draw(st.integers(2, 5))
    seed = data.draw(st.binary(min_size=32, max_size=32))
    edition = data.draw(st.sampled_from(engine.EDITIONS))
    state = engine.deal(set="mixed", deck=deck, seats=seats, seed=seed, edition=edition)
    moves = []
    start = state.copy()
    for move, _ in play_on(state, data.draw(st.randoms(use_true_random=False))):
        moves.append(move)
        assert_sound(state)
    again = engine.replay(engine.record(start, moves, seed=seed))
    assert again == state


def test_games_in_threads_do_not_disturb_each_other():
    def play_one(number):
        state = deal(number)
        for _ in play_on(state, random.Random(number)):
            pass
        return engine.dump(state)

    alone = [play_one(number) for number in NUMBERS[:40]]
    with ThreadPoolExecutor(max_workers=8) as threads:
        assert list(threads.map(play_one, NUMBERS[:40])) == alone
