"""`make screenshots`: every page as phones, tablets and desks show it, in light and in dark.

    make screenshots                                   all of them, and the README's picture
    make screenshots ONLY="table home" WIDTHS=360 SCHEMES=light LANGUAGE=uk

It runs as a test does, on services of its own, and is none: only make calls it.
"""

import io
import os
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser

from accounts.models import User
from tests.api.live import Site
from tests.browser.opening import Eyes
from tests.browser.pages import every_page
from tests.browser.world import Shown

ROOT = Path(__file__).parents[2]
TO = ROOT / "screenshots"
README = ROOT / "docs" / "table.png"
HEIGHTS = {360: 740, 768: 1024, 1440: 900}


def asked(name: str, usual: str) -> list[str]:
    return (os.environ.get(name) or usual).split()


@pytest.fixture
def shown(settings: Any, tmp_path: Path) -> list[Shown]:
    settings.LOCAL_DIR = str(tmp_path)
    only = asked("ONLY", "")
    found = every_page()
    User.objects.update(language=asked("LANGUAGE", "en")[0])
    return [one for one in found if not only or one.name in only]


def test_pictures_of_every_page(chromium: Browser, site: Site, shown: list[Shown]) -> None:
    TO.mkdir(exist_ok=True)
    language = asked("LANGUAGE", "en")[0]
    too_wide = []
    for width in map(int, asked("WIDTHS", "360 768 1440")):
        for scheme in asked("SCHEMES", "light dark"):
            size = {"width": width, "height": HEIGHTS.get(width, 900)}
            wishes = {"viewport": size, "color_scheme": scheme, "locale": language}
            with Eyes(chromium, site, **wishes) as eyes:
                for one in shown:
                    page, wrong = eyes.open(one)
                    too_wide += wrong
                    name = f"{one.name}-{width}-{scheme}-{language}.png"
                    page.screenshot(path=TO / name, full_page=True)
                    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                        too_wide.append(name)
    assert not too_wide


def test_the_readme_s_picture(chromium: Browser, site: Site, shown: list[Shown]) -> None:
    table = next(one for one in shown if one.name == "table")
    with Eyes(chromium, site, viewport={"width": 960, "height": 860}) as eyes:
        page, _ = eyes.open(table)
        painted = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    painted.quantize(128, dither=Image.Dither.NONE).save(README, "PNG", optimize=True)
