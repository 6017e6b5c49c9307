"""A card that is pressed long is read until it is closed, wherever it lies, and nothing else comes
of that touch. The touches are the browser's own, from a finger's place on the glass."""

import pytest
from playwright.sync_api import Locator, Page

from accounts.models import User
from games import engine
from tests.browser.conftest import Arrive
from tests.browser.test_positions import POSITIONS, Wish, asks, both, found, in_row, late
from tests.games.conftest import OpenTable, decider, play_out
from tests.pace import slowness

# What a touch may do besides: it is told here, and done or not.
BESIDES = """() => {
    window.besides = [];
    for (const kind of ["contextmenu", "selectstart", "dragstart", "change", "submit"])
        addEventListener(kind, event => event.defaultPrevented || besides.push(kind));
}"""


def hold(page: Page, where: Locator, *, as_a_tap: bool = True, scroll: int = 0) -> None:
    """A finger that stays where it is. Browsers take a touch of a second for a tap, or for a long
    touch after which no click comes."""
    where.scroll_into_view_if_needed()
    box = where.bounding_box()
    assert box
    at = {"x": box["x"] + min(12, box["width"] / 2), "y": box["y"] + min(30, box["height"] / 2)}
    finger = page.context.new_cdp_session(page)
    opened = page.locator(":popover-open").count()
    if as_a_tap:
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        for _moved in range(0, scroll, 40):  # far enough before it could have been long
            at = {**at, "y": at["y"] - 40}
            finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
            page.wait_for_timeout(20)
        if scroll:
            page.wait_for_timeout(700)
        else:  # a slow machine's clock may come after a lift of its finger
            more = "before => document.querySelectorAll(':popover-open').length > before"
            page.wait_for_function(more, arg=opened)
            page.wait_for_timeout(200)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        source = {"duration": int(900 * slowness()), "gestureSourceType": "touch"}
        finger.send("Input.synthesizeTapGesture", {**at, **source})
    page.wait_for_timeout(200)
    finger.detach()


def is_read(page: Page) -> bool:
    return bool(page.evaluate("!!document.querySelector('.zoom-card:popover-open')"))


# The card stands over the middle of its words.
MIDDLES = """() => [...document.querySelectorAll(
    ".zoom-card:not(.asp):popover-open :is(.card, .sort), .zoom-card:not(.asp):popover-open")]
    .map(one => one.getBoundingClientRect()).map(({left, right}) => (left + right) / 2)"""
KNOWN = in_row(lambda top: top["card"])
TO_LAY = Wish("oriflamme", both(asks("place"), KNOWN))
TO_LOOK_AT = Wish("oriflamme", both(asks("wait_or_reveal"), KNOWN))


def first_stack_has_a_known_card(view: engine.View) -> bool:
    stack = next(one for one in [*view["row"], None] if one is None or one["covered"])
    return stack is not None and any(card["card"] for card in [stack["top"], *stack["covered"]])


IN_A_STACK = Wish("oriflamme", both(late, first_stack_has_a_known_card))
STACK, JUDGE = POSITIONS["a stack"], POSITIONS["a Judge's choice"]
# Where a card can be pressed long, and what is to be touched there before.
AT_A_TABLE = {
    "a card to lay": (TO_LAY, ".hand label", ""),
    "a card that is only looked at": (TO_LOOK_AT, ".hand .hc", ""),
    "a card to swap": (Wish("alliance", asks("informant")), ".hand label", ""),
    "a card in the row": (TO_LOOK_AT, ".slot > .zoom", ""),
    "a target": (Wish("oriflamme", asks("copy")), ".slot[data-zoom].pick > label", ""),
    "a Judge's card": (JUDGE, ".slot[data-zoom] .to-mark", "label:has(> #v-mark)"),
    "a card to lift": (POSITIONS["the Decree"], ".slot[data-zoom].pick > label", ""),
    "a stack": (STACK, ".slot .cnt", ""),
    "a card in a stack": (
        IN_A_STACK,
        ".pile:popover-open .zoom",
        ".slot :is(.cnt, .zoom:has(.cnt))",
    ),
    "cards set aside": (TO_LAY, "button.asb:not(.stepwise)", ""),
    "one set aside": (TO_LAY, "#aside .zoom", "button.asb:not(.stepwise)"),
}


@pytest.mark.parametrize("what", AT_A_TABLE)
def test_a_card_that_is_pressed_long_stays_and_nothing_else_comes_of_it(
    arrive: Arrive, open_table: OpenTable, what: str
) -> None:
    wish, css, before = AT_A_TABLE[what]
    game = found(wish, open_table, what)
    page = arrive(decider(game), viewport={"width": 390, "height": 844})
    for as_a_tap in (True, False):
        page.goto(f"/games/{game.key}")
        if before:
            page.locator(before).first.tap()
        _is_read_until_it_is_closed(page, page.locator(css).first, as_a_tap)


def _is_read_until_it_is_closed(page: Page, where: Locator, as_a_tap: bool) -> None:
    page.evaluate(BESIDES)
    chosen = page.locator(":checked").count()
    opened = page.locator(":popover-open").count()
    here = page.url
    # However long it takes to look at it.
    hold(page, where, as_a_tap=as_a_tap)
    page.wait_for_timeout(400)
    assert page.locator(":popover-open").count() == opened + 1
    assert page.url == here
    middles = page.evaluate(MIDDLES)
    assert not middles or max(middles) - min(middles) <= 1
    assert page.locator(":checked").count() == chosen
    assert page.evaluate("[besides, getSelection().toString()]") == [[], ""]
    # One touch beside it closes it, as does Escape.
    page.touchscreen.tap(4, 70)
    assert page.locator(":popover-open").count() <= opened


def test_a_long_touch_at_learn_does_not_follow_the_link(arrive: Arrive) -> None:
    page = arrive(is_mobile=True)
    for css in (".cardlist a", ".cardlist p", ".cardlist li > span"):
        for as_a_tap in (True, False):
            page.goto("/learn")
            where = page.locator(css).nth(1)
            where.scroll_into_view_if_needed()
            _is_read_until_it_is_closed(page, where, as_a_tap)


def test_a_long_touch_in_a_replay(arrive: Arrive, open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol", set="alliance")
    play_out(game, 4)
    page = arrive(User.objects.get(handle="alice"))
    for as_a_tap in (True, False):
        page.goto(f"/games/{game.key}?at=33")
        page.locator("#replay [data-go=play]").wait_for()
        where = page.locator("#replay .slot > .zoom").first
        _is_read_until_it_is_closed(page, where, as_a_tap)


def test_whoever_scrolls_reads_no_card(arrive: Arrive) -> None:
    page = arrive(is_mobile=True)
    page.goto("/learn")
    where = page.locator(".cardlist a").nth(3)
    where.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    hold(page, where, scroll=120)
    assert page.evaluate("scrollY") > before
    assert not is_read(page)


def test_where_a_fresh_table_comes_while_a_card_is_pressed_nothing_is_opened(
    arrive: Arrive, open_table: OpenTable
) -> None:
    page = arrive(decider(game := open_table("alice", "bob", "carol")))
    page.goto(f"/games/{game.key}")
    box = page.locator(".hand label").first.bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    at = {"x": box["x"] + 12, "y": box["y"] + 30}
    comes = "document.querySelector('#table').replaceWith(document.createElement('main'))"
    page.evaluate(f"addEventListener('pointerdown', () => setTimeout(() => {comes}))")
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_timeout(700)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.locator("#table").count() == 0
    assert not is_read(page)  # and what goes wrong in a page's script fails every test


def test_the_touch_after_it_chooses_and_escape_closes(
    arrive: Arrive, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", "carol")
    page = arrive(decider(game))
    page.goto(f"/games/{game.key}")
    card = page.locator(".hand label").first
    hold(page, card)
    page.keyboard.press("Escape")
    assert not is_read(page)
    card.tap(position={"x": 12, "y": 40})
    assert page.locator(":checked[name=card]").count() == 1
    assert not is_read(page)
