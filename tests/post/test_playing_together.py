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
from games.engine import words
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


def says_by_mail(game: Game, who: User, box: list[Any], text: str) -> str:
    """What the letter says that comes back."""
    for _again in range(2):
        for pk in services.due_deliveries():
            services.deliver(pk)
        newest = next(one for one in reversed(box) if who.email in one.to)
        if not text:
            return " ".join(newest.body.split())
        letter = _parsed(newest)
        receive(answer(letter, text, who.language, random.Random(1)).as_bytes())
        text = ""
    raise AssertionError


@pytest.mark.parametrize(
    ("language", "text", "yes"),
    [
        ("en", "place the {card} last", ""),
        ("en", "{card} at the end", "yes"),
        ("it", "{card} alla fine", "sì"),
        ("uk", "{card} в кінець", "так"),
    ],
)
def test_a_card_may_be_said_as_loosely_as_where_one_is_asked_alone(
    together: Game, mailoutbox: list[Any], language: str, text: str, yes: str
) -> None:
    who = speaking(together, language)
    card = selectors.find_game(together.key, who).view("en")["yours"]["hand"][0]
    says_by_mail(together, who, mailoutbox, text.format(card=words.name(card, language)))
    plan = selectors.plan(key=together.key, viewer=who, lang="en")
    if yes and not plan["answered"]:  # of some cards it is clear at once
        says_by_mail(together, who, mailoutbox, yes)
        plan = selectors.plan(key=together.key, viewer=who, lang="en")
    order = {"do": "place", "card": card, "place": "end", "round": 1}
    assert plan["answered"]
    assert [one["order"] for one in plan["orders"]] == [order]


def speaking(game: Game, language: str) -> User:
    """One who is asked, and reads that."""
    who = asked(game)[-1]
    who.language = language
    who.save()
    return who


def test_who_is_asked_with_all_others_is_not_told_that_another_decides(
    together: Game, mailoutbox: list[Any]
) -> None:
    who = speaking(together, "en")
    told = says_by_mail(together, who, mailoutbox, "purple trousers")
    assert "could not be understood" in told
    assert "Write one of the moves below" in told
    assert "Somebody else" not in told


def test_what_is_said_of_another_round_is_no_card_of_this_one(
    together: Game, mailoutbox: list[Any]
) -> None:
    who = speaking(together, "en")
    card = selectors.find_game(together.key, who).view("en")["yours"]["hand"][0]
    name = words.name(card, "en")
    for text in (f"perhaps {name} at the end", f"{name} at the end if Bob is there", f"not {name}"):
        says_by_mail(together, who, mailoutbox, text)
        plan = selectors.plan(key=together.key, viewer=who, lang="en")
        orders = [one["order"] for one in plan["orders"]]
        assert not [one for one in orders if one["do"] == "place" and len(one) == 4], text


def test_what_a_card_does_may_be_said_loosely_too(together: Game, mailoutbox: list[Any]) -> None:
    for who in asked(together):
        card = selectors.find_game(together.key, who).view("en")["yours"]["hand"][0]
        wanted = [{"do": "place", "card": card, "place": "end", "round": 1}]
        game_services.make_plan(game_key=together.key, person=who, wanted=wanted)
    next_tick(together)
    who = speaking(together, "en")
    own = [slot["top"]["card"] for slot in selectors.find_game(together.key, who).view("en")["row"]]
    (card,) = filter(None, own)
    says_by_mail(together, who, mailoutbox, f"Please leave the {words.name(card, 'en')} closed")
    plan = selectors.plan(key=together.key, viewer=who, lang="en")
    assert [one["order"]["do"] for one in plan["orders"]] == ["wait"]
    assert plan["ahead"][0]["planned"]


@pytest.mark.parametrize("condition", ["a neighbour is Bob", "no neighbour is Bob"])
def test_lines_of_a_plan_stay_in_their_order(
    together: Game, mailoutbox: list[Any], condition: str
) -> None:
    who = speaking(together, "en")
    first, then = selectors.find_game(together.key, who).view("en")["yours"]["hand"][:2]
    lines = [
        f"place {words.name(first, 'en')} at the end if {condition}",
        f"place {words.name(then, 'en')} at the end",
    ]
    says_by_mail(together, who, mailoutbox, "\n".join(lines))
    plan = selectors.plan(key=together.key, viewer=who, lang="en")
    orders = [one["order"] for one in plan["orders"]]
    end = {"do": "place", "place": "end", "round": 1}
    assert [{name: one.get(name) for name in end} for one in orders] == [end, end]
    assert [one["card"] for one in orders] == [first, then]
    assert len(orders[0]) == 5
    assert len(orders[1]) == 4
