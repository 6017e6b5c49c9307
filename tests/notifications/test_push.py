"""Web push: told on every device, once, in a way that only the device can read."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, time, timedelta
from threading import Barrier
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import moment, rooms
from accounts.models import Profile, User
from accounts.services.leaving import erase
from notifications import letters, registry, selectors, services, tasks
from notifications.channels import push
from notifications.channels.push import encrypting, vapid
from notifications.models import Delivery, Device, Notification
from notifications.services.delivering import PAUSES
from tests.conftest import Cast
from tests.notifications.conftest import NOON, Turns, states, wish
from tests.notifications.hooking import all_is_due, work_hooks
from tests.notifications.pushing import Browser, b64, open_up, raw, who_signed
from tests.notifications.receiver import Receiver, receiving
from tests.pace import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _set_up(settings: LazySettings) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]


@pytest.fixture
def service() -> Iterator[Receiver]:
    with receiving() as there:
        there.status = 201
        yield there


@pytest.fixture
def phone(service: Receiver, alice: User) -> Browser:
    browser = Browser(service)
    browser.turn_on(alice, "phone")
    return browser


@pytest.fixture
def laptop(service: Receiver, alice: User) -> Browser:
    browser = Browser(service)
    browser.turn_on(alice, "laptop")
    return browser


def by_push() -> Delivery:
    return Delivery.objects.filter(channel="push").latest("pk")


# --- The standards -----------------------------------------------------------------------


# The example of RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAm"
    "S6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_"
    "Qulcy4a-fN"
)


def test_the_standards_example_is_sealed_and_opened_to_the_byte(service: Receiver) -> None:
    browser = Browser(service, key=raw(BROWSER), auth=raw(AUTH))
    own = ec.derive_private_key(int.from_bytes(raw(SENDER)), ec.SECP256R1())
    body = encrypting.encrypt(
        TEXT, p256dh=browser.public, auth=browser.auth, own=own, salt=raw(SALT)
    )
    assert b64(body) == BODY
    assert open_up(browser, raw(BODY)) == TEXT


def test_the_checking_of_signatures_knows_the_standards_example() -> None:
    """RFC 8292, section 2.4; and a forged one is seen."""
    token = (
        "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAi"
        "OjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HL"
        "GkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
    )
    key = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
    assert who_signed(f"vapid t={token}, k={key}")[1]["sub"] == "mailto:push@example.com"
    with pytest.raises(Exception, match=r"[Vv]erification failed"):
        who_signed(f"vapid t={token}, k={vapid.public_key()}")


def test_no_two_messages_are_sealed_alike(service: Receiver) -> None:
    browser = Browser(service)
    bodies = {encrypting.encrypt(b"x", p256dh=browser.public, auth=browser.auth) for _ in range(20)}
    assert len({body[:16] for body in bodies}) == len({body[21:86] for body in bodies}) == 20


def test_the_longest_message_fits_and_a_longer_one_is_refused(service: Receiver) -> None:
    browser = Browser(service)
    keys = {"p256dh": browser.public, "auth": browser.auth}
    assert len(encrypting.encrypt(bytes(encrypting.LONGEST), **keys)) == 4096
    with pytest.raises(ValueError, match="too long"):
        encrypting.encrypt(bytes(encrypting.LONGEST + 1), **keys)


# --- What a device is told -----------------------------------------------------------------


def test_a_phone_is_told_that_it_is_ones_turn(phone: Browser, alice: User, turns: Turns) -> None:
    turns.call(alice, "a")
    assert work_hooks() == 1
    (message,) = phone.messages
    assert message.said["text"] == "Decide at a"
    assert message.said["url"] == "https://testserver"
    assert (by_push().state, by_push().tries) == ("sent", 1)
    assert Device.objects.get().last_used_at is not None
    head = message.headers
    assert (head["content-encoding"], head["content-type"]) == (
        "aes128gcm",
        "application/octet-stream",
    )
    assert head["topic"] == message.said["tag"]
    assert len(head["topic"]) == 32


def test_the_service_knows_who_sends(phone: Browser, alice: User, turns: Turns) -> None:
    turns.call(alice, "a")
    work_hooks()
    key, claims = who_signed(phone.messages[0].headers["authorization"])
    assert key == raw(vapid.public_key())
    assert claims["aud"] == f"http://127.0.0.1:{phone.service.port}"
    assert claims["sub"] == "mailto:operator@oriflamme.test"
    assert timezone.now().timestamp() < claims["exp"] <= timezone.now().timestamp() + 24 * 3600


def test_what_calls_a_device_aside_does_not_ask_the_database_for_the_time(
    phone: Browser, alice: User, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has a thread of its own, and the connection of that would be lost to the pool with it."""
    turns.call(alice, "a")
    ask = moment.now

    def only_here() -> datetime:
        assert threading.current_thread() is threading.main_thread()
        return ask()

    monkeypatch.setattr(moment, "now", only_here)
    assert work_hooks() == 1
    assert by_push().state == "sent"


def test_newer_word_of_a_table_takes_the_place_of_older(
    phone: Browser, alice: User, turns: Turns, person: Cast
) -> None:
    for game in ("a", "a", "b"):
        turns.call(alice, game)
    work_hooks()
    first, second, other = (one.said["tag"] for one in phone.messages)
    assert first == second != other
    bob = person("bob")
    notification = Notification(person=bob, kind="a turn", subject="a")
    assert push.topic(notification) != first  # nobody sees who sit together


@pytest.mark.parametrize(
    ("left", "ttl", "urgency"),
    [
        (timedelta(minutes=90), 5400, "high"),
        (timedelta(hours=40), 144_000, "normal"),
        (timedelta(days=60), 2_419_200, "normal"),
        (timedelta(days=-1), 60, "high"),
        (None, 259_200, "low"),
    ],
)
def test_it_is_kept_as_long_as_it_is_of_use(
    alice: User, turns: Turns, left: timedelta | None, ttl: int, urgency: str
) -> None:
    turns.until = NOON + left if left is not None else None
    manner = push.manner(Notification(person=alice, kind="a turn", subject="a"), NOON)
    assert (manner["TTL"], manner["Urgency"]) == (str(ttl), urgency)


@pytest.mark.parametrize("language", ["en", "uk", "ru", "it"])
def test_it_speaks_the_persons_language(alice: User, language: str) -> None:
    alice.language = language
    context = {"game": "2" * 16, "name": "Friday [table]"}
    said = push.words(Notification(person=alice, kind="table closed", context=context))
    titles = {
        "en": "A table was closed",
        "uk": "Стіл закрито",
        "ru": "Стол закрыт",
        "it": "Un tavolo è stato chiuso",
    }
    assert (said["title"], said["lang"]) == (titles[language], language)
    assert said["text"].startswith("[Friday [table]] ")


def test_all_devices_are_told_by_one_delivery(
    phone: Browser, laptop: Browser, alice: User, turns: Turns
) -> None:
    turns.call(alice, "a")
    assert Delivery.objects.filter(channel="push").count() == 1
    work_hooks()
    assert len(phone.messages) == len(laptop.messages) == 1


# --- Whether and when ------------------------------------------------------------------------


def test_who_has_no_device_and_a_site_without_a_key_tell_nothing(
    service: Receiver, alice: User, turns: Turns, settings: LazySettings
) -> None:
    turns.call(alice, "a")
    Browser(service).turn_on(alice)
    settings.PUSH_KEY = ""
    turns.call(alice, "b")
    assert not Delivery.objects.filter(channel="push").exists()


def test_it_is_chosen_for_each_kind(phone: Browser, alice: User, turns: Turns) -> None:
    said = {
        "a turn": {"channels": ["push"], "bundle": "daily", "hour": 8},
        "a word": {"channels": ["email"], "bundle": "at once"},
    }
    wish(alice, wishes=said)
    turns.call(alice, "a")
    turns.call(alice, "b", kind="a word")
    assert list(Delivery.objects.values_list("channel", flat=True).order_by("pk")) == [
        "push",
        "email",
    ]
    assert work_hooks() == 1  # a bundle is for letters


def test_word_about_an_account_is_shown_on_no_lock_screen(phone: Browser, alice: User) -> None:
    rooms.tell(person=alice, letter="accounts/letters/deletion_called_off")
    services.enqueue(person=alice, kind="welcome", dedupe_key="welcome")
    assert set(Delivery.objects.values_list("channel", flat=True)) == {"email"}


def test_after_the_move_nothing_is_sent(phone: Browser, alice: User, turns: Turns) -> None:
    turns.call(alice, "a")
    turns.moved.add("a")
    assert work_hooks() == 0
    assert (by_push().state, phone.service.received) == ("outdated", [])


def test_quiet_hours_hold_it_and_each_comes_by_itself(
    phone: Browser, alice: User, turns: Turns, clock: Any
) -> None:
    wish(alice, quiet_from=time(9), quiet_until=time(12))
    turns.call(alice, "a")
    turns.call(alice, "b")
    assert set(Delivery.objects.filter(channel="push").values_list("state", flat=True)) == {"held"}
    assert work_hooks() == 0
    clock.move_to(datetime(2027, 2, 2, 12, 0, 1, tzinfo=UTC))
    assert work_hooks() == 2
    assert sorted(one.said["text"] for one in phone.messages) == ["Decide at a", "Decide at b"]


def test_a_retry_that_falls_into_quiet_hours_waits_for_their_end(
    phone: Browser, alice: User, turns: Turns, clock: Any
) -> None:
    turns.call(alice, "a")
    wish(alice, quiet_from=time(9), quiet_until=time(12))
    assert work_hooks() == 0
    assert (by_push().state, by_push().due_at) == ("held", datetime(2027, 2, 2, 12, tzinfo=UTC))
    services.change_wishes(person=alice, wishes={}, quiet_from=None, quiet_until=None)
    assert work_hooks() == 1


def test_what_was_switched_off_meanwhile_is_not_sent(
    phone: Browser, alice: User, turns: Turns
) -> None:
    turns.call(alice, "a")
    turns.call(alice, "b", kind="a word")
    wish(alice, wishes={"a turn": {"channels": ["email"], "bundle": "at once"}})
    Device.objects.all().delete()
    assert work_hooks() == 0
    said = [row["why"] for row in selectors.deliveries(alice)[0] if row["channel"] == "push"]
    assert said == [
        "None of your devices is told any more.",
        "You have switched these letters off.",
    ]


def test_it_goes_by_a_queue_of_its_own(
    phone: Browser, alice: User, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[tuple[int, str]] = []
    note = lambda pk, queue: handed.append((pk, queue))  # noqa: E731
    monkeypatch.setattr("notifications.services.waking.wake", note)
    monkeypatch.setattr(
        services, "wake_again", lambda pks, queue: handed.extend((pk, queue) for pk in pks)
    )
    turns.call(alice, "a")
    tasks.sweep()  # which sends nothing itself
    assert [pk for pk, queue in handed if queue == "devices"] == [by_push().pk] * 2
    assert states() == ["queued", "queued"]


# --- When it does not arrive -------------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_taken_off_and_the_log_says_so(
    phone: Browser, laptop: Browser, alice: User, turns: Turns, status: int
) -> None:
    phone.answers(status)
    turns.call(alice, "a")
    assert work_hooks() == 1
    assert [device.name for device in services.devices_of(alice)] == ["laptop"]
    (row,) = [one for one in selectors.deliveries(alice)[0] if one["channel"] == "push"]
    gone = "A device takes no messages any more and is off the list."
    assert (row["state"], row["why"]) == ("sent", gone)
    laptop.answers(status)
    turns.call(alice, "b")
    assert work_hooks() == 0
    assert (by_push().state, by_push().last_error) == ("failed", gone)
    turns.call(alice, "c")
    assert by_push().notification.subject == "b"  # nobody is left to be told so


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_service_is_asked_again_and_nobody_is_told_twice(
    phone: Browser, laptop: Browser, alice: User, turns: Turns, status: int
) -> None:
    phone.answers(status)
    phone.service.headers = {"Retry-After": "120"}
    turns.call(alice, "a")
    assert work_hooks() == 0
    waits = by_push()
    assert waits.state == "queued"
    assert timedelta(seconds=110) < waits.due_at - timezone.now() <= timedelta(seconds=120)
    # What comes meanwhile costs the resting device no connection, and the other no pause.
    turns.call(alice, "b")
    work_hooks()
    assert (len(phone.messages), len(laptop.messages)) == (1, 2)
    phone.answers(201)
    Device.objects.update(rests_until=None)
    all_is_due()
    assert work_hooks() == 2
    assert (len(phone.messages), len(laptop.messages)) == (3, 2)
    assert states() == ["queued", "sent"] * 2  # letters, and pushes
    assert set(Device.objects.values_list("failures", flat=True)) == {0}


def test_pauses_grow_and_end_and_who_is_silent_for_long_is_gone(
    phone: Browser, alice: User, turns: Turns
) -> None:
    phone.answers(500)
    turns.call(alice, "a")
    rests = []
    for _ in range(len(PAUSES) + 1):
        work_hooks()
        rests.append(by_push().due_at - timezone.now())
        Device.objects.update(rests_until=None)
        all_is_due()
    assert rests[2] > rests[1] > rests[0]
    assert by_push().state == "failed"
    Device.objects.update(made_at=timezone.now() - timedelta(days=31))
    turns.call(alice, "b")
    work_hooks()
    assert not Device.objects.exists()


def test_nobody_there_is_no_reason_to_give_up(phone: Browser, alice: User, turns: Turns) -> None:
    Device.objects.update(endpoint="http://127.0.0.1:9/push")
    turns.call(alice, "a")
    assert work_hooks() == 0
    assert (by_push().state, by_push().last_error) == ("queued", "127.0.0.1: nobody listens there")


def test_a_refusal_is_no_reason_to_forget_the_device(
    phone: Browser, alice: User, turns: Turns
) -> None:
    phone.answers(403)
    turns.call(alice, "a")
    work_hooks()
    assert (by_push().state, by_push().last_error) == ("failed", "127.0.0.1: answered 403")
    assert Device.objects.exists()
    phone.answers(201)
    assert services.send_again(by_push())
    assert work_hooks() == 1


def test_no_device_leads_into_our_own_network(
    phone: Browser, alice: User, turns: Turns, settings: LazySettings
) -> None:
    turns.call(alice, "a")
    settings.WEBHOOK_NETWORKS = []
    work_hooks()
    assert (by_push().state, phone.service.received) == ("failed", [])


def test_two_workers_tell_once(phone: Browser, alice: User, turns: Turns) -> None:
    pks = []
    for number in range(10):
        turns.call(alice, f"a{number}")
        pks.append(by_push().pk)
    gate = Barrier(2)

    def worker() -> list[bool]:
        try:
            return [services.deliver(pk) for pk in pks if gate.wait(PATIENCE) is not None]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        mine, other = (job.result() for job in [pool.submit(worker), pool.submit(worker)])
    assert [a + b for a, b in zip(mine, other, strict=True)] == [1] * 10
    assert len(phone.messages) == 10


def test_a_worker_that_died_with_it_in_hand_only_delays_it(
    phone: Browser, alice: User, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns.call(alice, "a")

    worded = push.words

    def die(_notification: Notification) -> None:
        raise SystemExit

    monkeypatch.setattr(push, "words", die)
    with pytest.raises(SystemExit):
        work_hooks()
    assert (by_push().tries, services.due_deliveries("devices")) == (1, [])
    monkeypatch.setattr(push, "words", worded)
    all_is_due()  # the claim has run out
    assert work_hooks() == 1


# --- What it costs -----------------------------------------------------------------------------


def test_a_device_costs_a_row_and_no_question(
    service: Receiver,
    alice: User,
    turns: Turns,
) -> None:
    Profile.objects.create(user=alice)
    with CaptureQueriesContext(connection) as without:
        turns.call(alice, "a")
    Browser(service).turn_on(alice)
    with CaptureQueriesContext(connection) as with_one:
        turns.call(alice, "b")
    assert len(with_one) == len(without) + 1
    with CaptureQueriesContext(connection) as one:
        services.deliver(by_push().pk)
    for _ in range(4):
        Browser(service).turn_on(alice)
    turns.call(alice, "c")
    with CaptureQueriesContext(connection) as five:
        services.deliver(by_push().pk)
    assert len(five) == len(one) + 4  # each device notes that it was told


# --- People ------------------------------------------------------------------------------------


def test_who_leaves_leaves_no_device_behind(
    phone: Browser, alice: User, turns: Turns, person: Cast
) -> None:
    turns.call(alice, "a")
    assert letters.export(alice)["devices"][0]["endpoint"] == phone.endpoint
    letters.merge(person("bob"), alice)
    assert [device.person for device in Device.objects.all()] == [person("bob")]
    turns.call(person("bob"), "b")
    erase(person=person("bob"))
    assert not Device.objects.exists()
    assert work_hooks() == 0
    assert phone.messages == []


def test_a_browser_tells_whoever_turned_it_on_last(
    phone: Browser, alice: User, turns: Turns, person: Cast
) -> None:
    phone.turn_on(person("bob"))
    turns.call(alice, "a")
    turns.call(person("bob"), "b")
    work_hooks()
    assert [one.said["text"] for one in phone.messages] == ["Decide at b"]


def test_the_first_device_is_a_wish_where_none_was_said_of_it(
    service: Receiver, alice: User, turns: Turns
) -> None:
    said = {
        "a turn": {"channels": ["email"], "bundle": "hours", "hours": 4},
        "a word": {"channels": [], "bundle": "at once"},
    }
    wish(alice, wishes=said)
    Browser(service).turn_on(alice)
    kept = Profile.objects.get(user=alice).wishes
    assert kept["a turn"] == said["a turn"] | {"channels": ["email", "push"]}
    assert kept["a word"] == said["a word"]
    wish(alice, wishes=said | {"a turn": said["a turn"] | {"channels": ["email"]}})
    Browser(service).turn_on(alice)
    assert Profile.objects.get(user=alice).wishes["a turn"]["channels"] == ["email"]


def test_every_kind_with_a_say_has_a_place_to_lead_to() -> None:
    context = {"game": "2" * 16, "name": "x", "tournament": "t" * 16, "title": "x"}
    for kind in registry.kinds_to_choose():
        link = Notification(kind=kind.name, context=context).what.link()
        assert link.startswith("https://testserver"), kind.name


def test_a_message_is_json_of_five_words(phone: Browser, alice: User, turns: Turns) -> None:
    turns.call(alice, "a")
    work_hooks()
    assert phone.messages[0].said.keys() == {"title", "text", "url", "tag", "lang"}
    (came,) = phone.service.received
    assert b"Decide" not in came.body
    assert json.dumps(phone.messages[0].said)
