"""Any card can be read, also where a touch would choose it."""

from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.games.conftest import OpenTable, decider

# A finger that stays where it is.
HOLD = """async card => {
    const box = card.getBoundingClientRect();
    const at = {bubbles: true, cancelable: true, pointerType: "touch",
        clientX: box.x + 10, clientY: box.y + 40};
    card.dispatchEvent(new PointerEvent("pointerdown", at));
    await new Promise(done => setTimeout(done, 700));
    card.dispatchEvent(new PointerEvent("pointerup", at));
    card.dispatchEvent(new MouseEvent("click", at));
}"""


def is_read(page: Page) -> bool:
    return bool(page.evaluate("!!document.querySelector('.zoom-card:popover-open')"))


def test_a_long_touch_reads_a_card_that_a_short_one_chooses(
    arrive: Arrive, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", "carol")
    page = arrive(decider(game))
    page.goto(f"/games/{game.key}")
    page.locator(".hand label .card").first.evaluate(HOLD)
    assert is_read(page)
    assert page.locator(":checked[name=card]").count() == 0
    page.keyboard.press("Escape")
    page.locator(".hand label").first.click(button="right", position={"x": 12, "y": 40})
    assert is_read(page)
    page.keyboard.press("Escape")
    page.locator(".hand label").first.tap(position={"x": 12, "y": 40})
    assert not is_read(page)
    assert page.locator(":checked[name=card]").count() == 1
