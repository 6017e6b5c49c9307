"""docs/playing.md tells the truth: every word of its tables is understood as it says."""

import re
from pathlib import Path

import pytest

from games import engine, faces, orders
from games.engine import words
from games.replies import Reading, Talk, Wish, read
from tests.engine.table import Table
from tests.post.positions import position

PAGE = (Path(__file__).parents[2] / "docs/playing.md").read_text()
MOVING, OTHER = PAGE.split("## Answering")[1].split("## Other words")
ANSWERING, ORDERING = MOVING.split("## Standing orders")
MOVES = re.findall(r"^\| `([^`]+)` \|", ANSWERING, re.M)
BLOCK = re.findall(r"```\n(.*?)```", ORDERING, re.S)[0].splitlines()
ORDERS = [*BLOCK[1:], *re.findall(r"^\| `([^`]+)` \|", ORDERING, re.M)]
WISHES = re.findall(r"^\| `([^`]+)` \|.*\| (.+) \|$", OTHER, re.M)


def test_every_verb_of_the_notation_is_explained() -> None:
    verbs = {text.split()[0] for text in MOVES}
    known = set(words.LANGUAGES["en"].WORDS) - {"start", "end", "on", "to"}
    assert verbs == known


@pytest.mark.parametrize("text", MOVES)
def test_a_move_of_the_page_is_read_as_it_stands(text: str) -> None:
    """Where it is legal or not: what is impossible is refused as what it is."""
    assert read(text, position("S", "en")) == Reading(moves=(text,))


def test_the_orders_of_the_page_are_read_beside_a_move() -> None:
    at = orders.Setting(frozenset(words.LANGUAGES["en"].NAMES), 3, 1, 2, ("Alice", "Bob", "Carol"))
    assert len(ORDERS) > 10
    for text in ORDERS:
        assert orders.check(orders.read(text, at), at)
    wanted = Reading(moves=(BLOCK[0],), orders=tuple(BLOCK[1:]))
    assert read("\n".join(BLOCK), position("P", "en"), lambda line: line in ORDERS) == wanted


def test_what_the_page_says_of_reading_is_so() -> None:
    assert "`reveal, eliminate 3`" in ANSWERING
    assert read("reveal, eliminate 3", position("W", "en")).moves == ("reveal", "eliminate 3")
    meant = {
        "I wait": ("W", "wait"),
        "leave it closed, please": ("W", "wait"),
        "the Ambush at the end": ("P", "place ambush end"),
        "Lord on top of my Conspiracy": ("P", "place lord on 4"),
        "kill Carol's closed card": ("E", "eliminate 4"),
        "the last one": ("E", "eliminate 4"),
        "слот 2": ("E", "eliminate 2"),
        "розкриваю": ("W", "reveal"),
        "metto la Spia all'inizio": ("P", "place spy start"),
    }
    for text, (at, move) in meant.items():
        assert f"*{text}*" in ANSWERING
        assert read(text, position(at, "en")) == Reading(moves=(move,))


@pytest.mark.parametrize(("word", "also"), WISHES)
def test_another_word_of_the_page_means_the_same_in_every_language(word: str, also: str) -> None:
    at = position("W", "en")
    others = [one.replace(" …", " ciao") for one in re.findall(r"`([^`]+)`", also)]
    assert others
    for other in others:
        if word.startswith(("talk:", "tell")):
            said = other if "ciao" in other else f"{other} ciao"
            seat = 1 if word.startswith("tell") else None
            assert read(said.replace("Bob:", "Bohdan:"), at).talk == (Talk("ciao", seat),)
        else:
            assert read(word, at).wish
            assert read(other, at) == read(word, at)


def test_every_wish_is_explained() -> None:
    told = {read(word, position("W", "en")).wish for word, _also in WISHES}
    assert told - {None} == set(Wish) - {Wish.YES, Wish.NO}


def test_the_lines_of_the_table_look_as_the_page_shows_them() -> None:
    t = Table("oriflamme", Alice="ambush", Bob="heir", Carol="")
    carol = t.hand("Carol")[0]
    t.plan(Alice="ambush end", Bob="heir end", Carol=f"{carol} start")
    t.play("Carol wait; Alice wait; Bob wait")
    view = engine.view(t.state, 0)
    asked = view | {"question": {"seat": 0, "slot": 2, "kind": "wait_or_reveal"}}
    shown = next(line for line in PAGE.splitlines() if line.startswith(" >"))
    here = shown.replace("  4  ", "  2  ").replace("3 tokens", "1 token")
    assert faces.rows(asked, "en", ["Alice", "Bob", "Carol"]).splitlines()[1] == here
