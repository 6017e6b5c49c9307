"""docs/playing.md tells the truth: every word of its tables is understood as it says."""

import re
from pathlib import Path

import pytest

from games import engine, faces, orders
from games.engine import words
from games.post.instructions import read
from tests.engine.table import Table

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
    assert read(text).moves == (text,)


def test_the_orders_of_the_page_are_read_beside_a_move() -> None:
    at = orders.Setting(frozenset(words.LANGUAGES["en"].NAMES), 3, 1, 2, ("Alice", "Bob", "Carol"))
    assert len(ORDERS) > 10
    for text in ORDERS:
        assert orders.check(orders.read(text, at), at)
    assert read("\n".join(BLOCK), lambda line: line in ORDERS).orders == tuple(BLOCK[1:])
    assert read(BLOCK[0]).moves == (BLOCK[0],)


def test_what_the_page_says_of_reading_is_so() -> None:
    assert "`reveal, eliminate 3`" in ANSWERING
    assert read("reveal, eliminate 3").moves == ("reveal", "eliminate 3")
    meant = {
        "покласти шпигун кінець": "place spy end",
        "открыть": "reveal",
        "elimina 3": "eliminate 3",
    }
    for text, move in meant.items():
        assert f"`{text}`" in ANSWERING
        assert read(text).moves == (move,)
    assert "`no wait, reveal`" in ANSWERING
    assert read("no wait, reveal").doubtful == ("no wait",)


@pytest.mark.parametrize(("word", "also"), WISHES)
def test_another_word_of_the_page_means_the_same_in_every_language(word: str, also: str) -> None:
    others = re.findall(r"`([^`]+)`", also)
    assert others
    for other in others:
        if word.startswith("talk:"):
            assert read(f"{other} ciao").talk == ("ciao",)
        else:
            assert read(other).wish == read(word).wish == word


def test_every_wish_is_explained() -> None:
    from games.post.instructions import Wish

    assert {word for word, _also in WISHES if not word.startswith("talk")} == set(Wish)


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
