"""Nobody is kept out: axe-core finds nothing to complain of on any page, light and dark, on a phone
and on a desk."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext

from tests.browser import pages
from tests.browser.browsing import (  # noqa: F401  fixtures
    DESK,
    PHONE,
    chromium,
    look,
    needs_chromium,
    sign_in,
    site,
)
from tests.house.playing import Play

pytestmark = needs_chromium

# What WCAG 2.2 asks for at levels A and AA, and what axe's authors found good besides.
RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
EYES = [(size, scheme) for size in (PHONE, DESK) for scheme in ("light", "dark")]


@pytest.fixture(scope="module")
def player(chromium: Browser, site: Play) -> Iterator[dict[str, Any]]:  # noqa: F811
    """Who is asked for a move, signed in."""
    address = site.ready["site"].rstrip("/")
    person = pages.who_decides(address, site.ready["people"])
    with look(chromium) as context:
        sign_in(context.new_page(), address, person)
        yield {"person": person, "keys": context.storage_state()}


def complaints(context: BrowserContext, address: str, found: dict[str, str]) -> list[str]:
    page, axe = context.new_page(), Axe()
    said = []
    for name, path in found.items():
        page.goto(address + path)
        for one in axe.run(page, options=RULES).response["violations"]:
            said += [f"{name}: {one['id']}: {node['html'][:160]}" for node in one["nodes"]]
    return said


@pytest.mark.parametrize(("size", "scheme"), EYES)
def test_a_stranger_meets_no_barrier(
    chromium: Browser,  # noqa: F811
    site: Play,  # noqa: F811
    size: tuple[int, int],
    scheme: str,
) -> None:
    with look(chromium, size=size, scheme=scheme) as context:
        assert not complaints(context, site.ready["site"].rstrip("/"), pages.STRANGER)


@pytest.mark.parametrize(("size", "scheme"), EYES)
def test_a_player_meets_no_barrier(
    chromium: Browser,  # noqa: F811
    site: Play,  # noqa: F811
    player: dict[str, Any],
    size: tuple[int, int],
    scheme: str,
) -> None:
    address = site.ready["site"].rstrip("/")
    found = pages.PLAYER | pages.tables(address, player["person"])
    with look(chromium, size=size, scheme=scheme, keys=player["keys"]) as context:
        assert not complaints(context, address, found)


def test_a_barrier_is_found(chromium: Browser) -> None:  # noqa: F811
    with look(chromium) as context:
        page = context.new_page()
        page.set_content("<html lang=en><title>x</title><main><h1>x</h1><img src=x></main>")
        found = Axe().run(page, options=RULES).response["violations"]
        assert "image-alt" in {one["id"] for one in found}
