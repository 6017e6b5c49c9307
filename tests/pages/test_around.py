"""The pages around the tables: each in four languages, for who is signed in and who is not."""

import re
from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Game
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


def test_home_shows_each_row_as_its_reader_knows_it(
    open_table: OpenTable, browser: Callable[[str], Browser]
) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 3)
    pages = {name: text_of(browser(name).get("/")) for name in ("alice", "bob", "carol")}
    rows = {name: page.split('class="mrow"')[1].split("</li>")[0] for name, page in pages.items()}
    # Everybody looks through the window in the backs of their own cards alone.
    assert all("mc pk" in row for row in rows.values())
    assert len(set(rows.values())) == 3
    assert "mc pk" not in text_of(browser("mallory").get("/tables?list=running"))
    assert 'class="mrow"' in text_of(Browser().get("/"))


def test_a_guest_is_told_to_wait_for_no_letter(browser: Callable[[str], Browser]) -> None:
    guest = Browser()
    table = guest.post("/try")["Location"]
    guest.post(f"{table}/resign")
    page = text_of(guest.get("/"))
    assert "letter" not in page.split("<main")[1]
    assert 'action="/try"' in page


def test_a_game_against_bots_is_opened_where_tables_are(
    browser: Callable[[str], Browser],
) -> None:
    wanted = {"set": "ablaze", "with": "bots", "seats": "3"}
    visitor = Browser()
    assert 'name="with"' in text_of(visitor.get("/tables"))
    table = visitor.post("/tables/new", wanted)
    assert table.status_code == 303
    assert "Ablaze" in text_of(visitor.get(table["Location"]))


def test_a_table_is_opened_as_the_last_one_was(browser: Callable[[str], Browser]) -> None:
    alice = browser("alice")
    alice.post("/tables/new", {"set": "alliance", "with": "any", "seats": "5", "pace": "slow"})
    page = text_of(alice.get("/tables"))
    chosen = re.findall(r'id="([gwnp]-\w+)"[^>]*? checked', page)
    assert chosen == ["g-alliance", "w-any", "n-5", "p-slow"]


@pytest.mark.parametrize(
    ("wanted", "asks_all"),
    [
        ({}, True),
        ({"with": "mine", "pace": "slow", "seats": "3"}, True),
        ({"pace": "brisk", "together": "turn"}, False),
        ({"pace": "live"}, False),
        ({"pace": "live", "together": "all"}, True),
        ({"pace": "live", "together": "turn", "blind": "on"}, True),
        ({"seats": "2"}, False),
        ({"seats": "2", "together": "all"}, True),
    ],
)
def test_a_slow_table_asks_everybody_at_once_unless_it_is_said_otherwise(
    browser: Callable[[str], Browser], wanted: dict[str, str], asks_all: bool
) -> None:
    assert browser("alice").post("/tables/new", wanted).status_code == 303
    assert Game.objects.get().together == asks_all


def test_people_who_are_asked_come_by_a_link(browser: Callable[[str], Browser]) -> None:
    table = browser("alice").post("/tables/new", {"set": "oriflamme", "with": "mine"})
    page = text_of(browser("alice").get(table["Location"]))
    assert "/join/" in page
    assert browser("bob").get(table["Location"]).status_code == 404


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


def test_bots_of_one_kind_are_persons_with_names_and_crests_of_their_own(
    browser: Callable[[str], Browser],
) -> None:
    """At the table, and in what it tells of them."""
    wanted = {"set": "oriflamme", "with": "bots", "seats": "4"}
    page = text_of(browser("alice").post("/tables/new", wanted, follow=True))
    seats = [part for part in page.split("<li data-seat=")[1:] if 'class="kd"' in part]
    told = r'class="seat (\w+).*?#(i-e-\w+)".*?"who"><span>(\w+)<span class="kd"> (\w+)'
    others = [re.findall(told, seat)[0] for seat in seats]
    families, crests, names, kinds = map(set, zip(*others, strict=True))
    assert len(set(kinds)) == 1
    assert len(families) == len(crests) == len(names) == len(others) == 3
    assert crests == {f"i-e-{family}" for family in families}
