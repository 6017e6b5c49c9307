"""No cache and no disk of others keeps what is somebody's own: every address of the site is asked,
as who sits at a table, signed in and by key, and by the rights that letters and feeds carry."""

import random
from typing import Any

import pytest

from tests.conftest import Cast
from tests.secrecy import addresses, scene, worlds
from tests.secrecy.addresses import Address
from tests.secrecy.scene import Viewer

pytestmark = pytest.mark.django_db
# The same for everybody who asks.
FOR_ALL = (
    *("manifest.webmanifest", "sw.js", "share.png", "art/", "arms/", ".svg", ".png", "robots.txt"),
    *("set-language", "i18n/", "/embed"),
)


def is_kept(answer: Any) -> bool:
    """Whether some disk may have it."""
    return not {"private", "no-store"} <= set(answer.get("Cache-Control", "").split(", "))


def ask(viewer: Viewer, one: Address) -> Any:
    if one.is_api:
        wait = "?wait=0" if one.path.endswith("/events") else ""
        return viewer.program.ask("GET", one.path.removeprefix("/api/v1/") + wait)
    return viewer.browser.get(one.path)


@pytest.mark.long(12)
def test_whoever_sits_at_a_table_is_answered_what_no_cache_keeps(person: Cast) -> None:
    with worlds.standing_still():
        at = scene.of_a_tournament("oriflamme", person, moves=7, rng=random.Random(4))
        at.remember_rows()
        viewer = at.viewers[0]
        routes: set[str] = set()
        asked, kept = 0, []
        for one in addresses.every(at.values(viewer)):
            if (
                one.route in routes
                or one.is_admin
                or one.path.endswith(FOR_ALL)
                or any(w in one.path for w in FOR_ALL)
            ):
                continue
            routes.add(one.route)
            answer = ask(viewer, one)
            if answer.status_code == 200:
                asked += 1
                kept += [one.path] if is_kept(answer) else []
    assert asked > 60
    assert kept == []
