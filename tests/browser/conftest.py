"""Real browsers before the real site. Where there is none these tests are left out, and said so;
where CI or ORIFLAMME_CI is set they are not, and fail."""

import os
import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from accounts.models import User
from games.models import keys
from tests.accounts.chromium import PROGRAM
from tests.api.conftest import running_site, site  # noqa: F401  fixtures
from tests.api.live import Site
from tests.games.conftest import _workers_are_asleep, open_table  # noqa: F401  fixtures
from tests.pace import PATIENCE

PHONE = {"width": 360, "height": 740}
SLOWEST = PATIENCE * 1000


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Its loop runs in this thread, and Django would take us for a coroutine.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    yield from opened(playwright, PROGRAM)


def opened(playwright: Playwright, program: str | None) -> Iterator[Browser]:
    if program is None:
        why = "no chromium here: the pages are not tried in a real browser"
        if os.environ.get("CI") or os.environ.get("ORIFLAMME_CI"):
            pytest.fail(f"{why}; install the packages “chromium” and “chromium-headless-shell”")
        pytest.skip(why)
    browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def _deals_are_the_same_each_time(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is looked for in drawn cards is found in every run, or in none. At length, others."""
    if "ORIFLAMME_LONG" not in os.environ:
        drawn = random.Random(request.node.nodeid)
        same = SimpleNamespace(choice=drawn.choice, token_bytes=drawn.randbytes)
        monkeypatch.setattr(keys, "secrets", same)


Arrive = Callable[..., Page]


def choose(page: Page, move: str) -> None:
    """Touch what says this move: a card and its place, or the one thing that means it."""
    for name, value in fields_on(page, move):
        label = page.locator(f'label:has(> input[name="{name}"][value="{value}"])')
        # Cards of a hand overlap: each is touched where it shows.
        label.tap(position={"x": 14, "y": 40} if name == "card" else None)


def fields_on(page: Page, move: str) -> list[tuple[str, str]]:
    """As this page asks for it: where a card can mean two things, which of them comes first."""
    verb, *rest = move.split()
    if page.locator(f'input[name="deed"][value="{verb}"]').count():
        return [("deed", verb), ("onto", rest[0])]
    return fields_of(move)


def fields_of(move: str) -> list[tuple[str, str]]:
    verb, *rest = move.split()
    if verb == "place":
        # The Twin is the only card that can come in: it is chosen already.
        card = [] if rest[0] == "twin" else [("card", rest[0])]
        return [*card, ("place", " ".join(rest[1:]))]
    if verb == "move":
        return [("lifted", rest[0]), ("gap", rest[2])]
    return [("move", move)]


@pytest.fixture
def arrive(chromium: Browser, site: Site) -> Iterator[Arrive]:  # noqa: F811
    """arrive(alice) is a phone on which Alice is signed in; arrive() is a visitor's."""
    opened: list[BrowserContext] = []
    faults: list[str] = []

    def open_phone(person: User | None = None, *, step_by_step: bool = False, **more: Any) -> Page:
        usual = {
            "viewport": PHONE,
            "locale": "en",
            # It would answer before what a test puts in its place.
            "service_workers": "block",
            # What moves without end is drawn without end.
            "reduced_motion": "no-preference" if step_by_step else "reduce",
        }
        context = chromium.new_context(has_touch=True, base_url=site.url, **{**usual, **more})
        if not step_by_step:  # else each test would wait for it
            context.add_init_script("localStorage.setItem('steps', 'off')")
        opened.append(context)
        context.set_default_timeout(SLOWEST)
        if person is not None:
            client = Client()
            client.force_login(person)
            cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": "session", "value": cookie, "url": site.url}])
        page = context.new_page()
        # A refusal of the content policy is told here, too.
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda said: faults.append(said.text) if "Content Security" in said.text else None,
        )
        return page

    yield open_phone
    for context in opened:
        context.close()
    assert not faults
