"""How often each page asks the database: a small number that does not grow with the table."""

import time
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import services
from games.models import Game
from games.post import tokens
from games.selectors.orders import example
from notifications.services import renew_feeds
from tests.games.conftest import OpenTable, decider, move_on, play_out
from tests.pages.conftest import Browser

pytestmark = pytest.mark.django_db

At = Callable[[str], Browser]
Cast = Callable[[str], User]


def queries(at: Browser, page: str, status: int = 200) -> int:
    """At the second look: at the first a process may have to find out what it then remembers."""
    assert at.get(page).status_code == status
    with CaptureQueriesContext(connection) as asked:
        at.get(page)
    return len(asked)


def proven(at: Browser, person: User) -> Browser:
    """Who has just said their password again."""
    session = at.session
    said = {"method": "password", "at": time.time(), "reauthenticated": True}
    session["account_authentication_methods"] = [said]
    session["account_authentication_methods_user"] = str(person.pk)
    session.save()
    return at


@pytest.fixture
def game(open_table: OpenTable) -> Game:
    return open_table("alice", "bob", "carol", talk="full")


# Who is signed in is found by two queries, and what they owe the site by a third.
@pytest.mark.parametrize(
    ("page", "unknown", "known"),
    [
        ("/", 2, 12),
        ("/tables", 1, 5),
        ("/tables?list=over&set=ablaze&seats=4&search=x", 1, 4),
        ("/tables/new", 0, 3),
        ("/learn", 0, 3),
        ("/learn/spy", 0, 3),
    ],
)
def test_a_page_around_the_tables(browser: At, page: str, unknown: int, known: int) -> None:
    assert queries(browser("alice"), page) == known
    assert queries(Browser(), page, 302 if page == "/tables/new" else 200) == unknown


def test_lists_of_many_tables_ask_no_more(open_table: OpenTable, browser: At) -> None:
    pages = ["/", "/tables?list=running", "/tables?list=over", "/people/alice"]
    open_table("alice", "bob", "carol")
    play_out(open_table("alice", "bob", "carol"))
    before = [queries(browser("alice"), page) for page in pages]
    for _ in range(3):
        open_table("alice", "bob", "carol")
        play_out(open_table("alice", "bob", "carol"))
    assert [queries(browser("alice"), page) for page in pages] == before


def test_a_table_while_it_is_played(game: Game, browser: At, person: Cast) -> None:
    here = f"/games/{game.key}"
    move_on(game, 6)
    asked = decider(game).handle
    waits = next(name for name in ("alice", "bob", "carol") if name != asked)
    assert queries(browser(asked), here) == 5
    assert queries(browser(asked), f"{here}?after=0") == 5
    assert queries(browser(waits), here) == 5
    assert queries(browser("mallory"), here) == 5
    assert queries(Browser(), here) == 2
    services.say(game_key=game.key, person=person(waits), text="Well?", to_seat=None)
    browser(asked).post(here, {"orders": example("en")})
    with_talk_and_orders = queries(browser(asked), here)
    assert with_talk_and_orders == 10
    for number in range(3):
        services.say(game_key=game.key, person=person(waits), text=f"{number}", to_seat=None)
    assert queries(browser(asked), here) == with_talk_and_orders
    move_on(game, 9)
    assert queries(browser(waits), here) <= with_talk_and_orders


def test_what_belongs_to_a_table(game: Game, browser: At, person: Cast) -> None:
    here = f"/games/{game.key}"
    assert queries(browser("alice"), f"{here}/resign") == 3
    assert queries(proven(browser("alice"), person("alice")), f"{here}/hooks") == 12
    who = decider(game)
    turn = f"/turn/{tokens.make(game.key, who.pk, game.seq).reveal()}"
    feeds = f"/feeds/{renew_feeds(person=who).reveal()}"
    asked = {
        "letter": queries(Browser(), turn),
        "picture": queries(Browser(), f"{turn}/table.png"),
        "stop": queries(Browser(), f"{turn}/stop"),
        "void": queries(Browser(), f"{turn}/void"),
        "atom": queries(Browser(), f"{feeds}/games.atom"),
        "deadlines": queries(Browser(), f"{feeds}/deadlines.ics"),
    }
    assert asked == {
        "letter": 7,
        "picture": 4,
        "stop": 2,
        "void": 2,
        "atom": 4,
        "deadlines": 2,
    }


def test_a_table_that_gathers(open_table: OpenTable, browser: At, person: Cast) -> None:
    game = open_table("alice", seats=3)
    here = f"/games/{game.key}"
    services.invite(game_key=game.key, person=person("alice"), handle=person("bob").handle)
    assert queries(browser("alice"), here) == 11
    assert queries(browser("bob"), here) == 5
    assert queries(Browser(), here) == 1
    assert queries(browser("carol"), f"/join/{game.link.reveal()}") == 6


def test_a_game_that_is_over(game: Game, browser: At) -> None:
    play_out(game)
    here = f"/games/{game.key}"
    asked = {
        "player": queries(browser("alice"), here),
        "chair": queries(browser("alice"), f"{here}?at=9&chair=1"),
        "stranger": queries(Browser(), here),
        "record": queries(Browser(), f"{here}/record"),
        "deal": queries(Browser(), f"{here}/deal"),
    }
    assert asked == {"player": 7, "chair": 7, "stranger": 3, "record": 3, "deal": 3}
