"""What somebody asks for in answer to a letter about several games, and says of none of them: of
all, where it is about their letters and themselves; for none, where it is about one game."""

from email.utils import getaddresses

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import translation

from accounts import moment
from games import kinds, post
from games.models import Correspondence, OrderList, Seat
from notifications import digest
from notifications.models import Notification, TakenMail
from tests import address_of
from tests.games.conftest import OpenTable, decider
from tests.post.posting import post_reply, sent
from tests.post.test_several import Both, both  # noqa: F401  a fixture

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]


def told(both: Both, text: str, **more: str) -> EmailMultiAlternatives:  # noqa: F811
    both.answer(text, **more)
    letter = sent("receipt")
    assert letter is not None
    assert len(mail.outbox) == 1
    return letter


def agreed(both: Both) -> list[Correspondence]:  # noqa: F811
    return list(Correspondence.objects.filter(person=both.alice))


@pytest.mark.parametrize("text", ["stop", "Please stop these letters.", "unsubscribe"])
def test_letters_stop_from_all_of_them_and_begin_again(both: Both, text: str) -> None:  # noqa: F811
    letter = told(both, text)
    assert [one.stopped for one in agreed(both)] == [True, True]
    for game in both.games.values():
        assert game.name in letter.body
    assert letter.body.count("You get no more letters") == 1
    again = told(both, "resume", to=letter.extra_headers["Reply-To"], message_id="<2@x.test>")
    assert [one.stopped for one in agreed(both)] == [False, False]
    assert "again" in again.body


def test_cards_are_hidden_and_shown_in_letters_about_all_of_them(both: Both) -> None:  # noqa: F811
    told(both, "hide cards")
    assert [one.hides_cards for one in agreed(both)] == [True, True]
    told(both, "show cards", message_id="<2@example.test>")
    assert [one.hides_cards for one in agreed(both)] == [False, False]


def test_whoever_is_back_is_back_wherever_they_were_missed(both: Both) -> None:  # noqa: F811
    absent = Seat.objects.filter(game=both.games[2], person=both.alice)
    absent.update(absent_since=moment.now())
    letter = told(both, "I'm back!")
    assert absent.get().absent_since is None
    said = " ".join(letter.body.split())
    assert f"{both.games[1].name}: You were not away" in said
    assert f"{both.games[2].name}: You are back" in said


@pytest.mark.parametrize("text", ["stop", "I'm back!", "help", "pause", "resign"])
def test_a_second_copy_says_nothing(both: Both, text: str) -> None:  # noqa: F811
    both.answer(text)
    told = Notification.objects.count()
    assert both.answer(text) == TakenMail.CameTo.NOTHING_LEFT
    assert Notification.objects.count() == told


@pytest.mark.parametrize(
    "text",
    ["no orders", "pause", "resign", "status", "more time please", "talk: hello", "yes", "no"],
)
def test_what_is_of_one_game_is_asked_back_and_says_how_they_are_numbered(
    both: Both,  # noqa: F811
    text: str,
) -> None:
    letter = told(both, text)
    said = " ".join(letter.body.split())
    assert "It is not said for which game this is, so nothing has been done" in said
    for number, game in both.games.items():
        assert f"{number}. {game.name}" in said
    assert not Seat.objects.filter(person=both.alice, agrees_to_pause=True).exists()
    assert not OrderList.objects.exists()
    assert not Notification.objects.filter(kind=kinds.DONE).exists()


@pytest.mark.parametrize("text", ["stop\nreveal", "help\nwait", "back, and reveal"])
def test_a_wish_beside_a_move_for_nobody_knows_which_does_neither(both: Both, text: str) -> None:  # noqa: F811
    told(both, text)
    assert both.moved() == {}
    assert not any(one.stopped for one in agreed(both))


def test_help_and_what_a_card_does_are_of_no_game(both: Both) -> None:  # noqa: F811
    said = " ".join(told(both, "help").body.split())
    assert "Write above the quoted letter" in said
    assert "Begin the line for each game" not in said


def test_which_one_is_meant_is_said_in_answer_to_that(both: Both) -> None:  # noqa: F811
    letter = told(both, "reveal it, I think")
    assert both.moved() == {}
    both.answer("2: reveal", to=letter.extra_headers["Reply-To"], message_id="<2@example.test>")
    assert both.moved() == {2: "reveal"}


def test_a_yes_is_to_the_one_that_was_asked_about(both: Both) -> None:  # noqa: F811
    letter = told(both, "reveal")
    both.answer("yes", to=letter.extra_headers["Reply-To"], message_id="<2@example.test>")
    assert both.moved() == {1: "reveal"}


def test_no_position_is_decided_on_that_the_letter_did_not_tell_of(both: Both) -> None:  # noqa: F811
    letter = told(both, "pause")
    both.answer("2: wait", message_id="<2@example.test>")
    both.answer("2: reveal", to=letter.extra_headers["Reply-To"], message_id="<3@example.test>")
    assert both.moved() == {2: "wait"}


def test_word_that_letters_stop_can_be_answered(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    letter = post_reply(game, who, "stop")
    assert letter is not None
    ((_name, address),) = getaddresses([letter.extra_headers["Reply-To"]])
    token = post.token_of(address)
    assert token is not None
    assert (right := post.tokens.read(token)).key == game.key
    assert right.person == who.pk


def test_who_is_played_for_takes_their_seat_back_by_the_letter_about_several(
    tables: OpenTable,
) -> None:
    game = tables("alice", "alicia", "alison")
    away = game.chairs.exclude(person=decider(game)).first()
    assert away is not None
    Seat.objects.filter(pk=away.pk).update(absent_since=moment.now())
    told = Notification(
        person=away.person, kind=kinds.ABSENT, context={"game": game.key, "name": game.name}
    )
    with translation.override("en"):
        letter = digest.compose([told])
    head = f"From: {address_of(away.person)}\r\nTo: {letter.headers['Reply-To']}\r\n\r\n"
    post.receive(f"{head}back".encode())
    assert Seat.objects.get(pk=away.pk).absent_since is None
