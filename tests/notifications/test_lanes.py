"""A domain whose mail server takes nothing rests as a whole, and no other waits for it."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from django.db.models import F

from accounts import moment
from accounts.models import User
from accounts.secret import Address
from notifications import selectors, services
from notifications.channels import Away, Later, PutOff, email
from notifications.models import Delivery, MailDay, MailLane
from notifications.services import lanes
from tests import address_of
from tests.notifications.conftest import Turns, states

pytestmark = pytest.mark.django_db(transaction=True)

BUSY = PutOff("421 4.3.2 Too busy", at_once=True)


class Servers:
    """What the servers of each domain say to a letter, and what they were given."""

    def __init__(self) -> None:
        self.say: dict[str, Exception] = {}
        self.asked: list[str] = []
        self.taken: list[str] = []

    def send(self, person: User, letter: Any, **_more: object) -> None:
        address = address_of(person)
        domain = lanes.domain_of(Address(address))
        self.asked.append(domain)
        if answer := self.say.get(address, self.say.get(domain)):
            raise answer
        self.taken.append(address)


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Servers:
    made = Servers()
    monkeypatch.setattr(email, "send", made.send)
    return made


@pytest.fixture
def people(turns: Turns, person: Callable[[str], User]) -> Callable[[str, int], list[User]]:
    def make(domain: str, count: int) -> list[User]:
        made = []
        for number in range(count):
            one = User.objects.create(
                handle=f"p{number}{domain.partition('.')[0]}",
                email=f"p{number}@{domain}",
                email_is_verified=True,
            )
            made.append(one)
        return made

    return make


def sweep() -> None:
    services.let_go()
    for pk in services.due_deliveries():
        services.deliver(pk)


def minutes(clock: time_machine.Traveller, count: int, *, step: int = 10) -> Iterator[int]:
    """As the sweep comes, every ten seconds."""
    for second in range(0, count * 60, step):
        yield second
        clock.shift(timedelta(seconds=step))


def test_a_busy_domain_is_asked_once_a_minute_and_others_as_ever(
    servers: Servers,
    turns: Turns,
    people: Callable[[str, int], list[User]],
    clock: time_machine.Traveller,
) -> None:
    readers = [one for n in range(4) for one in people(f"d{n}.test", 1)]
    servers.say["d2.test"] = BUSY
    late: list[str] = []
    for second in minutes(clock, 8):
        if second % 30 == 0:
            late += [address_of(one) for one in readers if not address_of(one).endswith("@d2.test")]
            for one in readers:
                turns.call(one, f"t{one.handle} {second}")
        before = len(servers.taken)
        sweep()
        for address in servers.taken[before:]:
            late.remove(address)
        assert late == []  # each of the others in the very sweep in which it was written
    assert 6 <= servers.asked.count("d2.test") <= 8
    assert Delivery.objects.filter(lane="d2.test").count() == 16
    # It takes letters again: all of them are out with the next sweeps, and none twice.
    del servers.say["d2.test"]
    for _second in minutes(clock, 2):
        sweep()
    assert set(states()) == {"sent"}
    assert len(servers.taken) == 4 * 16
    assert MailLane.objects.get(domain="d2.test").since is None


def test_what_waits_in_a_lane_costs_the_sweep_nothing(
    servers: Servers,
    turns: Turns,
    people: Callable[[str, int], list[User]],
    clock: time_machine.Traveller,
) -> None:
    servers.say["busy.test"] = BUSY
    for one in people("busy.test", 12):
        turns.call(one, f"t{one.handle}")
    sweep()
    assert servers.asked == ["busy.test"]
    assert services.due_deliveries() == []
    for _second in minutes(clock, 3):
        services.let_go()
        assert len(services.due_deliveries()) <= lanes.TRYING
        sweep()
    assert len(servers.asked) <= 4


def test_one_reader_whose_letters_are_put_off_holds_up_nobody(
    servers: Servers,
    turns: Turns,
    people: Callable[[str, int], list[User]],
    clock: time_machine.Traveller,
) -> None:
    odd, *others = people("large.test", 4)
    servers.say[address_of(odd)] = PutOff("451 4.3.0 Try again")
    turns.call(odd, "odd")
    for second in minutes(clock, 2):
        turns.call(others[second % 3], f"t {second}")
        sweep()
    assert len(servers.taken) == 12
    assert servers.asked.count("large.test") > 13  # the odd one was tried all the while
    assert MailLane.objects.get(domain="large.test").since is None


def test_letters_put_off_one_after_the_other_close_the_lane(
    servers: Servers, turns: Turns, people: Callable[[str, int], list[User]]
) -> None:
    servers.say["slow.test"] = PutOff("451 4.7.1 Later")
    for one in people("slow.test", 5):
        turns.call(one, f"t{one.handle}")
    sweep()
    assert servers.asked == ["slow.test"] * lanes.MOST_NOES
    assert Delivery.objects.filter(lane="slow.test").count() == 3


@pytest.mark.parametrize(
    ("code", "said", "whole"),
    [
        (421, b"4.3.2 Too busy", True),
        (451, b"4.7.1 Too many letters", False),
        (452, b"4.2.2 Mailbox full", None),
        (450, b"4.7.1 Greylisted, come back", None),
    ],
)
def test_a_full_box_says_nothing_of_its_domain(code: int, said: bytes, whole: bool | None) -> None:
    made = email._put_off(code, said)
    assert isinstance(made, Later)
    assert (made.at_once if isinstance(made, PutOff) else None) == whole


def test_so_many_a_second_go_to_one_domain(
    servers: Servers,
    turns: Turns,
    people: Callable[[str, int], list[User]],
    clock: time_machine.Traveller,
    settings: LazySettings,
) -> None:
    settings.MAIL_RATE = 0.5
    for one in people("small.test", 12):
        turns.call(one, f"t{one.handle}")
    went = []
    for _second in minutes(clock, 1, step=10):
        sweep()
        went.append(len(servers.taken))
    # A few at once, then five in ten seconds.
    assert went[0] == 6
    assert went[:3] == [6, 11, 12]
    assert set(states()) == {"sent"}


def test_a_digest_that_waited_is_one_letter(
    servers: Servers, turns: Turns, alice: User, clock: time_machine.Traveller
) -> None:
    for table in "abc":
        turns.call(alice, table)
    Delivery.objects.update(state="held")
    servers.say[lanes.domain_of(Address(address_of(alice)))] = BUSY
    sweep()
    assert servers.taken == []
    servers.say.clear()
    for _second in minutes(clock, 2):
        sweep()
    assert servers.taken == [alice.email]
    assert set(states()) == {"sent"}


def test_the_person_reads_that_it_waits_and_no_moment_is_made_up(
    servers: Servers,
    turns: Turns,
    people: Callable[[str, int], list[User]],
    clock: time_machine.Traveller,
) -> None:
    first, second = people("busy.test", 2)
    servers.say["busy.test"] = BUSY
    turns.call(first, "a")
    sweep()
    turns.call(second, "b")
    sweep()
    (row,) = selectors.deliveries(second)[0]
    assert (row["state"], row["due_at"], row["tries"]) == ("queued", None, 0)
    assert "go on trying" in row["why"]


def test_what_waits_in_a_lane_is_owed_since_it_began_to(
    servers: Servers, turns: Turns, alice: User
) -> None:
    servers.say[lanes.domain_of(Address(address_of(alice)))] = BUSY
    turns.call(alice, "a")
    sweep()
    Delivery.objects.update(due_at=F("due_at") - timedelta(minutes=7))
    (waits,) = services.outbox_waits()
    assert waits.letters == 1
    assert 420 <= waits.oldest < 480


def test_what_has_waited_for_two_days_is_given_up(
    servers: Servers, turns: Turns, alice: User, clock: time_machine.Traveller
) -> None:
    servers.say[lanes.domain_of(Address(address_of(alice)))] = BUSY
    turns.call(alice, "a")
    sweep()
    clock.shift(timedelta(days=2, minutes=5))
    sweep()
    assert states() == ["failed"]


def test_a_lost_lane_loses_no_letter(
    servers: Servers, turns: Turns, alice: User, clock: time_machine.Traveller
) -> None:
    servers.say[lanes.domain_of(Address(address_of(alice)))] = BUSY
    turns.call(alice, "a")
    sweep()
    MailLane.objects.all().delete()
    servers.say.clear()
    clock.shift(timedelta(days=1))
    sweep()
    assert states() == ["sent"]


def test_letters_of_a_day_are_counted_by_domain_and_tries_are_not(
    servers: Servers,
    turns: Turns,
    people: Callable[[str, int], list[User]],
    clock: time_machine.Traveller,
) -> None:
    for one in people("some.test", 3):
        turns.call(one, f"t{one.handle}")
    sweep()
    servers.say["busy.test"] = BUSY
    turns.call(people("busy.test", 1)[0], "b")
    for _second in minutes(clock, 5):
        sweep()
    counted = dict(MailDay.objects.values_list("domain", "letters"))
    assert counted == {"some.test": 3, "busy.test": 1}
    assert MailDay.objects.first().day == moment.now().date()  # type: ignore[union-attr]


def test_a_lane_that_nobody_needs_is_forgotten(
    servers: Servers, turns: Turns, alice: User, clock: time_machine.Traveller
) -> None:
    turns.call(alice, "a")
    sweep()
    services.forget_old()
    assert MailLane.objects.count() == 1
    clock.shift(timedelta(days=2))
    services.forget_old()
    assert MailLane.objects.count() == 0
    clock.shift(timedelta(days=90))
    services.forget_old()
    assert MailDay.objects.count() == 0


def test_our_own_server_is_away_from_the_first_letter_in_vain_to_the_first_taken(
    servers: Servers, people: Callable[[str, int], list[User]], clock: time_machine.Traveller
) -> None:
    one, two = people("d1.test", 1)[0], people("d2.test", 1)[0]
    for person in (one, two):
        services.enqueue(person=person, kind="welcome", dedupe_key=person.handle)
    servers.say = {"d1.test": Away("[Errno 111] Connection refused")}
    assert services.away_for() == 0
    servers.say["d2.test"] = servers.say["d1.test"]
    sweep()
    clock.shift(timedelta(seconds=40))
    sweep()  # once more in vain
    assert services.away_for() == 40
    assert MailLane.objects.get(domain=lanes.OURS).said == "[Errno 111] Connection refused"
    # That somebody's box is full says nothing for ours.
    servers.say["d1.test"] = email._put_off(452, b"4.2.2 Box full")
    del servers.say["d2.test"]
    clock.shift(timedelta(minutes=2))
    sweep()
    assert servers.taken == [two.email]
    assert services.away_for() == 0


@pytest.mark.parametrize("said", [b"4.2.2 Mailbox full", b"4.7.1 Greylisted, come back"])
def test_one_box_that_takes_nothing_now_raises_no_alarm_about_our_own_server(
    servers: Servers, people: Callable[[str, int], list[User]], said: bytes
) -> None:
    (one,) = people("d1.test", 1)
    services.enqueue(person=one, kind="welcome", dedupe_key="one")
    servers.say = {"d1.test": email._put_off(452, said)}
    sweep()
    assert servers.asked == ["d1.test"]
    assert not MailLane.objects.filter(domain=lanes.OURS).exists()
