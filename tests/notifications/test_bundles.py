"""What waits for quiet hours to end or for company comes as one letter, once."""

import smtplib
import threading
from datetime import time, timedelta
from email.utils import getaddresses

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.utils import timezone

from accounts.models import User
from notifications import registry, services
from notifications.models import Delivery
from notifications.registry import Kind, Letter
from notifications.services.delivering import MOST_TOGETHER
from tests.notifications.conftest import NOON, Turns, states, wish, work

pytestmark = pytest.mark.django_db(transaction=True)

SENDING = "django.core.mail.EmailMultiAlternatives.send"
DAILY = {"a turn": {"channels": ["email"], "bundle": "daily", "hour": 18}}
FOUR_HOURS = {"a turn": {"channels": ["email"], "bundle": "hours", "hours": 4}}


def at(hour: int, minute: int = 0, days: int = 0) -> object:
    """An hour in Kyiv on the Tuesday of these tests."""
    return NOON.replace(hour=hour - 2, minute=minute) + timedelta(days=days)


@pytest.mark.usefixtures("clock")
def test_at_once_means_at_once_and_a_letter_each(in_kyiv: User, turns: Turns) -> None:
    turns.call(in_kyiv, "a")
    turns.call(in_kyiv, "b")
    assert states() == ["queued", "queued"]
    assert [letter.subject for letter in work()] == ["Decide at a", "Decide at b"]


def test_a_letter_of_the_night_waits_for_the_morning(
    in_kyiv: User, turns: Turns, clock: time_machine.Traveller
) -> None:
    wish(in_kyiv, quiet_from=time(22), quiet_until=time(7))
    clock.move_to(at(3, days=1))
    held = turns.call(in_kyiv, "a")
    assert (held.state, held.due_at) == ("held", at(7, days=1))
    clock.move_to(at(6, 59, days=1))
    assert work() == []
    clock.move_to(at(7, days=1))
    assert [letter.subject for letter in work()] == ["Decide at a"]


def test_codes_and_word_of_the_account_break_the_night(
    in_kyiv: User, clock: time_machine.Traveller
) -> None:
    wish(in_kyiv, quiet_from=time(22), quiet_until=time(7), wishes={"default": DAILY["a turn"]})
    clock.move_to(at(3, days=1))
    for kind in registry.kinds():
        if not kind.obeys_wishes:
            services.enqueue(person=in_kyiv, kind=kind.name, dedupe_key=kind.name)
    assert len(states()) >= 4
    assert set(states()) == {"queued"}


def test_a_retry_does_not_wake_anybody(
    in_kyiv: User,
    turns: Turns,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wish(in_kyiv, quiet_from=time(22), quiet_until=time(7))
    clock.move_to(at(21, 59))
    turns.call(in_kyiv, "a")
    with monkeypatch.context() as down:
        down.setattr(SENDING, _raising(ConnectionRefusedError("nobody home")))
        work()
    clock.move_to(at(22, 30))
    assert work() == []
    assert states() == ["held"]
    clock.move_to(at(7, 1, days=1))
    assert len(work()) == 1


def test_the_morning_brings_one_letter_with_the_most_urgent_first(
    in_kyiv: User, turns: Turns, clock: time_machine.Traveller
) -> None:
    wish(in_kyiv, quiet_from=time(22), quiet_until=time(7))
    clock.move_to(at(23))
    for game in ("c", "a", "b"):
        turns.call(in_kyiv, game)
    clock.move_to(at(7, 1, days=1))
    (letter,) = work()
    assert states() == ["sent"] * 3
    assert letter.subject == "3 games wait for you"
    order = [letter.body.index(f"Table {game}") for game in ("a", "b", "c")]
    assert order == sorted(order)
    assert letter.extra_headers["Reply-To"] == ", ".join(
        f'"{at}. Table {game}" <turn+{game}.{at}@oriflamme.test>'
        for at, game in enumerate("abc", 1)
    )
    assert "One mail may answer all of these" in letter.body
    html = letter.alternatives[0][0]
    for game in ("a", "b", "c"):
        for said in (letter.body, html):
            assert f"https://testserver/turn/{game}" in said
            assert f"turn+{game}@oriflamme.test" in said


def test_one_mail_can_answer_every_one_of_as_many_as_a_letter_tells_of(
    in_kyiv: User, turns: Turns, clock: time_machine.Traveller
) -> None:
    wish(in_kyiv, wishes=DAILY)
    games = [f"g{number:02}" for number in range(MOST_TOGETHER)]
    for game in games:
        turns.call(in_kyiv, game)
    clock.move_to(at(18))
    (letter,) = work()
    called = getaddresses([letter.extra_headers["Reply-To"]])
    assert [address for _name, address in called] == [
        f"turn+{game}.{number}@oriflamme.test" for number, game in enumerate(games, 1)
    ]
    assert all(name.startswith(f"{number}. ") for number, (name, _) in enumerate(called, 1))


def test_a_move_made_meanwhile_drops_out_and_the_last_has_its_ordinary_letter(
    in_kyiv: User, turns: Turns, clock: time_machine.Traveller
) -> None:
    wish(in_kyiv, wishes=DAILY)
    for game in ("a", "b", "c"):
        turns.call(in_kyiv, game)
    turns.moved = {"a", "c"}
    clock.move_to(at(18))
    assert [letter.subject for letter in work()] == ["Decide at b"]
    assert states() == ["outdated", "sent", "outdated"]


def test_nothing_is_sent_of_which_nothing_is_true_any_more(
    in_kyiv: User, turns: Turns, clock: time_machine.Traveller
) -> None:
    wish(in_kyiv, wishes=DAILY)
    turns.call(in_kyiv, "a")
    turns.call(in_kyiv, "b")
    turns.moved = {"a", "b"}
    clock.move_to(at(18))
    assert work() == []
    assert states() == ["outdated", "outdated"]


def test_the_daily_letter_comes_at_the_chosen_hour_and_takes_nothing_else_along(
    in_kyiv: User, turns: Turns, clock: time_machine.Traveller
) -> None:
    wish(in_kyiv, wishes=DAILY)
    assert turns.call(in_kyiv, "a").due_at == at(18)
    turns.call(in_kyiv, "b", kind="a word")
    assert [letter.subject for letter in work()] == ["Decide at b"]
    clock.move_to(at(18))
    assert turns.call(in_kyiv, "c").due_at == at(18, days=1)
    assert [letter.subject for letter in work()] == ["Decide at a"]


def test_at_most_one_in_four_hours(
    in_kyiv: User, turns: Turns, clock: time_machine.Traveller
) -> None:
    wish(in_kyiv, wishes=FOUR_HOURS)
    turns.call(in_kyiv, "a")
    assert len(work()) == 1
    clock.move_to(at(13))
    assert turns.call(in_kyiv, "b").due_at == at(16)
    clock.move_to(at(15))
    assert turns.call(in_kyiv, "c").due_at == at(16)
    clock.move_to(at(16))
    assert [letter.subject for letter in work()] == ["2 games wait for you"]
    clock.move_to(at(21))
    assert turns.call(in_kyiv, "d").state == "queued"


@pytest.mark.usefixtures("clock")
def test_two_at_the_same_moment_are_not_two_in_four_hours(in_kyiv: User, turns: Turns) -> None:
    wish(in_kyiv, wishes=FOUR_HOURS)
    turns.call(in_kyiv, "a")
    assert turns.call(in_kyiv, "b").due_at == at(16)


@pytest.mark.usefixtures("clock")
def test_no_bundle_waits_until_it_is_too_late(in_kyiv: User, turns: Turns) -> None:
    wish(in_kyiv, wishes=DAILY)
    turns.until = NOON + timedelta(hours=2)
    assert turns.call(in_kyiv, "a").due_at == NOON + timedelta(hours=1)


@pytest.mark.usefixtures("clock")
def test_what_is_switched_off_is_not_promised(in_kyiv: User, turns: Turns) -> None:
    wish(in_kyiv, wishes={"a turn": {"channels": [], "bundle": "at once"}})
    services.enqueue(person=in_kyiv, kind="a turn", subject="a", dedupe_key="a")
    assert states() == []


def test_what_is_switched_off_meanwhile_is_not_sent(
    in_kyiv: User, turns: Turns, clock: time_machine.Traveller
) -> None:
    wish(in_kyiv, wishes=DAILY)
    turns.call(in_kyiv, "a")
    services.stop_mail(person=in_kyiv, kinds=["a turn"])
    clock.move_to(at(18))
    assert work() == []
    assert states() == ["suppressed"]


@pytest.mark.usefixtures("clock")
def test_new_wishes_hold_for_what_is_held_already(in_kyiv: User, turns: Turns) -> None:
    wish(in_kyiv, wishes=DAILY)
    turns.call(in_kyiv, "a")
    turns.call(in_kyiv, "b")
    services.change_wishes(person=in_kyiv, wishes={}, quiet_from=None, quiet_until=None)
    assert [letter.subject for letter in work()] == ["2 games wait for you"]


def test_two_workers_send_one_letter(
    in_kyiv: User, turns: Turns, clock: time_machine.Traveller
) -> None:
    wish(in_kyiv, wishes=DAILY)
    held = [turns.call(in_kyiv, game).pk for game in "abcdef"]
    clock.move_to(at(18))
    together = threading.Barrier(len(held))
    sent: list[bool] = []

    def deliver(pk: int) -> None:
        together.wait()
        sent.append(services.deliver(pk))
        connection.close()

    workers = [threading.Thread(target=deliver, args=[pk]) for pk in held]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(sent) == [False] * 5 + [True]
    assert [letter.subject for letter in mail.outbox] == ["6 games wait for you"]


def test_a_letter_whose_sender_died_is_the_same_letter_again(
    in_kyiv: User,
    turns: Turns,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Out or not, nobody knows: so it comes under one Message-ID, and nothing new joins it."""
    wish(in_kyiv, wishes=DAILY)
    for game in ("a", "b", "c"):
        turns.call(in_kyiv, game)
    clock.move_to(at(18))
    letters = []

    def send_and_die(letter: mail.EmailMultiAlternatives) -> None:
        letters.append(letter)
        raise SystemExit

    with monkeypatch.context() as dying:
        dying.setattr(SENDING, send_and_die)
        with pytest.raises(SystemExit):
            work()
    assert work() == []  # it is still in the dead worker's hands
    wish(in_kyiv, wishes={})
    turns.call(in_kyiv, "d")
    turns.moved = {"a"}
    clock.move_to(at(18, 3))
    again = work()
    again.sort(key=lambda letter: letter.subject)
    assert [letter.subject for letter in again] == ["2 games wait for you", "Decide at d"]
    ids = [letter.extra_headers["Message-ID"] for letter in [*letters, *again]]
    assert ids[0] == ids[1] != ids[2]
    assert states() == ["outdated", "sent", "sent", "sent"]


def test_what_cannot_be_worded_holds_up_nothing_else(
    in_kyiv: User,
    turns: Turns,
    clock: time_machine.Traveller,
) -> None:
    class Unworded(Kind):
        name = "unworded"

        def letter(self) -> Letter:
            raise RuntimeError("a fault of ours")

    class Broken(Unworded):
        name = "broken"

        def is_still_true(self) -> bool:
            raise RuntimeError("a fault of ours")

    wish(in_kyiv, wishes={"default": DAILY["a turn"]})
    turns.call(in_kyiv, "a")
    turns.call(in_kyiv, "x", kind="broken")
    turns.call(in_kyiv, "y", kind="unworded")
    turns.call(in_kyiv, "b")
    clock.move_to(at(18))
    work()
    work()
    assert sorted(one.subject for one in mail.outbox) == ["Decide at a", "Decide at b"]
    assert states() == ["sent", "queued", "queued", "sent"]
    ids = set(Delivery.objects.values_list("message_id", flat=True))
    assert len(ids) == 4
    clock.move_to(at(18, days=9))
    for _ in range(20):
        Delivery.objects.update(due_at=timezone.now())
        work()
    assert states() == ["sent", "failed", "failed", "sent"]


def test_a_server_that_is_down_delays_the_whole_letter(
    in_kyiv: User,
    turns: Turns,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wish(in_kyiv, wishes=DAILY)
    turns.call(in_kyiv, "a")
    turns.call(in_kyiv, "b")
    clock.move_to(at(18))
    with monkeypatch.context() as down:
        down.setattr(SENDING, _raising(smtplib.SMTPServerDisconnected("gone")))
        assert work() == []
    clock.move_to(at(18, 1))
    assert [letter.subject for letter in work()] == ["2 games wait for you"]


@pytest.mark.parametrize("first", ["a", "c"])
def test_what_is_due_meanwhile_joins_no_letter_that_was_tried(
    in_kyiv: User,
    turns: Turns,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
    first: str,
) -> None:
    """Whichever of them a worker takes up first."""
    wish(in_kyiv, wishes=DAILY)
    promised = {game: turns.call(in_kyiv, game).pk for game in ("a", "b")}
    clock.move_to(at(18))
    with monkeypatch.context() as down:
        down.setattr(SENDING, _raising(smtplib.SMTPServerDisconnected("gone")))
        work()
    promised["c"] = turns.call(in_kyiv, "c").pk
    Delivery.objects.filter(pk=promised["c"]).update(due_at=timezone.now())
    clock.move_to(at(18, 1))
    services.deliver(promised[first])
    work()
    letters = sorted(mail.outbox, key=lambda letter: letter.subject)
    assert [letter.subject for letter in letters] == ["2 games wait for you", "Decide at c"]
    ids = {letter.extra_headers["Message-ID"] for letter in letters}
    assert len(ids) == 2


def _raising(error: BaseException) -> object:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise error

    return fail
