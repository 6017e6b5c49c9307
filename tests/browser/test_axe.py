"""Nobody is kept out: on any page, in light and in dark, axe-core finds nothing to complain of;
four times as large it is read by scrolling in one direction; and who goes by keys sees where.

`ORIFLAMME_LONG=1` asks all of it again in the dark, and in the system's own colours.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import axe_playwright_python
import pytest
from django.urls import get_resolver, resolve
from playwright.sync_api import Browser, Page

from tests.api.live import Site
from tests.browser.conftest import PHONE, Arrive
from tests.browser.opening import Eyes
from tests.browser.pages import NO_PAGE, every_page
from tests.browser.test_tidy import UNTIDY

LONG = "ORIFLAMME_LONG" in os.environ
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# What WCAG 2.2 asks for at levels A and AA, and what axe's authors found good besides.
RULES: dict[str, Any] = {
    "resultTypes": ["violations"],
    "preload": False,
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
# The dark page is the same page in other colours.
IN_DARK: dict[str, Any] = {
    "resultTypes": ["violations"],
    "preload": False,
    "runOnly": ["color-contrast"],
}
# There colours are the reader's own; axe reckons with the page's: of black on white, as the browser
# computes a button, it says that it lacks contrast.
IN_FORCED: dict[str, Any] = {**RULES, "rules": {"color-contrast": {"enabled": False}}}


DESK = {"width": 1440, "height": 900}
# A window of 1280 pixels at 400 % is as wide as this.
ENLARGED = {"width": 320, "height": 256}
# What keys do not reach, and what does not look otherwise when they have.
UNSEEN = """() => [...document.querySelectorAll(
    "a[href], button:enabled, input:enabled:not([type=hidden]), select, textarea, summary")]
  .filter(one => {
    one.focus({focusVisible: true});
    const style = getComputedStyle(one);
    const card = one.closest("svg") && one.querySelector("rect");
    if (document.activeElement !== one)
      return one.checkVisibility() || style.display === "contents";
    return !(card ? parseFloat(getComputedStyle(card).strokeWidth) >= 3
                  : style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2);
  }).map(one => one.outerHTML.slice(0, 160))"""
# Headings and buttons of which each word has its capital, as libraries write them.
IN_CAPITALS = """() => [...document.querySelectorAll("h1, h2, button")].map(one => one.textContent)
    .filter(said => /\\p{Ll} \\p{Lu}\\p{Ll}/u.test(said))"""
# What is pressed in a row of a list, and something else lies over it.
COVERED = """() => [...document.querySelectorAll(
    "main .list :is(a[href], button:enabled)")].filter(one => {
    one.scrollIntoView({block: "center"});
    const {x, y, width, height} = one.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return one.checkVisibility() && !one.contains(hit);
  }).map(one => one.outerHTML.slice(0, 160))"""


@pytest.fixture(autouse=True)
def _demo_keys(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR = str(tmp_path)


def complaints(page: Page, rules: dict[str, Any]) -> list[str]:
    found = page.evaluate("rules => axe.run(document, rules)", rules)["violations"]
    return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


@pytest.mark.long(110)
@pytest.mark.timeout(900)
def test_no_page_keeps_anybody_out(chromium: Browser, site: Site) -> None:
    said = []
    with Eyes(chromium, site) as eyes:
        eyes.context.add_init_script(AXE)
        for shown in every_page():
            page, wrong = eyes.open(shown)
            said += wrong
            said += [f"{shown.name}: {one}" for one in complaints(page, RULES)]
            for size in (DESK, PHONE):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                said += [
                    f"{shown.name} at {size} is untidy: {one}" for one in page.evaluate(UNTIDY)
                ]
            if shown.path.startswith("/account/"):
                said += [f"{shown.name} shouts: {one}" for one in page.evaluate(IN_CAPITALS)]
            page.emulate_media(color_scheme="dark")
            rules = RULES if LONG else IN_DARK
            said += [f"{shown.name} in dark: {one}" for one in complaints(page, rules)]
            if LONG:
                page.emulate_media(forced_colors="active")
                forced = complaints(page, IN_FORCED)
                said += [f"{shown.name} in forced colours: {one}" for one in forced]
                page.emulate_media(forced_colors="none")
            said += [f"{shown.name} hides focus: {one}" for one in page.evaluate(UNSEEN)]
            said += [f"{shown.name} covers: {one}" for one in page.evaluate(COVERED)]
            page.set_viewport_size(ENLARGED)  # type: ignore[arg-type]
            wide = page.evaluate("document.documentElement.scrollWidth")
            page.set_viewport_size(PHONE)  # type: ignore[arg-type]
            said += [f"{shown.name} is {wide} px wide"] if wide > ENLARGED["width"] else []
    assert not said, "\n".join(said)


def test_every_address_that_answers_with_a_page_is_looked_at(transactional_db: None) -> None:
    """Whoever adds a page adds it to tests/browser/pages.py, or says there why it is none."""
    paths = [urlsplit(one.path).path for one in every_page() if one.path and one.status == 200]
    seen = {resolve(path).view_name for path in paths}
    assert names() - seen - set(NO_PAGE) == set()
    assert set(NO_PAGE) <= names() - seen


def names() -> set[str]:
    """Of every address of the site but the API's, the Django admin's, and the local mailbox."""
    return set(_names(get_resolver().url_patterns, "", ""))


def _names(patterns: Any, space: str, above: str) -> Iterator[str]:
    for one in patterns:
        path = above + str(one.pattern)
        if path.startswith(("api/", "admin/", "mailbox/")):
            continue
        if hasattr(one, "url_patterns"):
            yield from _names(one.url_patterns, one.namespace or space, path)
        else:
            yield f"{space}:{one.name}" if space else one.name


def test_keys_jump_over_the_head_of_a_page(arrive: Arrive) -> None:
    page = arrive()
    page.goto("/learn")
    page.keyboard.press("Tab")
    skip = page.locator(".skip:focus")
    assert (skip.bounding_box() or {"x": -1})["x"] >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_whoever_bears_no_motion_gets_none(arrive: Arrive) -> None:
    page = arrive(reduced_motion="reduce")
    page.goto("/")
    moving = page.evaluate(
        """() => [...document.querySelectorAll("*")].map(one => getComputedStyle(one)).filter(
            style => style.transitionDuration !== "0s" || style.animationName !== "none").length"""
    )
    assert moving == 0


def test_a_barrier_is_found(chromium: Browser) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        page.set_content("<html lang=en><title>x</title><main><h1>x</h1><img src=x></main>")
        page.evaluate(AXE)
        assert any(one.startswith("image-alt") for one in complaints(page, RULES))
