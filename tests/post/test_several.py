"""A letter about several games is answered in one mail, and doubt about one of them moves none."""

from dataclasses import dataclass
from email import message_from_bytes, policy
from email.utils import getaddresses

import pytest
from django.core import mail
from django.utils import translation

from accounts.models import User
from games import engine, kinds, post, replies
from games.models import Game, Move
from games.post import receiving
from games.post.incoming import Incoming, take_apart
from games.post.tokens import Right
from games.replies import Reading
from notifications import digest
from notifications.addressing import named, numbered, numbered_all, unnumbered
from notifications.models import Delivery, Notification, TakenMail
from notifications.registry import Letter
from notifications.services.delivering import MOST_TOGETHER
from tests import address_of, bounded
from tests.games.conftest import OpenTable, decider, move_on, position
from tests.post.posting import sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]


@dataclass
class Both:
    """Two tables at which Alice leaves a card closed or turns it over, by their numbers."""

    alice: User
    games: dict[int, Game]
    letter: Letter

    def answer(self, text: str, *, to: str = "", message_id: str = "<1@example.test>") -> str:
        head = [
            f"From: {address_of(self.alice)}",
            f"To: {to or self.letter.headers['Reply-To']}",
            f"Message-ID: {message_id}",
            "Subject: Re: 2 games wait for you",
            "Content-Type: text/plain; charset=utf-8",
        ]
        mail.outbox.clear()
        return post.receive("\r\n".join([*head, "", text]).encode())

    def moved(self) -> dict[int, str]:
        """What was done by mail, by the number of the table."""
        rows = Move.objects.filter(door=Move.Door.MAIL_REPLY).order_by("pk")
        return {
            number: " ".join(rows.filter(game=game).values_list("move", flat=True))
            for number, game in self.games.items()
            if rows.filter(game=game).exists()
        }


@pytest.fixture
def both(tables: OpenTable) -> Both:
    for name in ("Friday table", "Клуб"):
        game = tables("alice", "alicia", name=name)
        bound = bounded()
        while next(bound) and not (
            decider(game).handle == "alice" and "wait" in engine.legal_moves(position(game))
        ):
            move_on(game)
    alice = User.objects.get(handle="alice")
    asked = [
        Notification(
            person=alice,
            kind=kinds.YOUR_TURN,
            context={"game": game.key, "name": game.name, "seq": game.seq},
        )
        for game in Game.objects.order_by("pk")
    ]
    with translation.override("en"):
        letter = digest.compose(asked)
    found = {}
    for name, address in getaddresses([letter.headers["Reply-To"]]):
        number = post.addresses.number_of(address)
        assert number is not None
        token = post.token_of(address)
        assert token is not None
        found[number] = Game.objects.get(key=post.tokens.read(token).key)
        assert name.startswith((f"{number}. ", "=?"))
    assert sorted(found) == [1, 2]
    return Both(alice, found, letter)


def test_the_letter_says_that_one_mail_answers_all_and_numbers_them(both: Both) -> None:
    for said in (both.letter.text, both.letter.html):
        assert "One mail may answer all of these" in said
        for number, game in both.games.items():
            assert f"{number}. {game.name}" in said


@pytest.mark.parametrize(
    "text",
    [
        "1: wait\n2: reveal",
        "2: reveal\n1: wait",
        "1: wait, 2: reveal",
        "1) wait 2) reveal",
        "1 wait\n2 reveal",
        "1.\nleave it closed, please\n\n2.\nturn it over",
        "Hello!\n\n#1: wait\n#2: reveal\n\nBest regards,\nAnn Archer",
        "game 1: wait\n\ntable 2 - reveal\n\nSent from my iPhone",
        "1: wait\n2: reveal\n\nOn 20 Nov 2026 at 21:10 <post@oriflamme.test> wrote:\n> 1.",
    ],
)
def test_each_line_goes_to_the_game_of_its_number(both: Both, text: str) -> None:
    both.answer(text)
    assert both.moved() == {1: "wait", 2: "reveal"}


def test_a_game_is_known_by_its_name_too_and_the_others_are_left_alone(both: Both) -> None:
    name = both.games[2].name
    both.answer(f"{name.upper()}: wait")
    assert both.moved() == {2: "wait"}


def test_each_table_is_told_by_a_letter_of_its_own_and_a_second_copy_does_nothing(
    both: Both,
) -> None:
    assert both.answer("1: wait\n2: wait") == TakenMail.CameTo.ANSWERED
    assert Delivery.objects.filter(notification__kind=kinds.DONE).count() == 2
    assert both.answer("1: wait\n2: wait") == TakenMail.CameTo.NOTHING_LEFT
    assert both.moved() == {1: "wait", 2: "wait"}


def test_a_second_copy_in_words_of_ones_own_is_no_doubt(both: Both) -> None:
    text = "1: leave it closed, please\n2: turn it over"
    both.answer(text)
    told = Notification.objects.count()
    assert both.answer(text) == TakenMail.CameTo.NOTHING_LEFT
    assert Notification.objects.count() == told
    assert both.moved() == {1: "wait", 2: "reveal"}


def test_what_a_crash_between_two_tables_left_is_done_when_the_mail_comes_again(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, text = receiving.answer, "1: leave it closed, please\n2: turn it over"

    def crashing(part: Incoming, right: Right, *, reading: Reading) -> Notification | None:
        if right.key == both.games[2].key:
            raise RuntimeError
        return answer(part, right, reading=reading)

    with monkeypatch.context() as patch:
        patch.setattr(receiving, "answer", crashing)
        with pytest.raises(RuntimeError):
            both.answer(text)
    assert both.moved() == {1: "wait"}
    both.answer(text)
    assert both.moved() == {1: "wait", 2: "reveal"}


def test_a_number_that_two_letters_gave_to_different_tables_moves_neither(both: Both) -> None:
    first, second = (
        post.addresses.answer_address(post.tokens.make(game.key, both.alice.pk, game.seq))
        for game in both.games.values()
    )
    to = f"{numbered(first, 1)}, {numbered(second, 1)}, {numbered(second, 2)}"
    both.answer("1: wait\n2: reveal", to=to)
    assert both.moved() == {}


@pytest.mark.parametrize(
    "text",
    [
        "1: wait\n2: maybe reveal",
        "1: wait\n2: reveal?",
        "1: wait\n2: if Bob waits, reveal",
        "1: wait\n2: reveal\n\nActually, forget all that",
        "1: wait\n2: reveal\nor the other way round",
        "1: wait\n2: hello",
        "1: wait\n2: reveal\n7: wait",
        "reveal\n2: wait",
        "1: wait\n1: reveal\n2: wait",
    ],
)
def test_doubt_about_one_of_them_moves_none(both: Both, text: str) -> None:
    both.answer(text)
    letter = sent("receipt")
    assert both.moved() == {}
    assert letter is not None
    assert "nothing has been done" in letter.body


@pytest.mark.parametrize("text", ["reveal", "reveal\n\n> 2. Club\n> It is your turn."])
def test_what_bears_no_number_is_asked_back(both: Both, text: str) -> None:
    both.answer(text)
    letter = sent("receipt")
    assert both.moved() == {}
    assert letter is not None
    assert "Did you mean: reveal" in letter.body
    assert letter.subject.startswith(f"[{both.games[1].name}]")


def test_a_program_that_writes_to_the_first_address_alone_answers_that_table(both: Both) -> None:
    first = both.letter.headers["Reply-To"].partition(",")[0]
    both.answer("1: wait\n2: reveal", to=first)
    assert both.moved() == {}
    both.answer("1: wait", to=first, message_id="<2@example.test>")
    assert both.moved() == {1: "wait"}


def test_nobody_elses_address_beside_ones_own_decides_anything(both: Both) -> None:
    game = both.games[1]
    other = game.chairs.exclude(person=both.alice).get().person
    theirs = numbered(
        post.addresses.answer_address(post.tokens.make(game.key, other.pk, game.seq)), 3
    )
    both.answer("1: wait\n3: reveal", to=f"{both.letter.headers['Reply-To']}, {theirs}")
    assert both.moved() == {}


def test_a_mail_server_can_read_whom_an_answer_goes_to(both: Both) -> None:
    from notifications.channels.email import send

    send(both.alice, both.letter, message_id="<x@site.test>")
    raw = mail.outbox[-1].message().as_bytes()
    assert all(len(line) < 998 for line in raw.split(b"\n"))
    head = message_from_bytes(raw, policy=policy.default)
    assert [one.addr_spec for one in head["Reply-To"].addresses] == [
        address for _name, address in getaddresses([both.letter.headers["Reply-To"]])
    ]
    assert all(len(one.username) <= 64 for one in head["Reply-To"].addresses)


def test_an_answer_to_as_many_as_a_letter_tells_of_is_taken_apart_whole() -> None:
    """With tokens as long as they are, and names as mail writes those that are not English."""
    numbers = range(1, MOST_TOGETHER + 1)
    each = (
        (number, "Довга назва столу друзів", f"turn+{'x' * 53}@oriflamme.test")
        for number in numbers
    )
    to = numbered_all(each)
    incoming = take_apart(f"From: a@example.test\r\nTo: {to}\r\n\r\n1: wait".encode())
    assert sorted(incoming.numbered) == list(numbers)


def test_a_number_is_taken_off_an_address_and_nothing_else() -> None:
    assert unnumbered("turn+abc.7") == ("turn+abc", 7)
    assert unnumbered("turn+abc") == ("turn+abc", None)
    assert unnumbered("turn+abc.x7") == ("turn+abc.x7", None)
    assert named("Fri, “day” <x@y>", "a@b.test").endswith(" <a@b.test>")


@pytest.mark.parametrize(
    ("text", "answers", "rest"),
    [
        ("1: wait", {1: "wait"}, ""),
        ("2 wait", {}, "2 wait"),
        ("place spy on 2\n1: wait", {1: "wait"}, "place spy on 2"),
        ("Club: spy at the end", {2: "spy at the end"}, ""),
        ("1: talk: see you at 21:10: all", {1: "talk: see you at 21:10: all"}, ""),
        ("гра 1: чекаю\nстіл №2: розкрити", {1: "чекаю", 2: "розкрити"}, ""),
        ("1: reveal\ntake\n\nthanks", {1: "reveal\ntake"}, "thanks"),
    ],
)
def test_lines_are_parted_by_numbers_and_names(
    text: str, answers: dict[int, str], rest: str
) -> None:
    parted = replies.part(text, {1: "Friday table", 2: "Club"})
    assert parted.answers == answers
    assert parted.rest.strip() == rest
