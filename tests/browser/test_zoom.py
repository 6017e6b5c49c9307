"""Any card can be read, also where a touch would choose it."""

import random
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.utils import translation
from django.utils.translation import gettext as _
from playwright.sync_api import Browser

from accounts.models import LANGUAGES, User
from games import engine, services
from games.engine import versions
from games.models import Game
from games.pages import cards, row
from tests import bounded
from tests.browser.conftest import Arrive
from tests.browser.test_long_touch import hold, is_read
from tests.browser.test_one_screen import WEIGHS
from tests.games.conftest import OpenTable, decider, move_on, play_out, position


def test_a_long_touch_reads_a_card_that_a_short_one_chooses(
    arrive: Arrive, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", "carol")
    page = arrive(decider(game))
    page.goto(f"/games/{game.key}")
    hold(page, page.locator(".hand label").first)
    assert is_read(page)
    assert page.locator(":checked[name=card]").count() == 0
    page.keyboard.press("Escape")
    page.locator(".hand label").first.click(button="right", position={"x": 12, "y": 40})
    assert is_read(page)
    page.keyboard.press("Escape")
    page.locator(".hand label").first.tap(position={"x": 12, "y": 40})
    assert not is_read(page)
    assert page.locator(":checked[name=card]").count() == 1


def test_a_card_that_has_the_focus_is_read_by_a_key(arrive: Arrive, open_table: OpenTable) -> None:
    """One that can be chosen by the key of a menu, which chooses nothing; any other by Enter."""
    game = open_table("alice", "bob", "carol")
    bound, rng = bounded(), random.Random(1)
    while next(bound) and not _has_both(engine.view(position(game), game.to_move)):
        move_on(game, 1, rng)
        game.refresh_from_db()
    page = arrive(decider(game))
    page.goto(f"/games/{game.key}")
    for card, key in ((".slot button.zoom", "Enter"), (".hand input", "ContextMenu")):
        page.locator(card).first.focus()
        page.keyboard.press(key)
        assert is_read(page), card
        page.keyboard.press("Escape")
        assert not is_read(page)
        assert page.evaluate("card => document.activeElement.matches(card)", card)
    assert page.locator("[name=card]:checked").count() == 0


def _has_both(view: engine.View) -> bool:
    """A card of the row that its reader knows, and a hand to choose from."""
    question = view["question"]
    known = any(slot["top"]["card"] for slot in view["row"])
    return known and question is not None and question["kind"] == "place"


# What of a large card is cut off or lies over something else: name, effect, foot.
UNREAD = """() => [...document.querySelectorAll(".card")].filter(card => {
    const [name, effect] = [card.querySelector(".nm"), card.querySelector(".fx")];
    const said = document.createRange();
    said.selectNodeContents(name);
    const [a, b, all] = [said, effect, card].map(one => one.getBoundingClientRect());
    return a.width > all.width || a.top < all.top + all.height / 4 || a.bottom > b.top + 1
        || b.bottom > all.bottom || effect.scrollHeight > effect.clientHeight + 1;
}).map(card => card.querySelector(".nm").textContent)"""


def test_no_word_of_a_large_card_is_cut(chromium: Browser) -> None:
    """Whatever it does and in whatever language it is said: the text rises into the picture."""
    style = Path(str(finders.find("oriflamme/look.css"))).read_text()
    with chromium.new_context() as context:
        page = context.new_page()
        for lang, _name in LANGUAGES:
            drawn = "".join(cards.of_hand(kind, 0, lang) for kind in versions.at(1).pool)
            drawn = re.sub(r"<svg.*?</svg>", "", drawn)
            for width in (200, 280):
                page.set_content(f"<html lang={lang}><style>{style}</style>{drawn}")
                page.add_style_tag(content=f":root{{--w:{width}px}}")
                assert page.locator(".fx:visible").count() == len(versions.at(1).pool)
                assert page.evaluate(UNREAD) == [], (lang, width)


# Words that reach beyond the place in which they stand.
BEYOND = """() => [...document.querySelectorAll(".pl2")].filter(one => one.checkVisibility())
    .filter(one => {
        const said = document.createRange();
        said.selectNodeContents(one);
        const [a, place, all] = [said, one.parentElement, one.closest(".row")]
            .map(it => it.getBoundingClientRect());
        return a.left < place.left || a.right > place.right || a.bottom > place.bottom
            || place.right > all.right + 1;
    }).map(one => one.textContent)"""


def test_no_word_of_a_place_in_the_row_is_cut(chromium: Browser) -> None:
    """However narrow a place is left beside the last card."""
    style = "".join(
        Path(str(finders.find(sheet))).read_text()
        for sheet in ("oriflamme/look.css", "games/board.css")
    )
    with chromium.new_context(viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        for lang, _name in LANGUAGES:
            with translation.override(lang):
                first = row._drop("start", _("Place it first"), _("first"))
                last = row._drop("end", _("Place it last"), _("last"))
            page.set_content(
                f"<!doctype html><html lang={lang}><style>{style}</style><main class=board>"
                "<section class=mat><div><ol class=row></ol></div></section>"
                "<input type=radio name=card>"
            )
            for slots in range(1, 18):
                lies = '<li class="slot"><span class="card"></span></li>' * slots
                cells, classes = first + lies + last, row.cloth(slots, places=2)
                page.evaluate(
                    """([cells, classes]) => {
                        document.querySelector(".row").innerHTML = cells;
                        document.querySelector(".mat > div").className = `cloth ${classes}`;
                    }""",
                    [cells, classes],
                )
                assert page.locator(".pl2:visible").count() == 2
                assert page.evaluate(BEYOND) == [], (lang, slots)


# The card that is read beside the board: whose it is, how far it lies over what has the focus, and
# what else of the page it has changed.
READS = """() => {
    const copy = document.querySelector(".reading");
    if (!copy?.matches(":popover-open") || !copy.checkVisibility({visibilityProperty: true}))
        return null;
    const at = document.activeElement;
    const [a, b] = [at.closest(".pc, label") ?? at, copy].map(one => one.getBoundingClientRect());
    const lies = a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom;
    return {
        name: copy.querySelector(".nm").textContent, says: copy.textContent, lies,
        inside: b.left >= 0 && b.top >= 0 && b.right <= innerWidth && b.bottom <= innerHeight,
        cut: copy.scrollHeight > copy.clientHeight + 1 || copy.scrollWidth > copy.clientWidth + 1,
    };
}"""
WHERE_ALL_LIES = """() => [...document.querySelectorAll("#table *")].map(one => {
    const {x, y, width, height} = one.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
})"""
SCREENS = ((360, 740), (720, 450), (1440, 900))


@pytest.mark.parametrize("size", SCREENS)
def test_whoever_goes_by_keys_reads_each_card_as_they_come_to_it(
    arrive: Arrive, open_table: OpenTable, size: tuple[int, int]
) -> None:
    """Beside what has the focus, which stays where it is; nothing is chosen and nothing moves."""
    game = open_table("alice", "bob", "carol", set="mixed")
    bound, rng = bounded(), random.Random(1)
    while next(bound) and not _has_both(engine.view(position(game), game.to_move)):
        move_on(game, 1, rng)
        game.refresh_from_db()
    page = arrive(decider(game), viewport={"width": size[0], "height": size[1]})
    page.goto(f"/games/{game.key}")
    before = page.evaluate(WHERE_ALL_LIES)
    read = set()
    for _step in range(40):
        page.keyboard.press("Tab")
        at = page.evaluate("document.activeElement.outerHTML")
        shown = page.evaluate(READS)
        if (
            not page.locator(":focus")
            .locator("css=:scope:is(.zoom, button.asb, [name=card])")
            .count()
        ):
            assert shown is None, at
            continue
        assert shown, at
        assert not shown["lies"], at
        assert shown["inside"], at
        assert not shown["cut"], at
        read.add("hand" if 'name="card"' in at else "row")
        assert page.evaluate("document.activeElement.outerHTML") == at
        page.keyboard.press("Escape")
        assert page.evaluate(READS) is None
        assert page.evaluate("document.activeElement.outerHTML") == at
    assert read == {"row", "hand"}
    assert page.locator("[name=card]:checked").count() == 0
    assert page.evaluate(WHERE_ALL_LIES) == before
    moved = page.evaluate(WEIGHS)[1]
    assert moved == []


def test_what_others_do_takes_nobody_from_the_card_that_they_read(
    arrive: Arrive, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 3, random.Random(1))
    game.refresh_from_db()
    other = next(chair for chair in game.chairs.order_by("number") if chair.person != decider(game))
    page = arrive(other.person)
    page.goto(f"/games/{game.key}")
    own = page.locator(".slot .zoom").first
    own.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    before = page.evaluate(READS)
    assert before
    move_on(game, 1, random.Random(1))
    page.wait_for_function("seq => Number(table().dataset.seq) > seq", arg=game.seq)
    assert page.evaluate(READS) == before
    assert page.evaluate("document.activeElement.matches('.slot .zoom')")


def test_of_several_controls_that_lead_to_the_same_the_focus_stays_at_its_own(
    arrive: Arrive, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", "carol", talk="full")
    speaker = decider(game)
    other = next(chair for chair in game.chairs.order_by("number") if chair.person != speaker)
    page = arrive(other.person)
    page.goto(f"/games/{game.key}")
    page.wait_for_timeout(1000)  # the stream is there
    page.locator(".ask [popovertarget=more]").focus()
    services.say(game_key=game.key, person=speaker, text="Well!")
    page.locator("ul.talk", has_text="Well!").wait_for(state="attached")
    assert page.evaluate("document.activeElement.matches('.ask .btn')")


def test_a_card_that_is_learnt_is_read_by_keys_and_by_a_long_touch(arrive: Arrive) -> None:
    page = arrive()
    page.goto("/learn")
    first = page.locator(".cardlist a").first
    first.evaluate("one => one.focus({focusVisible: true})")
    shown = page.evaluate(READS)
    assert not shown["lies"]
    assert shown["name"].replace("\u00ad", "") == first.inner_text()
    page.keyboard.press("Escape")
    assert not page.locator("div.reading").is_visible()
    hold(page, page.locator(".cardlist a").nth(1))
    assert is_read(page)
    assert page.url.endswith("/learn")


def test_what_goes_with_a_card_is_listed_on_its_page_where_it_stands(arrive: Arrive) -> None:
    """No copy of a large card, which lies over the page."""
    page = arrive()
    page.goto("/learn/archer")
    lists = page.locator(".pan .beside")
    assert lists.count()
    for one in lists.all():
        assert one.evaluate("one => getComputedStyle(one).position") == "static"


def test_cards_of_a_stack_and_those_set_aside_are_read(
    arrive: Arrive, open_table: OpenTable
) -> None:
    """Where they lie: what was opened before stays open under the large card."""
    game = open_table("alice", "bob", "carol")
    person = decider(game)
    page = arrive(person)
    page.goto(f"/games/{game.key}")
    page.locator("button.asb").tap()
    page.locator("#aside .zoom").first.tap()
    assert page.evaluate("document.querySelectorAll(':popover-open').length") == 2
    bound, rng = bounded(), random.Random(2)
    while next(bound) and not _stack(game):
        move_on(game, 1, rng)
        game.refresh_from_db()
    slot = _stack(game)
    assert slot
    page = arrive(User.objects.get(pk=game.chairs.get(number=slot[1]).person_id))
    page.goto(f"/games/{game.key}")
    page.evaluate("id => document.getElementById(id).showPopover()", f"st-{slot[0]}")
    pile = page.locator(f"#st-{slot[0]} .zoom")
    pile.first.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(READS)
    page.keyboard.press("Escape")  # it closes what is read and not the stack
    assert pile.first.is_visible()
    pile.last.tap()
    assert is_read(page)


def _stack(game: Game) -> tuple[int, int] | None:
    """A slot with cards over one another that are all one player's, and whose."""
    for seat in range(len(game.chairs.all())):
        for place in engine.view(position(game), seat)["row"]:
            cards = [*place["covered"], place["top"]]
            if place["covered"] and all(card["card"] for card in cards):
                return place["slot"], seat
    return None


def test_a_card_of_a_replay_is_read(arrive: Arrive, open_table: OpenTable) -> None:
    """At whatever step, also one that is gone by the end; with a script and without."""
    game = open_table("alice", "bob", "carol", set="alliance")
    play_out(game, 4)
    alice = User.objects.get(handle="alice")
    for scripts in (True, False):
        page = arrive(alice, java_script_enabled=scripts)
        for at in (9, 33):
            page.goto(f"/games/{game.key}?at={at}")
            if scripts:
                page.locator("#replay [data-go=play]").wait_for()
            for card in page.locator("#replay .slot > .zoom").all():
                to = card.get_attribute("popovertarget")
                assert page.locator(f"[id={to}]").count() == 1, (at, to)
        if scripts:
            card.tap()
            assert is_read(page) or page.locator(".pile:popover-open").count()


def test_whoever_goes_by_keys_keeps_their_card_while_a_replay_goes_on(
    arrive: Arrive, open_table: OpenTable
) -> None:
    """And of an opened stack reads each card where it does not lie over it."""
    game = open_table("alice", "bob", "carol", set="ablaze")
    play_out(game, 2)
    page = arrive(User.objects.get(handle="alice"), reduced_motion="reduce")
    page.goto(f"/games/{game.key}?at=9")
    page.locator("#replay [data-go=play]").wait_for()
    first = page.locator("#replay .slot > .zoom").first
    first.evaluate("one => one.focus({focusVisible: true})")
    slot = "document.activeElement.closest('.slot')?.dataset.id"
    at = page.evaluate(slot)
    assert at
    for key in ("ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
        assert page.evaluate(slot) == at
        assert page.evaluate(READS)
    bound = bounded()
    stacked = page.locator("#replay .slot:has(> .pile .pc ~ .pc > .zoom)").first
    while next(bound) and not stacked.count():
        page.keyboard.press("ArrowRight")
    # What lay there before is not what a long touch reads.
    assert not page.locator("#replay .slot[data-zoom]").count()
    stacked.locator("> .zoom").click()
    for one in stacked.locator(".pc > .zoom").all():
        one.evaluate("one => one.focus({focusVisible: true})")
        shown = page.evaluate(READS)
        assert shown
        assert not shown["lies"]
