"""What is said beside a question to whoever plays for the first time is about that question."""

import random
from html import unescape
from typing import Any, cast

import pytest

from games import engine
from games.pages import guide
from games.types import Game as View
from tests import bounded
from tests.engine.worlds import SETS, random_deal
from tests.pages.conftest import Browser, text_of

pytestmark = pytest.mark.django_db

SAID = {
    "eliminate": "Each card eliminated brings you 1, whoever's it is.",
    "steal": "1 of their influence becomes yours.",
    "wait_or_reveal": "it acts at once",
}


def test_each_question_has_its_own_hint() -> None:
    """The Spy's is about influence that becomes one's own, and never about eliminating."""
    rng, met = random.Random(6), set[str]()
    for number in range(30):
        bound = bounded()
        state = engine.new_game(**random_deal(rng, SETS[number % len(SETS)], 4))
        while next(bound) and (seat := engine.to_move(state)) is not None:
            view = cast(View, engine.view(state, seat))
            kind = cast(Any, view["question"])["kind"]
            said = guide.hint(view)
            met |= {kind} if said else set()
            for about, words in SAID.items():
                assert (words in said) == (about == kind and view["round"] <= 3)
            engine.play(state, rng.choice(engine.legal_moves(state)))
    assert met == {"place", *SAID}


def test_learn_says_that_any_eliminated_card_pays_and_of_which_sort_a_card_is() -> None:
    at = Browser()
    assert SAID["eliminate"] in unescape(text_of(at.get("/learn")))
    sorts = {"character": "acts again in each round", "intrigue": "It acts once"}
    for name, sort in (("soldier", "character"), ("ambush", "intrigue")):
        page = text_of(at.get(f"/learn/{name}"))
        assert sort in page
        assert sorts[sort] in page
