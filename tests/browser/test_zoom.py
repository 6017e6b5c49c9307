"""Any card can be read, also where a touch would choose it."""

import random
import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.utils import translation
from django.utils.translation import gettext as _
from playwright.sync_api import Browser, Page

from accounts.models import LANGUAGES
from games import engine
from games.engine import versions
from games.pages import cards, row
from tests import bounded
from tests.browser.conftest import Arrive
from tests.games.conftest import OpenTable, decider, move_on, position

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
                cells, classes = first + lies + last, row.cloth(slots, has_places=True)
                page.evaluate(
                    """([cells, classes]) => {
                        document.querySelector(".row").innerHTML = cells;
                        document.querySelector(".mat > div").className = `cloth ${classes}`;
                    }""",
                    [cells, classes],
                )
                assert page.locator(".pl2:visible").count() == 2
                assert page.evaluate(BEYOND) == [], (lang, slots)
