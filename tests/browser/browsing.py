"""A real browser before a real site: `make play` with its demo, and the system's Chromium.

A machine without Chromium leaves these tests out and says so; where CI is set, that is a failure.
"""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.house.playing import Play

PROGRAM = shutil.which("chromium") or shutil.which("google-chrome")
PHONE, TABLET, DESK = (360, 740), (768, 1024), (1440, 900)

needs_chromium = pytest.mark.skipif(
    PROGRAM is None and not os.environ.get("CI"),
    reason="LEFT OUT: this machine has no Chromium; install it to test the pages in a browser",
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    assert PROGRAM, "tests in a browser are never left out here: install Chromium"
    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    running = Play(tmp_path_factory.mktemp("play") / "play")
    yield running.wait()
    running.end()


def launch(playwright: Any) -> Browser:
    browser: Browser = playwright.chromium.launch(
        executable_path=PROGRAM, args=["--no-sandbox", "--force-color-profile=srgb"]
    )
    return browser


def look(
    browser: Browser,
    *,
    size: tuple[int, int] = PHONE,
    scheme: Any = "light",
    language: str = "en",
    keys: Any = None,
) -> BrowserContext:
    """A context of this size; `keys` are the cookies of somebody who is signed in."""
    return browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        locale=language,
        reduced_motion="reduce",
        storage_state=keys,
    )


def sign_in(page: Page, site: str, person: dict[str, Any]) -> None:
    page.goto(f"{site}/account/login/")
    page.fill("input[name=login]", person["handle"])
    page.fill("input[name=password]", person["password"])
    page.click("main form button[type=submit], main form button:not([type])")
    page.wait_for_url(f"{site}/**")
    assert "/login" not in page.url, page.inner_text("main")
