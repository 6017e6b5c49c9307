"""Whole games told in words: every event, question and move that really comes up."""

import random
import re

import pytest

from games import engine
from games.engine import words
from tests.engine.worlds import random_game

NAMES = ["Alice", "Bob", "Carol", "Dave", "Erin"]
BROKEN = re.compile(r"[\[\]{}|\n]|None|  ")


@pytest.fixture(scope="module")
def played():
    """Views of those asked, and logs, from games of every box and mixes of them."""
    views, logs = [], []
    for number in range(60):
        set_ = ("oriflamme", "ablaze", "alliance", "mixed", "mixed", "mixed")[number % 6]
        for game, position, _, _ in random_game(random.Random(number), set_, 3):
            if position["to_move"]:
                views.append(engine.view(game.state, position["to_move"]["seat"]))
        logs.append(game.log)
    return views, logs


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_every_legal_move_says_what_it_would_do(played, lang):
    views, _ = played
    verbs, kinds = set(), set()
    for view in views:
        kinds.add(view["question"]["kind"])
        said = [words.say_move(move, view, lang, NAMES) for move in view["question"]["moves"]]
        assert not [text for text in said if BROKEN.search(text)], said
        if view["question"]["kind"] != "wait_or_reveal":
            assert len(set(said)) == len(said), said
        verbs |= {move.split()[0] for move in view["question"]["moves"]}
    assert kinds == set(engine.QUESTIONS)
    assert verbs == {
        *("place", "wait", "reveal", "eliminate", "steal", "copy", "move", "bribe", "use"),
        *("take", "give", "gain", "swap", "stay", "leave", "mark"),
    }


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_every_question_is_asked_of_the_one_and_told_to_the_others(played, lang):
    views, _ = played
    for view in views:
        question = view["question"]
        for you in (0, 1, 2, None):
            assert not BROKEN.search(words.ask(question, lang, you, NAMES))


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_every_log_is_told_to_every_seat(played, lang):
    _, logs = played
    kinds = set()
    for log in logs:
        for you in (0, None):
            for event in engine.redact(log, you):
                kinds.add(event["kind"])
                told = words.say(event, lang, you, NAMES)
                assert not BROKEN.search(told), told
                assert told.endswith("."), told
    assert kinds == set(engine.EVENTS)


def _view(**changes):
    """Alice's view: her closed Ambush with three tokens among other cards."""

    def slot(number, controller, card, **top):
        top = {"family": controller, "card": card, "open": False, "tokens": 0} | top
        return {"slot": number, "controller": controller, "covered": [], "top": top}

    question = {"seat": 0, "kind": "wait_or_reveal", "slot": 4, "moves": []}
    return {
        "you": 0,
        "row": [
            slot(1, 1, "queen", open=True),
            slot(2, 0, "soldier", tokens=2),
            slot(3, 2, None, tokens=1),
            slot(4, 0, "ambush", tokens=3),
        ],
        "question": question | changes,
    }


@pytest.mark.parametrize(
    ("move", "question", "said"),
    [
        ("wait", {}, "put a token on your Ambush and leave it closed"),
        ("reveal", {}, "turn your Ambush over: its tokens are lost, you gain 1, and it is gone"),
        (
            "reveal",
            {"slot": 2},
            "turn your Soldier over and take 2 tokens from it; "
            "then eliminate the card just before or just after it",
        ),
        ("eliminate 3", {"kind": "eliminate"}, "eliminate Carol's closed card (slot 3)"),
        ("eliminate 2", {"kind": "eliminate"}, "eliminate your Soldier (slot 2)"),
        (
            "place spy on 2",
            {"kind": "place"},
            "play the Spy face down on top of your Soldier (slot 2)",
        ),
        (
            "place twin start",
            {"kind": "place_twin"},
            "put the Twin open at the start of the row",
        ),
        ("move 1 to 4", {"kind": "move"}, "move Bob's Queen (slot 1) to the very end"),
        ("move 1 to 2", {"kind": "move"}, "move Bob's Queen (slot 1) between slots 2 and 3"),
        ("give 3", {"kind": "give"}, "put 1 token on Carol's closed card (slot 3)"),
        ("give 1", {"kind": "give"}, "put 2 tokens on Bob's Queen (slot 1)"),
        (
            "use 1",
            {"kind": "use_or_take"},
            "spend a token to let Bob's Queen (slot 1) act",
        ),
        ("reveal", {"slot": 1}, "turn your Queen over: gain 2"),
        ("steal 1", {"kind": "steal"}, "steal 1 from Bob"),
        ("steal 2", {"kind": "steal"}, "steal 1 from yourself: nothing changes"),
        ("gain", {"kind": "judge"}, "gain 1; no verdict is left to put"),
    ],
)
def test_moves_are_said_plainly(move, question, said):
    assert words.say_move(move, _view(**question), "en", NAMES) == said
