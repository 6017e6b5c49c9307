"""Nobody reads hidden cards off the site: they are dealt otherwise, and no page, part of a page,
picture or header may change by a byte. (Time stands still, as spans of it are on every page.)"""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import engine, services
from games.models import Game
from games.post import tokens
from tests.games.conftest import OpenTable, decider, move_on, position
from tests.games.redistribution import redistribute
from tests.pages.conftest import Browser

pytestmark = pytest.mark.django_db

OLD = "Wed, 01 Jan 2025 00:00:00 GMT"
CAST = ("alice", "bob", "carol")
HTMX = {"HX-Request": "true", "HX-Target": "table", "HX-Current-URL": "https://testserver/"}
# Made anew for each answer, and by nothing that a card has to do with.
# (The place in the feed goes by how much is written on the whole site.)
_CHANCE = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[^"]+|(?<=data-place=")[0-9a-f]{32}')
_OWN_TO_EACH = {"X-Request-ID", "Set-Cookie", "Date"}


def heard(answer: Any) -> tuple[int, bytes, dict[str, str]]:
    """All that comes over the wire, but for what is drawn by lot for each answer."""
    headers = {name: value for name, value in answer.items() if name not in _OWN_TO_EACH}
    cookies = dict.fromkeys(answer.cookies, "")
    return answer.status_code, _CHANCE.sub(b"", answer.content), headers | cookies


def addresses(game: Game, viewer: User | None) -> list[str]:
    here = f"/games/{game.key}"
    pages = [here, f"{here}?after=0", f"{here}?after={game.seq - 1}", f"{here}/record"]
    pages += [f"{here}/deal", *(f"{here}?after=0&step={step}" for step in (1, 6, 9))]
    # As if it were over already, from every chair.
    pages += [f"{here}?at={at}&chair={chair}" for at, chair in ((0, ""), (5, 1))]
    pages += [f"{here}/{deed}" for deed in ("talk", "resign", "hooks", "report", "seats/0/take")]
    pages += ["/", *(f"/tables?list={which}" for which in ("running", "mine", "over", "seats"))]
    pages += ["/people/alice", "/people/bob", "/people/bob/picture.svg", "/account/deliveries"]
    if viewer is not None:
        token = tokens.make(game.key, viewer.pk, game.seq)
        pages += [f"/turn/{token}", f"/turn/{token}?move=wait", f"/turn/{token}/stop"]
        pages += [f"/turn/{token}/void", f"/turn/{token}/table.png?dark&wide"]
    return pages


def all_that_is_served(at: Browser, asked: list[str]) -> dict[str, Any]:
    served = {page: heard(at.get(page)) for page in asked}
    served |= {f"{page} by htmx": heard(at.get(page, headers=HTMX)) for page in asked[:4]}
    # A try that is refused; what is drawn stays undrawn, for nothing is sent.
    here = asked[0]
    # What a script is told, to show it step by step: from the deal on, and of the last moves.
    for shown in ("0", "3", "7"):
        served[f"since {shown}"] = heard(at.get(here, headers={"X-Shown": shown}))
    served["only the head of it"] = heard(at.head(here))
    served["what it was before"] = heard(
        at.get(here, headers={"If-None-Match": '"x"', "If-Modified-Since": OLD, "X-Unseen": "1"})
    )
    served["a wrong move"] = heard(at.post(here, {"seq": "0", "move": "eliminate 77"}))
    served["a stale move"] = heard(at.post(here, {"seq": "0", "move": "wait"}))
    # What others may or may not do: refused in the same words whatever they hold.
    served["a card"] = heard(at.post(here, {"seq": "0", "card": "spy", "place": "end"}))
    served["half a move"] = heard(at.post(here, {"seq": "0", "card": "spy"}))
    served["a gap"] = heard(at.post(here, {"seq": "0", "lifted": "1", "gap": "3"}))
    served["nonsense"] = heard(at.post(here, {"seq": "0", "card": "x" * 99, "place": "y"}))
    served["a bad order"] = heard(at.post(here, {"orders": "when the moon is full: wait"}))
    served["a word too long"] = heard(at.post(here, {"text": "x" * 3000}))
    return served


@pytest.mark.parametrize("box", engine.SETS)
def test_no_page_changes_with_cards_that_its_reader_cannot_know(
    open_table: OpenTable,
    browser: Callable[[str], Browser],
    person: Callable[[str], User],
    box: str,
) -> None:
    game = open_table("alice", "bob", "carol", set=box, talk="full")
    seats: dict[str | None, int | None] = {
        name: game.chairs.get(person=person(name)).number for name in CAST
    }
    rng = random.Random(box)
    changed = 0
    with time_machine.travel(timezone.now(), tick=False):
        for moves in (8, 17):
            move_on(game, moves, rng)
            game.refresh_from_db()
            assert game.status == "running"
            other = next(name for name in ("bob", "carol") if name != decider(game).handle)
            for name in (decider(game).handle, other, "mallory", None):
                at = browser(name) if name else Browser()
                asked = addresses(game, person(name) if name else None)
                before = all_that_is_served(at, asked)
                assert b" data-steps=" in before["since 3"][1]
                whole = position(game)
                redistribute(game, seats.get(name), rng)
                after = all_that_is_served(at, asked)
                assert {page for page in before if before[page] != after[page]} == set()
                changed += position(game) != whole
    assert changed > 4  # the cards were dealt otherwise


@pytest.mark.parametrize("box", engine.SETS)
def test_who_has_resigned_learns_no_more_than_they_knew(
    open_table: OpenTable,
    browser: Callable[[str], Browser],
    person: Callable[[str], User],
    box: str,
) -> None:
    """A stand-in plays on with their cards; of the others' they are told nothing."""
    game = open_table(*CAST, set=box, talk="full")
    rng = random.Random(box)
    with time_machine.travel(timezone.now(), tick=False):
        move_on(game, 9, rng)
        who = next(name for name in CAST if name != decider(game).handle)
        seat = game.chairs.get(person=person(who)).number
        services.resign(game_key=game.key, person=person(who))
        game.refresh_from_db()
        assert game.status == "running"
        for name, keep in ((who, seat), ("mallory", None)):
            asked = addresses(game, person(name))
            before = all_that_is_served(browser(name), asked)
            whole = position(game)
            redistribute(game, keep, rng)
            assert position(game) != whole
            after = all_that_is_served(browser(name), asked)
            assert {page for page in before if before[page] != after[page]} == set()


def test_a_leak_into_a_page_is_caught(
    open_table: OpenTable,
    browser: Callable[[str], Browser],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A page that shows everybody's hands is told apart."""
    game = open_table("alice", "bob", "carol")
    move_on(game, 5)
    monkeypatch.setattr("games.faces.moment", lambda *_: " ".join(engine.dump(position(game))))
    mallory = browser("mallory")
    before = heard(mallory.get(f"/games/{game.key}"))
    redistribute(game, None, random.Random(1))
    assert before != heard(mallory.get(f"/games/{game.key}"))
