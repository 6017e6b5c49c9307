"""The text of a table says what its view says, in every language."""

import random
import re

import pytest
from django.utils import translation

from games import engine, faces
from games.engine import words
from games.engine.words import LANGUAGES
from games.faces import drawn, lettering
from tests.engine.chance import deal, play_on
from tests.engine.table import KINDS, Table

NAMES = ["Alice", "Bob", "Carol", "Dave", "Erin"]
ALL_KINDS = [*" ".join(KINDS.values()).split(), "twin"]


def seen(table: Table, player: str) -> engine.View:
    return engine.view(table.state, table.players.index(player))


def row_of_four() -> Table:
    """Alice's soldier lies open under nothing, her heir closed, the others' cards closed."""
    t = Table("oriflamme", Alice="soldier lord", Bob="archer", Carol="heir")
    t.plan(Alice="soldier end", Bob="archer end", Carol="heir end")
    t.play("Alice wait; Bob wait; Carol wait")
    return t


def test_the_text_has_a_line_for_each_slot() -> None:
    t = row_of_four()
    assert faces.rows(seen(t, "Alice"), "en", NAMES[:3]).splitlines() == [
        "    1  you    Soldier, closed, 1 token",
        "    2  Bob    closed card, 1 token",
        "    3  Carol  closed card, 1 token",
    ]


def test_the_line_of_your_decision_says_so() -> None:
    t = Table("oriflamme", Alice="soldier", Bob="archer", Carol="heir")
    t.plan(Alice="soldier end", Bob="archer end", Carol="heir end")
    mine, theirs = (faces.rows(seen(t, who), "en").splitlines()[0] for who in ("Alice", "Bob"))
    assert mine == " >  1  you      Soldier, closed  <- your decision"
    assert theirs == " >  1  Crimson  closed card"


def test_what_lies_under_a_card_is_named_to_who_knows_it() -> None:
    t = row_of_four()
    t.play("Bob place spy start; Carol place lord start; Alice place lord on 3")
    assert "Lord, closed, on top of 1 card (Soldier)" in faces.rows(seen(t, "Alice"), "en")
    assert "closed card, on top of 1 card" in faces.rows(seen(t, "Bob"), "en")
    assert "Soldier" not in faces.rows(seen(t, "Bob"), "en")


def test_influence_is_told_greatest_first_and_hidden_cards_to_their_owner() -> None:
    t = Table("oriflamme", Alice="lord", Bob="heir", Carol="")
    carol = t.hand("Carol")[0]
    t.plan(Alice="lord end", Bob="heir start", Carol=f"{carol} end").play("Bob reveal")
    view = seen(t, "Alice")
    assert faces.standing(view, "en", NAMES[:3]) == "Influence: Bob 3, you 1, Carol 1."
    assert faces.holdings(view, "en").startswith("Your hand: ")
    assert faces.holdings(engine.view(t.state, None), "en") == ""


def test_the_moment_names_round_phase_and_slot() -> None:
    t = Table("oriflamme", Alice="soldier", Bob="archer", Carol="heir")
    assert faces.moment(seen(t, "Bob"), "en") == "Round 1 of 6, planning."
    t.plan(Alice="soldier end", Bob="archer end", Carol="heir end")
    assert faces.moment(seen(t, "Bob"), "en") == (
        "Round 1 of 6, events. Slot 1 of 3 is being resolved."
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_tells_every_moment(lang: str) -> None:
    """In its own words: no English sentence is left where there is another language."""
    english = re.compile(r"\b(?:card|slot|closed|influence|token|your|of)\b", re.IGNORECASE)
    state = deal(3)
    names = NAMES[: state.seats]
    for _ in play_on(state, random.Random(3)):
        view = engine.view(state, 0)
        told = [
            faces.moment(view, lang),
            faces.rows(view, lang, names),
            faces.standing(view, lang, names),
            faces.short(view, lang, names),
            faces.holdings(view, lang),
        ]
        assert all(told) or not view["yours"]
        if lang != "en":
            assert not english.search("\n".join(told))


def test_the_language_around_does_not_matter() -> None:
    view = engine.view(deal(5), 1)
    with translation.override("it"):
        assert "Раунд 1 із 6" in faces.moment(view, "uk")
        assert translation.get_language() == "it"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_name_fits_on_its_card_and_can_be_read(kind: str, lang: str) -> None:
    for room, size in (drawn.NAME_OPEN, drawn.NAME_PEEPED):
        for line in lettering.fit(words.name(kind, lang), room, size, weight=700, lines=2):
            assert lettering.width(line.text, line.size, 700, line.stretch) <= room + 0.5
            assert line.size > 9, "under 5 px on a phone 360 px wide"
