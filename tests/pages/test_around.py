"""The pages around the tables: each in four languages, for who is signed in and who is not."""

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.games.conftest import OpenTable, decider, move_on
from tests.pages.conftest import Browser, text_of

pytestmark = pytest.mark.django_db

PAGES = [
    "/",
    "/tables",
    "/tables?list=over&set=ablaze&seats=4&search=x",
    "/learn",
    "/learn/spy",
    "/about",
]


@pytest.mark.parametrize("language", ["en", "uk", "ru", "it"])
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_there_for_everybody(
    browser: Callable[[str], Browser], alice: User, page: str, language: str
) -> None:
    stranger = Browser(headers={"Accept-Language": language})
    answer = stranger.get(page)
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in text_of(answer)
    alice.language = language
    alice.save()
    assert browser("alice").get(page).status_code == 200


def test_home_says_what_waits(open_table: OpenTable, browser: Callable[[str], Browser]) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 2)
    who = decider(game)
    page = text_of(browser(who.handle).get("/"))
    assert "1 table waits for you" in page
    assert game.name in page


def test_a_table_is_opened_with_three_taps(browser: Callable[[str], Browser]) -> None:
    """The page, and its button: everything has a usual value."""
    alice = browser("alice")
    assert alice.get("/tables/new").status_code == 200
    sent = alice.post("/tables/new", {"set": "ablaze"})
    assert sent.status_code == 303
    page = text_of(alice.get(sent["Location"]))
    assert "alice" in page
    assert "3 seats are free" in page
    bob = browser("bob")
    assert "Take a seat" in text_of(bob.get(sent["Location"]))
    assert bob.post(f"{sent['Location']}/join").status_code == 303
    assert "2 seats are free" in text_of(bob.get(sent["Location"]))
