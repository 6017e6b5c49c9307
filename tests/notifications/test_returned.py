"""Letters that come back, complaints about them, and addresses that take no more of them."""

import io
import smtplib
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from aiosmtpd.controller import Controller
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from accounts import notification_wishes
from accounts.models import Profile, SecurityEvent, User
from notifications import inbound, returning, services
from notifications.models import Delivery, MailTrouble, Notification
from oriflamme_site.local.ground import free_port
from tests.notifications.conftest import Turns, states, wish, work
from tests.notifications.reports import complaint, holiday_notice, returned

pytestmark = pytest.mark.django_db(transaction=True)

Door = Callable[[bytes, str], None]


@pytest.fixture(params=["SMTP", "pipe"])
def door(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    """Both ways in which such mail comes to us."""
    if request.param == "pipe":

        def pipe(raw: bytes, to: str) -> None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
            call_command("receive_mail", to)

        yield pipe
        return

    class Listening(Controller):
        def factory(self) -> object:
            return inbound.server()

    listening = Listening(None, hostname="127.0.0.1", port=free_port())
    listening.start()
    with smtplib.SMTP("127.0.0.1", listening.port) as client:
        yield lambda raw, to: client.sendmail("", [to], raw.replace(b"\n", b"\r\n")) and None
    listening.stop()


def letter_about(alice: User, turns: Turns, game: str = "a") -> Any:
    turns.call(alice, game)
    (letter,) = work()
    return letter


def bounce(raw: bytes, letter: Any) -> None:
    inbound.take_in(raw, recipients=[letter.from_email])


def test_each_letter_has_a_return_address_of_its_own(alice: User, turns: Turns) -> None:
    first, second = letter_about(alice, turns), letter_about(alice, turns, "b")
    assert first.from_email != second.from_email
    assert len(first.from_email.partition("@")[0]) <= 64
    origin = returning.read(first.from_email.upper())
    assert origin is not None
    assert origin.delivery == Delivery.objects.earliest("pk").pk
    assert returning.read(first.from_email.replace("back+a", "back+b")) is None
    assert returning.read("back+@oriflamme.test") is None
    assert first.message()["From"] == "Oriflamme by post <post@oriflamme.test>"


def test_the_envelope_carries_it_and_the_reader_sees_the_house(
    alice: User, turns: Turns, settings: Any
) -> None:
    taken: list[Any] = []

    class Sink:
        async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
            taken.append(envelope)
            return "250 OK"

    sink = Controller(Sink(), hostname="127.0.0.1", port=free_port())
    sink.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
    turns.call(alice, "a")
    work()
    sink.stop()
    assert states() == ["sent"]
    (envelope,) = taken
    assert returning.read(envelope.mail_from) is not None
    assert b"From: Oriflamme by post <post@oriflamme.test>" in envelope.content


def test_a_letter_that_comes_back_for_good_marks_the_address(
    alice: User, turns: Turns, door: Door
) -> None:
    letter = letter_about(alice, turns)
    door(returned(letter), letter.from_email)
    assert states() == ["bounced"]
    assert Delivery.objects.get().last_error.startswith("5.1.1 550 5.1.1")
    assert services.refuses_mail(alice)
    turns.call(alice, "b")
    assert work() == []
    assert states() == ["bounced", "suppressed"]


def test_nothing_that_comes_back_is_answered(alice: User, turns: Turns, door: Door) -> None:
    letter = letter_about(alice, turns)
    before = Notification.objects.count()
    for raw in (returned(letter), holiday_notice(letter), complaint(letter)):
        door(raw, letter.from_email)
    assert Notification.objects.count() == before


def test_a_holiday_notice_changes_nothing(alice: User, turns: Turns, door: Door) -> None:
    letter = letter_about(alice, turns)
    door(holiday_notice(letter), letter.from_email)
    assert states() == ["sent"]
    assert not MailTrouble.objects.exists()


@pytest.mark.parametrize(
    ("status", "action"),
    [("4.2.2", "failed"), ("5.2.2", "failed"), ("5.7.1", "failed"), ("4.4.1", "delayed")],
)
def test_what_may_pass_is_noted_and_no_more(
    alice: User, turns: Turns, status: str, action: str
) -> None:
    letter = letter_about(alice, turns)
    bounce(returned(letter, status=status, action=action), letter)
    assert states() == ["sent"]
    assert not services.refuses_mail(alice)


def test_what_does_not_pass_in_three_days_is_a_refusal(alice: User, turns: Turns) -> None:
    start = timezone.now()
    for day in range(3):
        with time_machine.travel(start + timedelta(days=day)):
            letter = letter_about(alice, turns, "abc"[day])
            for _again in range(4):
                bounce(returned(letter, status="4.2.2"), letter)
            assert services.refuses_mail(alice) == (day == 2)
    assert states() == ["sent", "sent", "bounced"]


def test_delays_far_apart_are_no_refusal(alice: User, turns: Turns) -> None:
    start = timezone.now()
    for week in range(4):
        with time_machine.travel(start + timedelta(days=8 * week)):
            letter = letter_about(alice, turns, "abcd"[week])
            bounce(returned(letter, status="4.2.2"), letter)
    assert not services.refuses_mail(alice)


def test_all_that_shared_a_letter_came_back_with_it(
    alice: User, turns: Turns, clock: time_machine.Traveller
) -> None:
    wish(alice, wishes={"a turn": {"channels": ["email"], "bundle": "daily", "hour": 18}})
    turns.call(alice, "a")
    turns.call(alice, "b")
    clock.shift(timedelta(days=1))
    (letter,) = work()
    bounce(returned(letter), letter)
    assert states() == ["bounced", "bounced"]


def test_an_answer_that_overtakes_our_own_note_stays(
    alice: User, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other server may answer before we have written down that the letter is out."""
    turns.call(alice, "a")

    def send_and_come_back(letter: Any) -> int:
        bounce(returned(letter), letter)
        return 1

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", send_and_come_back)
    work()
    assert states() == ["bounced"]


def test_a_refusal_at_the_door_marks_the_address_too(
    alice: User, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns.call(alice, "a")
    with monkeypatch.context() as refusing:
        refusing.setattr(SENDING, _refusing(550, b"5.1.1 no such box"))
        work()
    turns.call(alice, "b")
    work()
    assert states() == ["failed", "suppressed"]


def test_that_our_mail_is_not_wanted_says_nothing_of_the_address(
    alice: User, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns.call(alice, "a")
    monkeypatch.setattr(SENDING, _refusing(554, b"5.7.1 listed"))
    work()
    assert states() == ["failed"]
    assert not services.refuses_mail(alice)


def test_a_new_address_that_does_not_exist_is_no_fault_of_the_old(alice: User) -> None:
    services.enqueue(
        person=alice,
        kind="account, passing",
        dedupe_key="x",
        to="new@example.test",
        letter="accounts/letters/deletion_link",
        facts={"key": "x"},
        until=(timezone.now() + timedelta(hours=1)).isoformat(),
    )
    (letter,) = work()
    bounce(returned(letter), letter)
    assert states() == ["bounced"]
    assert not MailTrouble.objects.exists()


def test_what_comes_back_from_an_old_address_does_not_mark_the_new_one(
    alice: User, turns: Turns
) -> None:
    letter = letter_about(alice, turns)
    alice.email = "elsewhere@example.test"
    alice.save()
    bounce(returned(letter), letter)
    assert states() == ["bounced"]
    assert not services.refuses_mail(alice)


def test_another_address_is_written_to_again(alice: User, turns: Turns) -> None:
    letter = letter_about(alice, turns)
    bounce(returned(letter), letter)
    alice.email = "elsewhere@example.test"
    alice.save()
    turns.call(alice, "b")
    assert [one.to for one in work()] == [["elsewhere@example.test"]]


def test_a_code_goes_even_where_nothing_else_does(alice: User, turns: Turns) -> None:
    letter = letter_about(alice, turns)
    bounce(returned(letter), letter)
    services.enqueue(
        person=alice,
        kind="account, passing",
        dedupe_key="x",
        letter="accounts/letters/deletion_link",
        facts={"key": "x"},
        until=(timezone.now() + timedelta(hours=1)).isoformat(),
    )
    assert len(work()) == 1


def test_who_says_that_it_works_again_is_written_to_again(alice: User, turns: Turns) -> None:
    letter = letter_about(alice, turns)
    bounce(returned(letter), letter)
    services.try_again(alice)
    turns.call(alice, "b")
    subjects = ["Decide at b", "Mail from Oriflamme by post arrives"]
    assert sorted(one.subject for one in work()) == subjects


def test_a_complaint_ends_letters_of_its_kind_and_stands_in_the_trail(
    alice: User, turns: Turns, door: Door
) -> None:
    letter = letter_about(alice, turns)
    door(complaint(letter), "complaints@oriflamme.test")
    said = Profile.objects.get(user=alice).wishes
    assert notification_wishes.wish_for(said, "a turn")["channels"] == ["webhook", "push"]
    event = SecurityEvent.objects.get(person=alice)
    assert (event.kind, event.about) == ("letters stopped", "a turn")
    services.enqueue(person=alice, kind="a turn", subject="b", dedupe_key="b")
    turns.call(alice, "c", kind="a word")
    assert len(work()) == 1
    assert states() == ["sent", "sent"]


@pytest.mark.parametrize("kind", ["not-spam", "auth-failure"])
def test_a_report_that_is_no_complaint_changes_nothing(
    alice: User, turns: Turns, kind: str
) -> None:
    letter = letter_about(alice, turns)
    inbound.take_in(complaint(letter, kind=kind), recipients=["complaints@oriflamme.test"])
    assert not SecurityEvent.objects.exists()


def test_a_complaint_about_a_code_ends_no_codes(alice: User) -> None:
    services.enqueue(person=alice, kind="welcome", dedupe_key="x")
    (letter,) = work()
    inbound.take_in(complaint(letter))
    services.enqueue(person=alice, kind="welcome", dedupe_key="y")
    assert len(work()) == 1


def test_mallory_cannot_say_that_others_letters_came_back(alice: User, turns: Turns) -> None:
    letter = letter_about(alice, turns)
    raw = returned(letter)
    forged = letter.from_email[:-20] + "aaaa" + letter.from_email[-16:]
    inbound.take_in(raw.replace(letter.from_email.encode(), forged.encode()), recipients=[forged])
    assert states() == ["sent"]
    assert not MailTrouble.objects.exists()


@pytest.mark.parametrize("cut", [0, 10, 200, 400, 900])
def test_a_mangled_report_raises_nothing(alice: User, turns: Turns, cut: int) -> None:
    letter = letter_about(alice, turns)
    for raw in (returned(letter), complaint(letter)):
        inbound.take_in(raw[:cut], recipients=[letter.from_email])
        inbound.take_in(raw.replace(b"message/", b"text/"), recipients=[letter.from_email])
    assert mail.outbox == [letter]


SENDING = "django.core.mail.EmailMultiAlternatives.send"


def _refusing(code: int, words: bytes) -> Any:
    def refuse(letter: Any) -> None:
        raise smtplib.SMTPRecipientsRefused({letter.to[0]: (code, words)})

    return refuse
