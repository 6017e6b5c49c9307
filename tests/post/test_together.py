"""Several games that wait come as one letter, and one answer reaches each of them."""

from datetime import UTC, datetime, time, timedelta
from email.utils import getaddresses
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client

from accounts.models import Profile, User
from games import engine, post
from games.models import Game
from games.post import addresses
from games.services import telling
from notifications import services
from notifications.models import Delivery
from tests import bounded
from tests.games.conftest import OpenTable, decider, move_on, position
from tests.post.posting import call_all, reply, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]

NIGHT = datetime(2027, 2, 2, 22, tzinfo=UTC)  # midnight in Kyiv
MORNING = NIGHT + timedelta(hours=7, minutes=1)


def three_games_wait(tables: OpenTable, hours: tuple[int, ...] = (30, 20, 40)) -> User:
    """Alice decides at three tables, which have called her in the night."""
    names = ("alice", "alicia", "alison")
    for number, left in enumerate(hours):
        game = tables(*names, name=f"Table {number}")
        alice = User.objects.get(handle="alice")
        move_on(game)
        bound = bounded()
        while next(bound) and decider(game) != alice:
            move_on(game)
        deadline = MORNING + timedelta(hours=left)
        Game.objects.filter(pk=game.pk).update(deadline=deadline)
    Profile.objects.update_or_create(
        user=alice, defaults={"quiet_from": time(22), "quiet_until": time(7)}
    )
    Delivery.objects.all().delete()
    call_all()
    return alice


def morning() -> Any:
    mail.outbox.clear()
    for pk in services.due_deliveries():
        services.deliver(pk)
    return [letter for letter in mail.outbox if letter.to == ["alice@example.test"]]


@pytest.fixture
def clock() -> Any:
    with time_machine.travel(NIGHT, tick=False) as traveller:
        yield traveller


def test_three_games_are_one_letter_in_the_morning(
    tables: OpenTable, clock: time_machine.Traveller
) -> None:
    three_games_wait(tables)
    assert morning() == []
    clock.move_to(MORNING)
    (letter,) = morning()
    assert letter.subject == "3 games wait for you"
    order = [letter.body.index(f". Table {number}") for number in (1, 0, 2)]
    assert order == sorted(order)
    assert letter.body.count("You have ") == 3
    for number in range(3):
        game = Game.objects.get(name=f"Table {number}")
        (link,) = [
            word for word in letter.body.split() if "/turn/" in word and game.name in _page(word)
        ]
        assert link in letter.alternatives[0][0]
    assert letter.body.count("turn+") == 3


def _page(link: str) -> str:
    path = link.removeprefix("https://testserver")
    return Client().get(path, secure=True).content.decode()


def test_an_answer_plays_at_the_table_of_its_number_even_if_all_is_quoted_below(
    tables: OpenTable, clock: time_machine.Traveller
) -> None:
    alice = three_games_wait(tables)
    clock.move_to(MORNING)
    (letter,) = morning()
    urgent = Game.objects.get(name="Table 1")
    (_name, first), *_others = getaddresses([letter.extra_headers["Reply-To"]])
    before = {game.name: game.seq for game in Game.objects.all()}
    move = engine.legal_moves(position(urgent))[0]
    head = f"Subject: Re: 3 games wait for you\r\nTo: {first}"
    post.receive(reply(urgent, alice, f"1: {move}\r\n\r\n{letter.body}", head=head))
    answer = sent("receipt")
    assert answer is not None
    assert "Your move is made" in answer.subject
    moved = {game.name for game in Game.objects.all() if game.seq != before[game.name]}
    assert moved == {"Table 1"}


def test_an_answer_to_one_of_the_others_goes_to_its_own_address(
    tables: OpenTable, clock: time_machine.Traveller
) -> None:
    alice = three_games_wait(tables)
    clock.move_to(MORNING)
    (letter,) = morning()
    found = [post.token_of(word) for word in letter.body.split() if word.startswith("turn+")]
    other = Game.objects.get(name="Table 2")
    move = engine.legal_moves(position(other))[0]
    post.receive(reply(other, alice, move, token=str(found[2])))
    seq = other.seq
    other.refresh_from_db()
    assert other.seq > seq


def test_who_has_moved_in_the_night_is_not_asked_again(
    tables: OpenTable, clock: time_machine.Traveller
) -> None:
    three_games_wait(tables)
    for name in ("Table 0", "Table 1"):
        move_on(Game.objects.get(name=name))
    clock.move_to(MORNING)
    (letter,) = morning()
    assert letter.subject.startswith("[Table 2] Round 1")
    assert "Reply-To" in letter.extra_headers


def test_a_letter_that_waits_for_company_goes_before_it_is_too_late(
    tables: OpenTable, clock: time_machine.Traveller
) -> None:
    """A daily letter at eight is of no use to who has to decide until seven."""
    alice = three_games_wait(tables, hours=(2,))
    daily = {"channels": ["email"], "bundle": "daily", "hour": 20}
    services.change_wishes(
        person=alice, wishes={"default": daily}, quiet_from=None, quiet_until=None
    )
    (held,) = Delivery.objects.filter(person=alice)
    deadline = MORNING + timedelta(hours=2)
    assert held.due_at == NIGHT + (deadline - NIGHT) / 2


def test_news_and_questions_share_a_letter(
    tables: OpenTable, clock: time_machine.Traveller
) -> None:
    alice = three_games_wait(tables, hours=(30,))
    services.enqueue(
        person=alice,
        kind="table closed",
        subject="game x",
        dedupe_key="x",
        game="2" * 16,
        name="Tuesday table",
    )
    clock.move_to(MORNING)
    (letter,) = morning()
    assert letter.subject == "1 game waits for you"
    assert "[Tuesday table] The table was closed" in letter.body
    assert addresses.token_of(letter.extra_headers["Reply-To"]) is not None


@pytest.mark.parametrize("is_same", [True, False])
def test_a_question_takes_along_what_is_of_its_own_table_alone(
    tables: OpenTable, clock: time_machine.Traveller, is_same: bool
) -> None:
    alice = three_games_wait(tables, hours=(30,))
    if is_same:
        game = Game.objects.get(name="Table 0")
        telling.send_letter("game began", game, [alice], about="again")
    else:
        tables("alice", "alicia", "alison", name="Another")
    clock.move_to(MORNING)
    (letter,) = morning()
    # The letter of the question with one line more, or one of all.
    assert letter.subject.startswith("[Table 0] ") == is_same
    assert ("the cards are dealt" in letter.body) == is_same
