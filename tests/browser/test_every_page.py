"""Every page, not the tables' alone: none is too large, nothing moves while it comes in, and with
letters twice as large it is read by scrolling in one direction.

    ORIFLAMME_LONG=1 .venv/bin/python -m pytest -s tests/browser/test_every_page.py
"""

import os
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.api.live import Site
from tests.browser.opening import Eyes
from tests.browser.pages import every_page
from tests.browser.test_one_screen import MOST_NODES, WEIGHS

SCREENS = ((390, 844), (1440, 900))
# Letters alone, as a browser does that is told to leave pictures as they are.
TWICE = """() => {
    const all = [...document.body.querySelectorAll("*")].filter(one => !one.closest("svg"));
    const sizes = all.map(one => parseFloat(getComputedStyle(one).fontSize) * 2);
    all.forEach((one, at) => one.style.setProperty("font-size", `${sizes[at]}px`, "important"));
    return document.documentElement.scrollWidth - innerWidth;
}"""


@pytest.mark.skipif("ORIFLAMME_LONG" not in os.environ, reason="long: three minutes of pages")
@pytest.mark.timeout(900)
def test_no_page_is_too_large_or_moves_or_runs_out_of_the_window(
    chromium: Browser, site: Site, settings: Any, tmp_path: Any
) -> None:
    settings.LOCAL_DIR = str(tmp_path)
    said, most = [], (0, "")
    pages = every_page()
    for width, height in SCREENS:
        with Eyes(chromium, site, viewport={"width": width, "height": height}) as eyes:
            for shown in pages:
                page, wrong = eyes.open(shown)
                nodes, moved = page.evaluate(WEIGHS)
                most = max(most, (nodes, shown.name))
                said += wrong
                said += [f"{shown.name} at {width} has {nodes} nodes"] * (nodes > MOST_NODES)
                said += [f"{shown.name} at {width} moves: {one}" for one in moved]
                wider = page.evaluate(TWICE)
                said += [f"{shown.name} at {width} runs out by {wider} px"] * (wider > 0)
    print(f"{len(pages)} pages at {len(SCREENS)} sizes; the largest has {most[0]} nodes: {most[1]}")
    assert not said, "\n".join(said)
