"""Nothing that a browser is given, scripts and pictures and what they make of it, changes with
cards that its person cannot know."""

import random
import re
from typing import Any

import pytest
from django.db import transaction
from playwright.sync_api import Page, Response

from accounts.models import User
from games import engine
from games.models import Game
from tests.browser.conftest import Arrive
from tests.conftest import Cast
from tests.games.conftest import OpenTable, decider, move_on, position
from tests.games.redistribution import redistribute

SEATED = ("alice", "bob", "carol")
# Drawn by lot for each answer, and what tells the time of day.
_CHANCE = re.compile(
    r'(?<=name="csrfmiddlewaretoken" value=")[^"]+|(?<=<p>)[^<]*(?:so far|left)[^<]*'
    r'|(?<=data-place=")[0-9a-f]{32}|(?<=class="clock" title=")[^"]+'
)


def _all_that_arrives(page: Page, address: str) -> dict[str, Any]:
    """Every answer by its address, and the page as scripts have left it."""
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    page.on("response", note)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(200)
    page.remove_listener("response", note)
    told = {}
    for answer in answers:
        # A stream never ends; and the tab's icon, the same file for all, is fetched when it likes.
        if answer.request.resource_type != "eventsource" and not answer.url.endswith("/icon.svg"):
            told[answer.url] = (answer.status, _CHANCE.sub("", answer.text()))
    wanted = {"css", "js"} if address.startswith("/games/") else {"css"}
    assert {url.rpartition(".")[2] for url in told} >= wanted
    dom = page.evaluate("new XMLSerializer().serializeToString(document)")
    return told | {"the page itself": _CHANCE.sub("", dom), "its title": page.title()}


def _deal_otherwise(game: Game, keep: int | None, rng: random.Random) -> None:
    whole = position(game)
    with transaction.atomic():
        redistribute(game, keep, rng)
    assert position(game) != whole


@pytest.mark.parametrize("box", engine.SETS)
def test_no_browser_is_given_what_its_person_cannot_know(
    arrive: Arrive, open_table: OpenTable, person: Cast, box: str
) -> None:
    game, rng = open_table(*SEATED, set=box, talk="full"), random.Random(box)
    move_on(game, 13, rng)
    game.refresh_from_db()
    asked = decider(game)
    other = next(person(name) for name in SEATED if name != asked.handle)
    watchers: list[User | None] = [asked, other, person("mallory"), None]
    for who in watchers:
        chair = game.chairs.filter(person=who).first() if who else None
        page = arrive(who)
        for address in (f"/games/{game.key}", "/", "/tables?list=running", "/people/alice"):
            before = _all_that_arrives(page, address)
            _deal_otherwise(game, chair.number if chair else None, rng)
            assert _all_that_arrives(page, address) == before


def test_what_is_dealt_otherwise_to_oneself_is_seen(
    arrive: Arrive, open_table: OpenTable, person: Cast
) -> None:
    """The site reads the cards anew each time; else the test above would prove nothing."""
    game, rng = open_table(*SEATED), random.Random(3)
    move_on(game, 4, rng)
    game.refresh_from_db()
    alice, bob = person("alice"), person("bob")
    page = arrive(alice)
    before = _all_that_arrives(page, f"/games/{game.key}")
    _deal_otherwise(game, game.chairs.get(person=bob).number, rng)
    assert _all_that_arrives(page, f"/games/{game.key}") != before
