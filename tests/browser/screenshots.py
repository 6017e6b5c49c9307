"""`make screenshots`: every page as phones, tablets and desks show it, light and dark.

    python -m tests.browser.screenshots [--site URL --people ready.json] [--only NAME …]
        [--language uk] [--width 360 …] [--scheme dark …] [--readme]

Without --site it starts one of its own with the demo. `--readme` makes the README's picture of a
table and nothing else.
"""

import argparse
import io
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import pages
from tests.browser.browsing import DESK, PHONE, TABLET, launch, look, sign_in
from tests.house.playing import Play

ROOT = Path(__file__).parents[2]
TO = ROOT / "screenshots"
README = ROOT / "docs" / "table.png"
SIZES = {size[0]: size for size in (PHONE, TABLET, DESK)}


@contextmanager
def running(ready: Path | None) -> Iterator[dict[str, Any]]:
    if ready:
        yield json.loads(ready.read_text())
        return
    with tempfile.TemporaryDirectory() as room:
        play = Play(Path(room) / "play")
        try:
            yield play.wait().ready
        finally:
            play.end()


def speak(site: str, person: dict[str, Any], language: str) -> None:
    headers = {"Authorization": f"Bearer {person['token']}"}
    httpx.patch(f"{site}/api/v1/me", json={"language": language}, headers=headers)


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--ready", type=Path, help="ready.json of a site that runs")
    given.add_argument("--only", nargs="*", default=[])
    given.add_argument("--language", default="en", choices=["en", "uk", "ru", "it"])
    given.add_argument("--width", nargs="*", type=int, default=list(SIZES))
    given.add_argument("--scheme", nargs="*", default=["light", "dark"])
    given.add_argument("--readme", action="store_true")
    asked = given.parse_args()
    with running(asked.ready) as ready, sync_playwright() as playwright:
        browser = launch(playwright)
        site = ready["site"].rstrip("/")
        person = pages.who_decides(site, ready["people"])
        speak(site, person, asked.language)
        keys = _keys(browser, site, person)
        if asked.readme:
            _for_readme(browser, site, person, keys)
        else:
            _all(browser, site, person, keys, asked)
        browser.close()


def _keys(browser: Browser, site: str, person: dict[str, Any]) -> Any:
    with look(browser) as context:
        sign_in(context.new_page(), site, person)
        return context.storage_state()


def _all(browser: Browser, site: str, person: dict[str, Any], keys: Any, asked: Any) -> None:
    TO.mkdir(exist_ok=True)
    groups: list[tuple[dict[str, str], Any]] = [
        (pages.STRANGER, None),
        (pages.PLAYER | pages.tables(site, person), keys),
    ]
    for width in asked.width:
        for scheme in asked.scheme:
            for found, who in groups:
                wanted = {n: p for n, p in found.items() if not asked.only or n in asked.only}
                if not wanted:
                    continue
                with look(
                    browser, size=SIZES[width], scheme=scheme, language=asked.language, keys=who
                ) as context:
                    page = context.new_page()
                    for name, path in wanted.items():
                        page.goto(site + path)
                        file = f"{name}-{width}-{scheme}-{asked.language}.png"
                        page.screenshot(path=TO / file, full_page=True)
                        _tell_overflow(page, file)


def _tell_overflow(page: Page, name: str) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if wide > 0:
        print(f"{name}: {wide} px too wide")


def _for_readme(browser: Browser, site: str, person: dict[str, Any], keys: Any) -> None:
    with look(browser, size=(960, 740), keys=keys) as context:
        page = context.new_page()
        page.goto(site + pages.tables(site, person)["table"])
        painted = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    painted.quantize(128, dither=Image.Dither.NONE).save(README, "PNG", optimize=True)
    print(f"{README.relative_to(ROOT)}: {README.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
