"""Every card can be tried on its page, and after the end a game says what decided it."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import LANGUAGES
from games import engine
from games.engine import words
from games.pages import cards
from games.pages.learn import BOXES
from games.selectors.card_numbers import numbers_of
from tests.games.conftest import OpenTable, play_out
from tests.pages.conftest import Browser, text_of

pytestmark = pytest.mark.django_db

CARDS = sorted({card for box in BOXES for card in engine.kinds_of(box)} | {"twin"})


def offered(page: str) -> list[str]:
    return [
        unescape(move) for move in re.findall(r'<button [^>]*name="move" value="([^"]+)"', page)
    ]


def told(page: str) -> str:
    part = page.partition('id="example"')[2].partition("<figure")[0]
    return unescape(" ".join(re.findall(r"<li>(.*?)</li>", part)))


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_tried_until_the_round_ends(card: str) -> None:
    at, tried, said = Browser(), [], ""
    for _ in range(12):
        page = text_of(at.get(f"/learn/{card}", {"move": tried}))
        said = told(page)
        moves = offered(page)
        if not moves:
            break
        tried.append(moves[0])
    assert len(tried) > 1 or not moves
    assert words.name(card, "en") in said
    assert "eliminate" in said or "gained" in said or len(said) > 40


def test_an_example_takes_only_what_is_legal() -> None:
    at = Browser()
    first = text_of(at.get("/learn/archer"))
    wrong = text_of(at.get("/learn/archer", {"move": ["eliminate 77", "<blink>"]}))
    assert offered(first) == offered(wrong)
    assert told(wrong) == ""
    assert "<blink>" not in wrong


def test_what_decided_a_game_is_told_in_words(
    open_table: OpenTable, browser: Callable[[str], Browser]
) -> None:
    game = open_table("alice", "bob", "carol")
    play_out(game)
    page = text_of(browser("alice").get(f"/games/{game.key}"))
    turns = re.findall(r'<li><a href="\?at=(\d+)#steps-title">.*?</a>: (.+?)</li>', page)
    assert 0 < len(turns) <= 5
    assert all(0 < int(at) <= game.seq and len(says) > 10 for at, says in turns)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_says_what_is_asked_about_it_and_what_many_games_tell(card: str) -> None:
    page = unescape(text_of(Browser().get(f"/learn/{card}")))
    ruling, numbers = words.ruling(card, "en"), numbers_of(card)
    assert ruling
    assert ruling in page
    assert numbers is not None, "manage.py measure_cards"
    assert 1 <= numbers["round"] <= 6
    assert all(words.name(other, "en") in page for other in numbers["falls_to"])


@pytest.mark.parametrize("lang", [code for code, _name in LANGUAGES])
def test_a_card_is_read_large_with_its_picture_what_it_does_its_ruling_and_its_sort(
    lang: str,
) -> None:
    with translation.override(lang):
        sorts = (
            gettext("Intrigue: it acts once."),
            gettext("Character: it stays open and acts each round."),
        )
        for card in CARDS:
            large = cards.zoom(card, 0, lang)
            said = unescape(re.sub(r"<[^>]+>", " ", large)).replace("\u00ad", "")
            assert f'#i-{card}"' in large, card
            for one in (words.name(card, lang), words.effect(card, lang), words.ruling(card, lang)):
                assert one, card
                assert one in said, card
            assert [sort in said for sort in sorts] == [
                not cards.is_character(card),
                cards.is_character(card),
            ]
