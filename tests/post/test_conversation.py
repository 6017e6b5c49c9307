"""Letters about a table are one conversation: nothing is asked or told twice."""

import random
import re
from collections import Counter
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import engine, post, services
from games.models import Correspondence, Game, Move, Seat
from games.post import addresses, tokens
from notifications.models import Delivery, Notification
from notifications.services import change_wishes, deliver, due_deliveries
from tests import address_of, bounded
from tests.games.conftest import OpenTable, decider, move_on, position
from tests.post.posting import reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]
SOON = timedelta(seconds=20)


def work() -> None:
    """What workers and bots do."""
    for key in Game.objects.filter(status="running").values_list("key", flat=True):
        services.call(game_key=key)
    for pk in due_deliveries():
        deliver(pk)


def answered(game: Game, who: User, rng: random.Random) -> None:
    """Whoever is in a hurry turns over what can be turned over."""
    moves = engine.legal_moves(position(game))
    move = "reveal" if "reveal" in moves else rng.choice(moves)
    post.receive(reply(game, who, move))


def test_word_that_it_is_done_comes_with_the_next_question(tables: OpenTable) -> None:
    game = tables("alice", "alicia")
    work()
    mail.outbox.clear()
    who = decider(game)
    answered(game, who, random.Random(1))
    bound = bounded()
    while next(bound) and decider(game) != who:
        move_on(game)
    work()
    (letter,) = [one for one in mail.outbox if one.to == [who.email]]
    assert letter.subject.startswith("[Friday table] Round ")
    assert letter.body.startswith("Your move is made")
    assert "Answer this mail with one of these" in letter.body
    states = Delivery.objects.filter(notification__kind__in=["done", "your turn"], person=who)
    assert {row.state for row in states} == {"sent"}
    assert len({row.message_id for row in states}) == 1


def test_word_that_it_is_done_goes_alone_where_nothing_is_asked_and_has_no_picture(
    tables: OpenTable,
) -> None:
    game = tables("alice", "alicia", "alison")
    work()
    mail.outbox.clear()
    who = decider(game)
    answered(game, who, random.Random(1))
    work()
    assert not [one for one in mail.outbox if one.to == [who.email]]
    with time_machine.travel(timezone.now() + SOON):
        Delivery.objects.filter(notification__kind="done").update(due_at=timezone.now())
        for row in Delivery.objects.filter(notification__kind="done"):
            deliver(row.pk)
    (letter,) = [one for one in mail.outbox if one.to == [who.email]]
    assert letter.body.startswith("Your move is made")
    assert not letter.attachments


def test_who_wants_to_hear_only_of_what_did_not_work_hears_of_that_alone(
    tables: OpenTable,
) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    wishes = {"done": {"channels": [], "bundle": "at once"}}
    change_wishes(person=who, wishes=wishes, quiet_from=None, quiet_until=None)
    post.receive(reply(game, who, "dance on the table"))
    assert Delivery.objects.filter(notification__kind="receipt", person=who).count() == 1
    answered(game, who, random.Random(1))
    assert Notification.objects.filter(kind="done", person=who).exists()
    assert not Delivery.objects.filter(notification__kind="done").exists()


def test_the_beginning_is_told_with_the_first_question(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    bound = bounded()
    for _ in range(3):
        next(bound)
        work()
        move_on(game)
    told = Counter(letter.to[0] for letter in mail.outbox if "cards are dealt" in letter.body)
    assert told == {address_of(seat.person): 1 for seat in game.chairs.all()}
    asked = [letter for letter in mail.outbox if "Answer this mail with one of" in letter.body]
    assert len(asked) == len(mail.outbox) == 3


def test_the_last_letter_says_what_still_runs_and_can_be_answered(
    tables: OpenTable, client: Client
) -> None:
    game = tables("alice", "alicia", "alison")
    work()
    who = decider(game)
    mail.outbox.clear()
    token = tokens.make(game.key, who.pk, game.seq)
    stop = addresses.stop_page(token).removeprefix("https://testserver")
    for _ in range(2):
        client.post(stop, {"List-Unsubscribe": "One-Click"}, secure=True)
    work()
    (letter,) = [one for one in mail.outbox if one.to == [who.email]]
    assert "a stand-in makes that decision for you" in " ".join(letter.body.split())
    assert Correspondence.objects.get(person=who).stopped
    post.receive(reply(game, who, "resume"))
    assert not Correspondence.objects.get(person=who).stopped
    assert "turn+" in letter.extra_headers["Reply-To"]


def test_a_fast_game_with_three_bots_is_one_letter_for_each_question_and_one_for_the_end(
    tables: OpenTable,
) -> None:
    """Two people who answer by mail; the bots answer at once."""
    rng = random.Random(7)
    open_fast = tables("alice", "alicia", "alison", "alissa", "alix")
    for seat in list(open_fast.chairs.all())[2:]:
        Seat.objects.filter(game=open_fast, number=seat.number).update(bot="careful")
    people = [seat.person for seat in open_fast.chairs.all() if seat.person and not seat.bot]
    bound = bounded()
    while next(bound) and Game.objects.get(pk=open_fast.pk).status == "running":
        services.let_bots_move(game_key=open_fast.key)
        work()
        if Game.objects.get(pk=open_fast.pk).status == "running":
            who = decider(open_fast)
            if who in people:
                answered(open_fast, who, rng)
    work()
    asked: Counter[str] = Counter()
    letters: Counter[str] = Counter()
    for one in mail.outbox:
        letters[one.to[0]] += 1
        if "Answer this mail with one of" in one.body:
            link = re.search(r"/turn/(\w+)", one.body)
            assert link is not None
            right = tokens.read(link[1])
            asked[f"{right.person} {right.seq}"] += 1
    # Each question once, and the end; no letter that asks nothing beside them.
    assert set(asked.values()) == {1}
    for who in people:
        questions = sum(key.startswith(f"{who.pk} ") for key in asked)
        assert letters[address_of(who)] == questions + 1
    # Nor does one follow: the end tells what waited for a question that will not come.
    assert not Delivery.objects.filter(state__in=Delivery.OPEN).exists()


def asked_after_a_move_on(door: Move.Door, tables: OpenTable) -> tuple[Game, User]:
    """Somebody moved by this door, others went on, and it is their turn again."""
    game = tables("alice", "alicia")
    work()
    who = decider(game)
    services.play(
        game_key=game.key,
        person=who,
        seq=game.seq,
        moves=[engine.legal_moves(position(game))[0]],
        door=door,
    )
    bound = bounded()
    while next(bound) and decider(game) != who:
        move_on(game)
    mail.outbox.clear()
    work()
    return game, who


def to(who: User) -> int:
    return sum(one.to == [who.email] for one in mail.outbox)


def test_who_moves_on_the_page_gets_no_letter_for_what_they_answer_there(
    tables: OpenTable,
) -> None:
    game, who = asked_after_a_move_on(Move.Door.PAGE, tables)
    assert to(who) == 0
    move_on(game)
    with time_machine.travel(timezone.now() + timedelta(seconds=95)):
        work()
    assert "sent" not in states_of_turns(who)


def test_who_has_left_the_page_is_written_to_a_minute_and_a_half_later(
    tables: OpenTable,
) -> None:
    _game, who = asked_after_a_move_on(Move.Door.PAGE, tables)
    with time_machine.travel(timezone.now() + timedelta(seconds=95)):
        work()
    assert to(who) == 1
    assert "sent" in states_of_turns(who)


@pytest.mark.parametrize("door", [Move.Door.API, Move.Door.MAIL_REPLY])
def test_who_moves_elsewhere_is_written_to_at_once(tables: OpenTable, door: Move.Door) -> None:
    _game, who = asked_after_a_move_on(door, tables)
    assert to(who) == 1


def states_of_turns(who: User) -> list[str]:
    turns = Delivery.objects.filter(notification__kind="your turn", person=who, channel="email")
    return list(turns.order_by("pk").values_list("state", flat=True))[-1:]


def test_the_end_says_that_the_last_move_is_made(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    bound = bounded()
    while next(bound) and Game.objects.get(pk=game.pk).status == "running":
        who = decider(game)
        answered(game, who, random.Random(1))
    work()
    (last,) = [one for one in mail.outbox if one.to == [who.email] and "is over" in one.subject]
    assert last.body.startswith("Your move is made")
    assert "proof of the deal are open now" in " ".join(last.body.split())
    assert "cards are dealt" not in last.body
