"""What one plays by is not lost where the colours are the reader's own, or before there were
popovers: whose a card is, what can be chosen, what is chosen, and where the focus is."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import Arrive
from tests.browser.test_positions import POSITIONS, Wish, asks, both, found, in_row
from tests.games.conftest import OpenTable, decider, play_out

# How a control looks with what lies on it and around it, as far as these colours leave it: lines
# around it in colours that the ground does not have, and what keeps its own colours.
LOOKS = """one => {
    const ground = getComputedStyle(document.body).backgroundColor;
    const around = one.closest("li, label") ?? one;
    return [around, ...around.querySelectorAll(":not(.vh)")].map(part => {
        const style = getComputedStyle(part), own = style.forcedColorAdjust === "none";
        const line = style.outlineStyle !== "none" && style.outlineColor !== ground;
        return [line && [style.outlineStyle, style.outlineWidth, style.outlineColor],
            own && [style.backgroundColor, style.boxShadow]].join();
    }).join("|");
}"""
PLACE = Wish("oriflamme", both(asks("place"), in_row(lambda top: top["card"])))
CHOICES = {
    "a card and its place": (PLACE, [".hand label", ".drop label"]),
    "a target": (Wish("oriflamme", asks("eliminate")), [".slot.pick > label"]),
    "wait or reveal": (Wish("oriflamme", asks("wait_or_reveal")), [".opt"]),
    "a card to lift and its gap": (POSITIONS["the Decree"], [".slot.pick > label", ".gap label"]),
    "a Judge's card": (POSITIONS["a Judge's choice"], [".opt", ".hit"]),
}


@pytest.mark.parametrize("what", CHOICES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_forced_colours_it_is_seen_what_is_chosen_and_where_the_focus_is(
    arrive: Arrive, open_table: OpenTable, what: str, scheme: Any
) -> None:
    wish, controls = CHOICES[what]
    game = found(wish, open_table, what)
    page = arrive(decider(game), forced_colors="active", color_scheme=scheme)
    page.goto(f"/games/{game.key}")
    for css in controls:
        open_ = "one => getComputedStyle(one).pointerEvents !== 'none' && one.checkVisibility()"
        one = next(one for one in page.locator(css).all() if one.evaluate(open_))
        # Of what lies in the row it is seen before that it can be chosen.
        plain = one.evaluate(LOOKS)
        one.locator("input").evaluate("one => one.focus({focusVisible: true})")
        focused = one.evaluate(LOOKS)
        assert focused != plain, css
        one.locator("input").evaluate("one => one.click()")
        both_ = one.evaluate(LOOKS)
        assert both_ != focused, css
        one.locator("input").evaluate("one => one.blur()")
        chosen = one.evaluate(LOOKS)
        assert chosen not in {plain, both_}, css
    assert page.locator("#send").is_visible()


def test_in_forced_colours_it_is_seen_whose_is_what_and_who_has_won(
    arrive: Arrive, open_table: OpenTable
) -> None:
    game = found(PLACE, open_table, "whose")
    page = arrive(decider(game), forced_colors="active")
    page.goto(f"/games/{game.key}")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    colour = "one => getComputedStyle(one).backgroundColor"
    shields = {one.evaluate(colour) for one in page.locator(".seat .shield:visible").all()}
    assert len(shields) == 4
    assert ground not in shields
    for one in page.locator(".last:visible, .asb:visible").all():
        assert one.evaluate("one => getComputedStyle(one).borderTopStyle") == "solid"
    page.goto("/about")  # the table would lead to its end by itself, just then
    play_out(game, 4)
    page.goto(f"/games/{game.key}")
    for css in (".won", ".result .bar"):
        assert page.locator(css).first.evaluate(colour) != ground


def before_popovers(page: Page) -> None:
    """Everything that knows of popovers is told in words that this browser does not know."""

    def older(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        if route.request.resource_type == "stylesheet":
            text = text.replace("[popover]", "[older]").replace(":popover-open", ":older-open")
        else:
            text = re.sub(r"\bpopover(target)?(?=[ =>])", r"older\1", text)
        route.fulfill(response=answer, body=text)

    page.route(re.compile(r"\.css|/games/\w+(\?.*)?$|/learn$"), older)
    page.add_init_script(
        "delete HTMLElement.prototype.showPopover; delete HTMLElement.prototype.popover"
    )


@pytest.mark.parametrize("width", [360, 1440])
def test_before_there_were_popovers_the_log_lies_below_and_a_move_is_made(
    arrive: Arrive, open_table: OpenTable, width: int
) -> None:
    game = open_table("alice", "bob", "carol")
    page = arrive(decider(game), viewport={"width": width, "height": 900})
    before_popovers(page)
    page.goto(f"/games/{game.key}")
    assert page.locator(".log").is_visible()
    assert not page.locator(".zoom-card:visible").count()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".hand label").first.tap(position={"x": 12, "y": 40})
    page.locator(".drop label").first.tap()
    page.locator("#send").tap()
    page.locator(f'#table:not([data-seq="{game.seq}"])').wait_for()
    page.goto("/learn")
    assert not page.locator(".zoom-card:visible").count()
