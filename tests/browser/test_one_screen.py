"""Whoever has to decide sees the question, the row and what can be chosen, without scrolling.

`ORIFLAMME_LONG=1` looks at more than twice as many of a game's decisions, and `-s` says of each.
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from accounts.models import User
from accounts.services.people import GUEST_HANDLE
from games import engine, faces, selectors
from games.models import Game
from tests import bounded
from tests.api.live import Site
from tests.browser.conftest import Arrive
from tests.browser.opening import Eyes
from tests.browser.test_axe import AXE, RULES, complaints
from tests.browser.test_tidy import UNTIDY
from tests.browser.world import Shown, enter, key_of
from tests.games.conftest import OpenTable, decider, move_on, position

# Their bars leave less of a tall phone than one thinks.
LOW_PHONE = {"low phone": (412, 780)}
SCREENS = {"small phone": (360, 740), "phone": (390, 844), "desk": (1440, 900)}
PEOPLE = ("alice", "bob", "carol", "dave", "erin")
# Of a game's decisions, those that are looked at.
EVERY = 3 if "ORIFLAMME_LONG" in os.environ else 7
LANGUAGES = ("en", "uk", "ru", "it")
# What is not to be seen: beyond the window, or under what sticks to its lower edge.
HIDDEN = """() => {
    const bottom = document.querySelector("#play").getBoundingClientRect().top + 1;
    const beyond = (one, low) => {
        const {top, bottom, left, right} = one.getBoundingClientRect();
        return top < 0 || left < -1 || bottom > low || right > innerWidth + 1;
    };
    const said = one => one.getAttribute("aria-label") ?? (one.id || one.className);
    const shown = one => one.checkVisibility({visibilityProperty: true});
    const all = (what, low) =>
        [...document.querySelectorAll(what)].filter(one => shown(one) && beyond(one, low));
    const row = all(".slot, .drop, .gap, .strip", bottom);
    const choices = all("#asks, .opt", innerHeight);
    const hand = [...document.querySelectorAll(".hand label")].filter(one =>
        one.getBoundingClientRect().top > innerHeight - 40);
    return [...row, ...choices, ...hand].map(said);
}"""


# Once a card is chosen: the places for it whose middle something else lies over.
COVERED = """() => {
    const card = document.querySelector("input[name=card]");
    if (!card) return [];
    const was = card.checked;
    card.checked = true;
    const covered = [...document.querySelectorAll("label:has(> [name=place])")].filter(place => {
        const {top, bottom, left, right} = place.getBoundingClientRect();
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return there && there.closest("label") !== place;
    });
    card.checked = was;
    return covered.map(place => place.querySelector("input").id);
}"""


# How many elements a page has, and what of it has moved since there was something to be seen: the
# lighter Chromium also counts what moved before it had painted anything.
MOST_NODES = 1500
WEIGHS = """() => new Promise(done => {
    const moved = [], shown = performance.getEntriesByName("first-paint")[0]?.startTime ?? 0;
    new PerformanceObserver(all => all.getEntries().forEach(one => {
        const what = ({node}) => node?.outerHTML?.slice(0, 60) ?? String(node?.data);
        if (one.hadRecentInput || one.startTime < shown) return;
        moved.push([one.value, ...one.sources.map(what)]);
    })).observe({type: "layout-shift", buffered: true});
    requestAnimationFrame(() => requestAnimationFrame(() =>
        setTimeout(() => done([document.querySelectorAll("*").length, moved]), 70)));
})"""
# Kilobytes a second, and milliseconds until an answer: a telephone on a train.
SLOW_NET = {"offline": False, "latency": 150, "downloadThroughput": 2e4, "uploadThroughput": 2e4}


def decisions(game: Game, rng: random.Random) -> Iterator[None]:
    """A whole game, at every so many of its decisions."""
    bound = bounded()
    while next(bound) and game.status == "running" and game.seq < 400:
        if game.seq % EVERY == 0:
            yield
        move_on(game, rng=rng)
        game.refresh_from_db()


@pytest.mark.parametrize("box", engine.SETS)
def test_a_decision_is_on_one_screen_in_whatever_language(
    chromium: Browser, site: Site, open_table: OpenTable, box: str
) -> None:
    rng = random.Random(box)
    game = open_table(*PEOPLE[: rng.randint(2, 5)], set=box)
    screens = LOW_PHONE | SCREENS
    seen: dict[str, list[Any]] = {name: [] for name in screens}
    with Eyes(chromium, site) as eyes:
        for number, _ in enumerate(decisions(game, rng)):
            User.objects.update(language=LANGUAGES[number % len(LANGUAGES)])
            page, wrong = eyes.open(
                Shown("table", f"/games/{game.key}", key_of(enter(decider(game))))
            )
            assert not wrong
            # Before it changes its size, which moves everything by right.
            nodes, moved = page.evaluate(WEIGHS)
            assert nodes <= MOST_NODES
            assert moved == []
            for name, (width, height) in screens.items():
                page.set_viewport_size({"width": width, "height": height})
                seen[name].append((game.seq, len(position(game).row), page.evaluate(HIDDEN)))
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert page.evaluate(COVERED) == []
                assert page.evaluate(UNTIDY) == [], (name, game.seq)
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for name, all_of_them in seen.items():
        hides = [one for one in all_of_them if one[2]]
        print(f"{box} on a {name}: {len(all_of_them)} decisions, {len(hides)} not whole: {hides}")
        assert len(hides) <= (len(all_of_them) // 20 if name == "small phone" else 0)


def test_nothing_moves_while_a_page_comes_in_over_a_slow_net(
    chromium: Browser, site: Site, open_table: OpenTable
) -> None:
    game = open_table(*PEOPLE, set="mixed")
    move_on(game, 40, random.Random(3))
    session = key_of(enter(decider(game)))
    for width, height in SCREENS.values():
        with Eyes(chromium, site, viewport={"width": width, "height": height}) as eyes:
            net = eyes.context.new_cdp_session(eyes.page)
            net.send("Network.enable")
            net.send("Network.emulateNetworkConditions", SLOW_NET)
            for _ in range(2):  # the second time with style sheets that are there already
                page, _wrong = eyes.open(Shown("table", f"/games/{game.key}", session))
                assert page.locator("#asks").is_visible()
                assert page.evaluate(WEIGHS)[1] == []
            page, _wrong = eyes.open(Shown("around", "/tables", session))
            assert page.locator(".foot").is_visible()
            assert page.evaluate(WEIGHS)[1] == []


def test_a_table_whose_page_was_cut_off_shows_as_far_as_it_came(
    arrive: Arrive, open_table: OpenTable
) -> None:
    """What is still to come would move all of it, so it waits for that; yet not for ever."""
    game = open_table(*PEOPLE)
    page = arrive(decider(game))
    whole = {}

    def cut(route: Route) -> None:
        answer = route.fetch()
        whole["html"] = answer.text()
        route.fulfill(response=answer, body=answer.text().partition('<aside class="log"')[0])

    page.route(f"**/games/{game.key}", cut)
    page.goto(f"/games/{game.key}")
    assert '<aside class="log"' in whole["html"]
    assert not page.locator("#asks").is_visible()
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    assert page.locator("#asks").is_visible()


# How a page of the table's height is shared between the board and the log.
LOG = """() => {
    const [board, log] = [".board", ".log"].map(
        one => document.querySelector(one).getBoundingClientRect());
    const {left, top, bottom, width} = log;
    return {beside: left >= board.right - 1, below: innerHeight - bottom, top, width};
}"""


def test_the_log_is_at_the_side_or_a_sheet_that_a_touch_opens(
    arrive: Arrive, open_table: OpenTable
) -> None:
    game = open_table(*PEOPLE)
    move_on(game, 8)
    page = arrive(decider(game))
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/games/{game.key}")
        log = page.locator("#log")
        if width >= 1000:
            assert log.is_visible()
            assert page.evaluate(LOG)["beside"]
            continue
        assert not log.is_visible()
        page.locator(".last").tap()
        assert log.is_visible()
        lies = page.evaluate(LOG)
        assert (lies["below"], lies["width"]) == (0, width)
        assert lies["top"] > 48  # the bar stays in sight
        page.keyboard.press("Escape")
        assert not log.is_visible()


# Of each seat that shows: how far its coin and its name reach beyond it.
BEYOND = """() => [...document.querySelectorAll(".seat")].flatMap(seat => {
    const edge = seat.getBoundingClientRect().right;
    return [...seat.querySelectorAll(".tk, .who")].filter(one => one.checkVisibility())
        .map(one => Math.round(one.getBoundingClientRect().right - edge));
}).filter(far => far > 0)"""


def test_a_long_name_pushes_nobodys_influence_out_of_sight(
    chromium: Browser, site: Site, open_table: OpenTable
) -> None:
    game = open_table(*PEOPLE)
    User.objects.update(name="Maximiliana of the Old Mill")
    with Eyes(chromium, site) as eyes:
        page, _wrong = eyes.open(Shown("table", f"/games/{game.key}", key_of(enter(decider(game)))))
        for width in (360, 768, 1024, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(BEYOND) == [], width


def test_ones_own_name_is_whole_where_there_is_room(
    chromium: Browser, site: Site, open_table: OpenTable
) -> None:
    """A guest's as well, who has the longest that nobody chose."""
    game = open_table(*PEOPLE)
    person = decider(game)
    User.objects.filter(pk=person.pk).update(handle=f"{GUEST_HANDLE}mmmmmm")
    with Eyes(chromium, site) as eyes:
        page, _wrong = eyes.open(Shown("table", f"/games/{game.key}", key_of(enter(person))))
        for width in (1000, 1240, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            name = page.locator(".me .who > span").first
            assert name.evaluate(
                "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
            ), width


def test_the_row_is_read_aloud_at_every_width(
    chromium: Browser, site: Site, open_table: OpenTable
) -> None:
    """Slot, owner, what lies there and what lies on it, as a list."""
    game = open_table("alice", "bob", "carol", "dave", "erin", set="mixed")
    move_on(game, 60, random.Random(8))
    game.refresh_from_db()
    person = decider(game)
    view = selectors.find_game(game.key, person).view("en")
    told = faces.lines(view, "en", [seat["player"]["name"] for seat in view["seats"]])
    with Eyes(chromium, site) as eyes:
        page, _wrong = eyes.open(Shown("table", f"/games/{game.key}", key_of(enter(person))))
        for width in (320, 360, 768, 1024, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            said = " ".join(page.locator("ol.row").aria_snapshot().split())
            for line in told:
                assert f"{line.slot}. {line.player}: {line.lies}" in said, (width, line)
        # In the system's own colours, where whatever a shade tells has to be told by a line.
        page.emulate_media(forced_colors="active")
        page.evaluate(AXE)
        assert complaints(page, RULES) == []
