"""Nobody is kept out: axe-core finds nothing to complain of on any page, in light and in dark."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import axe_playwright_python
import pytest
from django.urls import get_resolver, resolve
from playwright.sync_api import Browser, Page

from tests.api.live import Site
from tests.browser.opening import Eyes
from tests.browser.pages import NO_PAGE, every_page
from tests.post.conftest import _static_files_as_they_lie  # noqa: F401  a fixture

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


@pytest.fixture(autouse=True)
def _demo_keys(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR = str(tmp_path)


def complaints(page: Page, rules: dict[str, Any]) -> list[str]:
    found = page.evaluate("rules => axe.run(document, rules)", rules)["violations"]
    return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


def test_no_page_keeps_anybody_out(chromium: Browser, site: Site) -> None:
    said = []
    with Eyes(chromium, site) as eyes:
        for shown in every_page():
            page, wrong = eyes.open(shown)
            said += wrong
            page.evaluate(AXE)
            said += [f"{shown.name}: {one}" for one in complaints(page, RULES)]
            page.emulate_media(color_scheme="dark")
            said += [f"{shown.name} in dark: {one}" for one in complaints(page, IN_DARK)]
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


def test_a_barrier_is_found(chromium: Browser) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        page.set_content("<html lang=en><title>x</title><main><h1>x</h1><img src=x></main>")
        page.evaluate(AXE)
        assert any(one.startswith("image-alt") for one in complaints(page, RULES))
