"""The first page lives, and what is to be passed on is copied by one touch."""

from games import services
from tests.browser.conftest import Arrive
from tests.conftest import Cast
from tests.games.conftest import OpenTable, decider, move_on


def test_a_new_turn_appears_on_the_first_page_by_itself(
    arrive: Arrive, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol")
    first = decider(game)
    move_on(game)
    second = decider(game)
    assert second != first
    page = arrive(
        next(one for one in map(person, ("alice", "bob", "carol")) if one not in {first, second})
    )
    with page.expect_request("**/api/v1/me/events*"):
        page.goto("/")
    page.get_by_role("heading", name="Nobody waits for you").wait_for()
    page.evaluate("window.same = true")
    move_on(game)
    page.get_by_role("heading", name="1 table waits for you").wait_for()
    assert page.title().startswith("(1)")
    assert page.locator(".wait li").get_by_role("link", name="Decide").count()
    assert page.evaluate("window.same")  # the page has not been loaded again


def test_the_link_of_an_invitation_is_copied_by_one_touch(arrive: Arrive, person: Cast) -> None:
    alice = person("alice")
    game = services.create_game(
        person=alice, name="Kitchen table", set="oriflamme", seats=3, join="link"
    )
    page = arrive(alice, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"/games/{game.key}")
    page.get_by_role("button", name="Copy").tap()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").endswith(game.link.reveal())
