"""A table that asks everybody at once is answered on its board, by the gestures of a move."""

import pytest
from playwright.sync_api import Page

from accounts.models import User
from games import selectors
from games.models import Game
from tests.browser.conftest import Arrive
from tests.browser.test_one_screen import HIDDEN
from tests.games.conftest import OpenTable
from tests.pages.test_planning import with_three_closed_cards

MOST_TARGETS = 14
TARGETS = """() => {
    const seen = one => one.checkVisibility() && getComputedStyle(one).pointerEvents !== "none";
    const shown = what => [...document.querySelectorAll(what)].filter(seen).length;
    return Math.max(shown(".hand label"), shown(".drop label, .slot.own label"),
        shown(".slot.mine > label"), shown(".plp .opts .opt"), shown(".hit, .whom .opt"));
}"""


def plan_of(game: Game, handle: str) -> tuple[bool, list[dict[str, object]]]:
    person = game.chairs.get(person__handle=handle).person
    assert person is not None
    plan = selectors.plan(key=game.key, viewer=person, lang="en")
    return plan["answered"], [dict(one["order"]) for one in plan["orders"]]


def is_on_one_screen(page: Page) -> None:
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(TARGETS) <= MOST_TARGETS


def send(page: Page) -> None:
    page.locator("#send").tap()
    page.get_by_role("heading", name="You have answered").wait_for()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_card_and_its_place_are_touched_where_they_are(
    arrive: Arrive, open_table: OpenTable, scripts: bool
) -> None:
    game = open_table("alice", "bob", "carol", together=True)
    page = arrive(game.chairs.get(person__handle="alice").person, java_script_enabled=scripts)
    page.goto(f"/games/{game.key}")
    if scripts:
        is_on_one_screen(page)
    page.locator(".hand label").first.tap(position={"x": 14, "y": 40})
    card = page.locator(".hand input").first.get_attribute("value")
    page.locator(".drop.e label").tap()
    assert page.locator("#asks").count() == 1
    send(page)
    assert plan_of(game, "alice") == (
        True,
        [{"do": "place", "card": card, "place": "end", "round": 1}],
    )
    page.get_by_role("link", name="Change it").tap()
    page.get_by_role("button", name="Ask me in turn").tap()
    page.get_by_role("heading", name="You have answered").wait_for()
    assert plan_of(game, "alice") == (True, [])


def test_what_the_card_does_then_is_said_where_it_would_lie(
    arrive: Arrive, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", "carol", together=True)
    page = arrive(game.chairs.get(person__handle="alice").person)
    page.goto(f"/games/{game.key}")
    page.locator(".hand label").first.tap(position={"x": 14, "y": 40})
    card = page.locator(".hand input").first.get_attribute("value")
    page.locator(".drop.e label").tap()
    page.get_by_role("button", name="And then").tap()
    page.locator(".slot.mine").wait_for()
    is_on_one_screen(page)
    page.locator(".plp .opt:visible").first.tap()
    send(page)
    placed = {"do": "place", "card": card, "place": "end", "round": 1}
    assert plan_of(game, "alice") == (True, [placed, {"do": "wait", "card": card}])


def test_a_tall_plan_covers_nothing_of_what_happened_last(
    arrive: Arrive, open_table: OpenTable
) -> None:
    """In Ukrainian, whose words are the longest."""
    game = with_three_closed_cards(open_table)
    alice = game.chairs.get(person__handle="alice").person
    User.objects.update(language="uk")
    page = arrive(alice, locale="uk")
    page.goto(f"/games/{game.key}")
    for number in range(3):
        page.locator(".slot.mine > label").nth(number).tap()
        # To wait, and to be turned over, where a target is asked for besides.
        for what in range(2):
            page.locator(".plp:visible .opt").nth(what).tap()
            is_on_one_screen(page)
            lies = [page.locator(one).bounding_box() for one in (".strip", "#play", ".dock")]
            (above, plan, below) = [(one["y"], one["y"] + one["height"]) for one in lies if one]
            assert above[1] <= plan[0] + 1 or not page.locator(".strip").is_visible()
            assert plan[1] <= below[0] + 1


@pytest.mark.parametrize("scripts", [True, False])
def test_what_closed_cards_do_is_said_on_the_cards(
    arrive: Arrive, open_table: OpenTable, scripts: bool
) -> None:
    """With a script the next card is asked of by itself, so three take a touch each."""
    game = with_three_closed_cards(open_table)
    page = arrive(game.chairs.get(person__handle="alice").person, java_script_enabled=scripts)
    page.goto(f"/games/{game.key}")
    cards = page.locator(".slot.mine")
    assert cards.count() == 3
    for number in range(3):
        if scripts:
            is_on_one_screen(page)
        else:
            cards.nth(number).locator("label").first.tap()
        cards.nth(number).locator("[name=at]:checked").wait_for(state="attached")
        page.locator(".plp .opt:visible").nth(1 if number == 0 else 0).tap()
        targets = page.locator(".hit:visible")
        if number == 0 and targets.count():
            targets.first.tap()
    send(page)
    answered, plan = plan_of(game, "alice")
    assert answered
    assert [one["do"] for one in plan if one["do"] != "choose"] == ["reveal", "wait", "wait"]
