"""Five people whose table asks everybody at once: a whole game by mail alone, and one by page."""

import random
import re
from email import message_from_bytes, policy
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import selectors
from games import services as game_services
from games.models import Game, Move
from games.post import receive
from games.selectors.verifying import verify_games
from notifications import services
from notifications.models import Delivery
from tests import bounded
from tests.games.conftest import OpenTable
from tests.pages.conftest import offered
from tests.post.mail_player import answer, offers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]

FIVE = ("alice", "bob", "carol", "dave", "erin")


@pytest.fixture
def together(tables: OpenTable) -> Game:
    return tables(*FIVE, together=True)


def next_tick(game: Game) -> None:
    """The clock comes by, a worker plays what has been said."""
    Game.objects.filter(pk=game.pk, asks_all=True).update(wakes_at=timezone.now())
    game_services.sweep()
    work(game)


def work(game: Game) -> None:
    before = -1
    bound = bounded()
    while next(bound) and before != game.seq:
        before = game.seq
        game_services.call(game_key=game.key)
        game.refresh_from_db()


def is_over(game: Game) -> bool:
    return selectors.find_game(game.key, game.creator).table.is_over


def asked(game: Game) -> list[User]:
    """Who has something to say now."""
    game.refresh_from_db()
    people = [chair.person for chair in game.chairs.select_related("person") if chair.person]
    return [one for one in people if selectors.turns(viewer=one, lang="en")]


def test_a_game_of_five_is_played_by_mail_alone(together: Game, mailoutbox: list[Any]) -> None:
    rng = random.Random(5)
    bound = bounded()
    asked_at_once = 0
    while next(bound) and not is_over(together):
        next_tick(together)
        for pk in services.due_deliveries():
            services.deliver(pk)
        together.refresh_from_db()
        asked_at_once += together.asks_all
        for who in asked(together):
            newest = [one for one in mailoutbox if who.email in one.to][-1]
            letter = _parsed(newest)
            said = [rng.choice(offers(letter))] if not together.asks_all else _plan_of(newest.body)
            if selectors.plan(key=together.key, viewer=who, lang="en")["phase"] == "planning":
                said = said[:1]
            assert said, newest.body
            receive(answer(letter, "\n".join(said), who.language, rng).as_bytes())
    assert 12 <= asked_at_once < 20
    doors = set(Move.objects.filter(game=together, seat__isnull=False).values_list("door"))
    assert doors <= {("mail_reply",), ("order",)}
    assert list(verify_games([together.key])) == [(together.key, [])]
    assert not Delivery.objects.exclude(state__in=["sent", "outdated"]).exists()


def _parsed(mail: Any) -> Any:
    return message_from_bytes(mail.message().as_bytes(), policy=policy.default)


def _plan_of(text: str) -> list[str]:
    """Of what the letter offers for each card the first."""
    typed = re.findall(r"^ {3}(\S.*(?:\n {3}\S.*)*)\n {6}\S", text, re.MULTILINE)
    return [" ".join(one.split()).split(" | ")[0] for one in typed]


def test_a_game_of_five_is_played_by_page_alone(together: Game) -> None:
    bound = bounded()
    browsers: dict[str, Client] = {}
    while next(bound) and not is_over(together):
        next_tick(together)
        for who in asked(together):
            browser = browsers.setdefault(who.handle or "", Client())
            if not browser.session.get("_auth_user_id"):
                browser.force_login(who)
            if together.asks_all:
                _answer_page(browser, together)
            else:
                _move_by_page(browser, together)
                break  # what follows may be another's
    assert list(verify_games([together.key])) == [(together.key, [])]
    doors = set(Move.objects.filter(game=together, seat__isnull=False).values_list("door"))
    assert doors <= {("page",), ("order",)}


def _answer_page(browser: Client, game: Game) -> None:
    address = f"/games/{game.key}/plan"
    page = browser.get(address, secure=True).content.decode()
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'type="radio" name="([\w.]+)" value="([^"]+)"', page):
        fields.setdefault(name, []).append(value)
    chosen = {name: values[-1] for name, values in fields.items() if name != "unless"}
    (seq,) = re.findall(r'name="seq" value="(\d+)"', page)
    sent = browser.post(address, {**chosen, "seq": seq}, secure=True)
    assert sent.status_code == 303, sent.content.decode()


def _move_by_page(browser: Client, game: Game) -> None:
    address = f"/games/{game.key}"
    page = browser.get(address, secure=True).content.decode()
    move = next(iter(offered(page).values()))
    sent = browser.post(address, {**move, "seq": str(game.seq)}, secure=True)
    assert sent.status_code == 303, sent.content.decode()
