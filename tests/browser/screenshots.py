"""`make screenshots`: every page as phones, tablets and desks show it, in light and in dark.

    make screenshots                                   all of them, and the README's picture
    make screenshots ONLY="table home" WIDTHS=360 SCHEMES=light LANGUAGE=uk

It runs as a test does, on services of its own, and is none: only make calls it.
"""

import io
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser

from accounts.models import User
from games import engine, services
from games.models import Game
from tests import bounded
from tests.api.live import Site
from tests.browser.opening import Eyes
from tests.browser.pages import every_page
from tests.browser.world import Shown, enter, key_of
from tests.games.conftest import decider, move_on, position

ROOT = Path(__file__).parents[2]
TO = ROOT / "screenshots"
README = ROOT / "docs" / "table.png"
HEIGHTS = {360: 740, 768: 1024, 1440: 900}


def asked(name: str, usual: str) -> list[str]:
    return (os.environ.get(name) or usual).split()


@pytest.fixture
def shown(settings: Any, tmp_path: Path) -> list[Shown]:
    settings.LOCAL_DIR = str(tmp_path)
    only, language = asked("ONLY", ""), asked("LANGUAGE", "en")[0]
    found = every_page(language)
    User.objects.update(language=language)
    return [one for one in found if not only or one.name in only]


# Some nine hundred pictures.
@pytest.mark.timeout(3600)
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
    """A table in the midst of its events, at a decision that is not easy."""
    game = next(filter(_comes_to_something, _games()))
    person = decider(game)
    User.objects.filter(pk=person.pk).update(language="en")
    with Eyes(chromium, site, viewport={"width": 1440, "height": 900}) as eyes:
        here = f"/games/{game.key}?after={game.seq - 6}"
        page, _ = eyes.open(Shown("", here, key_of(enter(person))))
        painted = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    painted.quantize(128, dither=Image.Dither.NONE).save(README, "PNG", optimize=True)


def _games() -> Iterator[Game]:
    """One after the other is dealt, at the demo's table."""
    first, *others = Game.objects.get(name="Friday table").chairs.select_related("person")
    bound = bounded()
    while True:
        next(bound)
        game = services.create_game(
            person=first.person, name="Friday table", set="oriflamme", seats=len(others) + 1
        )
        for chair in others:
            services.join(game_key=game.key, person=chair.person)
        game.refresh_from_db()
        yield game


def _comes_to_something(game: Game) -> bool:
    """Play on until there is something to look at; not every game comes to it."""
    rng = random.Random(game.pk)
    bound = bounded()
    while next(bound) and game.status == "running" and game.seq < 60:
        if game.seq > 20 and _is_worth_a_look(game):
            return True
        move_on(game, rng=rng)
        game.refresh_from_db()
    return False


def _is_worth_a_look(game: Game) -> bool:
    state = position(game)
    view = engine.view(state, engine.to_move(state))
    whose = {(one["top"]["family"], one["top"]["open"]) for one in view["row"]}
    return (
        view["phase"] == "events"
        and len(view["row"]) in {9, 10}
        and len(whose) > 4
        and view["question"]["kind"] == "wait_or_reveal"
        and sum(one["top"]["tokens"] for one in view["row"]) > 3
    )
