"""Webhooks: signed, told once, tried again, rested, given up, and sent again on request."""

import time
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from accounts.models import Profile, User
from accounts.secret import Secret
from accounts.services import leaving
from accounts.services.bots import make_bot
from notifications import registry, services
from notifications.channels import webhook
from notifications.channels.webhook import formats
from notifications.health import AND_FAILURES, GIVEN_UP_AFTER
from notifications.kinds import Welcome
from notifications.models import Delivery, Hook
from notifications.registry import Told
from notifications.services import hooking
from tests.notifications.hooking import all_is_due, hook_for, work_hooks
from tests.notifications.receiver import Receiver

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _welcome_is_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(_self: Welcome, *, with_view: bool) -> Told:
        return Told("welcome", "Hello", {"url": "https://testserver/", "all": with_view})

    monkeypatch.setattr(Welcome, "event", "welcome")
    monkeypatch.setattr(Welcome, "told", told)


def welcome(person: User, number: int = 1) -> None:
    services.enqueue(person=person, kind="welcome", dedupe_key=f"welcome {person.pk} {number}")


def only_delivery() -> Delivery:
    return Delivery.objects.get(channel="webhook")


def letters(subject: str) -> list[Any]:
    for pk in services.due_deliveries():
        services.deliver(pk)
    return [one for one in mail.outbox if one.subject == subject]


def test_the_signature_is_that_of_the_standard() -> None:
    # The example that the standard's own libraries are tested with.
    signature = webhook.sign(
        Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_it_arrives_signed_and_once(alice: User, there: Receiver) -> None:
    hook, secret = hook_for(alice, there)
    welcome(alice)
    welcome(alice)
    assert (work_hooks(), work_hooks()) == (1, 0)
    (came,) = there.received
    assert came.said["type"] == "welcome"
    assert came.said["data"] == {"url": "https://testserver/", "all": False}
    assert came.headers["webhook-id"] == only_delivery().message_id
    assert came.is_signed_with(secret)
    assert not came.is_signed_with("whsec_" + "A" * 32)
    assert abs(int(came.headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60
    hook.refresh_from_db()
    assert hook.last_success_at is not None
    assert only_delivery().state == "sent"


def test_each_webhook_is_told_what_it_wants(alice: User, there: Receiver) -> None:
    hook_for(alice, there)
    hook_for(alice, there, types=["welcome"])
    hook_for(alice, there, types=["your_turn"])
    paused, _ = hook_for(alice, there)
    services.change_hook(hook=paused, paused=True)
    welcome(alice)
    assert work_hooks() == 2
    ids = {came.headers["webhook-id"] for came in there.received}
    assert len(ids) == 2


def test_letters_about_an_account_go_to_no_webhook(alice: User, there: Receiver) -> None:
    hook_for(alice, there)
    from accounts import rooms

    rooms.tell(person=alice, letter="accounts/letters/token_made", name="x", scopes=[], of="alice")
    rooms.tell(person=alice, letter="account/email/login_code", lasts=60, code="123456")
    services.enqueue(person=alice, kind="test mail", dedupe_key="x")
    assert work_hooks() == 0
    assert not any(t in registry.types() for t in ("account", "account, passing", "ping", "table"))


def test_a_rotated_secret_signs_beside_the_new_one_for_a_day(alice: User, there: Receiver) -> None:
    hook, first = hook_for(alice, there)
    second = services.rotate_secret(hook=hook).reveal()
    welcome(alice, 1)
    work_hooks()
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        welcome(alice, 2)
        work_hooks()
    before, after = there.received
    assert (before.is_signed_with(first), before.is_signed_with(second)) == (True, True)
    assert (after.is_signed_with(first), after.is_signed_with(second)) == (False, True)


def test_neither_secret_nor_address_stands_in_the_database(alice: User, there: Receiver) -> None:
    _, secret = hook_for(alice, there)
    with connection.cursor() as cursor:
        cursor.execute("SELECT h::text FROM notifications_hook h")
        (row,) = cursor.fetchone()
    assert secret not in row
    assert "/hook" not in row
    assert "127.0.0.1" in row  # the host, for lists


def test_a_changed_site_key_fails_one_delivery_and_says_so(
    alice: User, there: Receiver, settings: Any
) -> None:
    hook_for(alice, there)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "y" * 60
    welcome(alice, 1)
    assert work_hooks() == 1
    settings.SECRET_KEY_FALLBACKS = []
    welcome(alice, 2)
    assert work_hooks() == 0
    assert "make this webhook anew" in Delivery.objects.get(state="failed").last_error


@pytest.mark.parametrize("status", [500, 502, 503, 429, 408])
def test_a_busy_server_is_tried_again_with_the_same_id(
    alice: User, there: Receiver, status: int
) -> None:
    hook_for(alice, there)
    welcome(alice)
    there.status = status
    assert work_hooks() == 0
    assert services.due_deliveries("hooks") == []
    there.status = 200
    all_is_due()
    assert work_hooks() == 1
    first, second = there.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body


@pytest.mark.parametrize(
    ("asked", "waits"),
    [("120", 120), ("0", 10), ("999999", 28800), ("Wed, 21 Oct 2026 07:28:00 GMT", 10), ("-1", 10)],
)
def test_retry_after_is_honoured_within_reason(
    alice: User, there: Receiver, asked: str, waits: int
) -> None:
    hook_for(alice, there)
    welcome(alice)
    there.status, there.headers = 429, {"Retry-After": asked}
    work_hooks()
    left = only_delivery().due_at - timezone.now()
    assert timedelta(seconds=waits - 8) < left <= timedelta(seconds=waits)


def test_who_is_not_there_costs_one_try_however_much_waits_for_them(
    alice: User, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook_for(alice, there)
    for number in range(30):
        welcome(alice, number)
    there.status = 503
    assert work_hooks() == 0
    assert len(there.received) == 1
    there.status = 200
    all_is_due()
    assert work_hooks() == 30


def test_who_takes_everything_slowly_rests_as_well(
    alice: User, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notifications.channels.resting.SLOW", 0.05)
    hook, _ = hook_for(alice, there)
    for number in range(10):
        welcome(alice, number)
    there.act = lambda _came: time.sleep(0.2)
    assert work_hooks() == 1
    hook.refresh_from_db()
    assert hook.rests_until is not None
    assert hook.last_success_at is not None
    assert 2 <= (hook.rests_until - hook.last_success_at).total_seconds() < 60
    assert len(there.received) == 1


def test_rests_grow(alice: User, there: Receiver) -> None:
    hook, _ = hook_for(alice, there)
    welcome(alice)
    there.status = 500
    rests = []
    for _ in range(5):
        all_is_due()
        work_hooks()
        hook.refresh_from_db()
        assert hook.rests_until is not None
        assert hook.last_failure_at is not None
        rests.append(round((hook.rests_until - hook.last_failure_at).total_seconds()))
    assert rests == [10, 30, 60, 300, 900]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 302])
def test_who_says_no_is_asked_a_few_times(alice: User, there: Receiver, status: int) -> None:
    hook_for(alice, there)
    welcome(alice)
    there.status = status
    for _ in range(10):
        all_is_due()
        work_hooks()
    assert len(there.received) == webhook.MOST_NOES
    assert only_delivery().state == "failed"
    error = only_delivery().last_error
    assert str(status) in error
    assert ("redirects are not followed" in error) == (status == 302)


def test_410_pauses_at_once_and_its_owner_gets_one_letter(alice: User, there: Receiver) -> None:
    hook, _ = hook_for(alice, there)
    welcome(alice, 1)
    welcome(alice, 2)
    there.status = 410
    work_hooks()
    welcome(alice, 3)
    work_hooks()
    hook.refresh_from_db()
    assert hook.state == "stopped"
    assert len(there.received) == 1
    (letter,) = letters("A webhook is paused")
    assert "does not want to be told any more" in letter.body
    assert letter.to == [alice.email]


def test_a_long_silence_pauses_and_going_on_forgets_it(alice: User, there: Receiver) -> None:
    hook, _ = hook_for(alice, there)
    there.status = 500
    began = timezone.now()
    for number in range(AND_FAILURES - 1):
        welcome(alice, number)
        all_is_due()
        services.deliver(Delivery.objects.filter(channel="webhook").latest("pk").pk)
    hook.refresh_from_db()
    assert hook.state == "active"
    with time_machine.travel(began + GIVEN_UP_AFTER + timedelta(minutes=1)):
        all_is_due()
        work_hooks()
        (letter,) = letters("A webhook is paused")
    hook.refresh_from_db()
    assert hook.state == "stopped"
    assert "For three days 127.0.0.1 has taken nothing" in letter.body
    there.status = 200
    services.change_hook(hook=hook, paused=False)
    welcome(alice, 100)
    assert work_hooks() >= 1


def test_a_success_in_between_is_no_long_silence(alice: User, there: Receiver) -> None:
    hook, _ = hook_for(alice, there)
    Hook.objects.update(failures=AND_FAILURES + 9, failing_since=timezone.now() - GIVEN_UP_AFTER)
    welcome(alice, 1)
    work_hooks()
    there.status = 500
    welcome(alice, 2)
    work_hooks()
    hook.refresh_from_db()
    assert (hook.state, hook.failures) == ("active", 1)


def test_what_was_sent_is_sent_again_under_the_same_id(alice: User, there: Receiver) -> None:
    hook, _ = hook_for(alice, there)
    welcome(alice)
    work_hooks()
    (delivery,) = services.deliveries_of(hook)
    again = services.deliver_again(hook=hook, message_id=delivery.message_id)
    assert again is not None
    assert (again.state, again.tries) == ("queued", 0)
    assert work_hooks() == 1
    first, second = there.received
    assert (first.headers["webhook-id"], first.body) == (second.headers["webhook-id"], second.body)
    assert services.deliver_again(hook=hook, message_id="msg_other") is None


def test_what_is_no_longer_true_is_not_sent_again(
    alice: User, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook, _ = hook_for(alice, there)
    welcome(alice)
    work_hooks()
    monkeypatch.setattr(Welcome, "is_still_true", lambda _self: False)
    services.deliver_again(hook=hook, message_id=only_delivery().message_id)
    assert work_hooks() == 0
    assert only_delivery().state == "outdated"


def test_a_ping_goes_to_one_webhook_and_to_no_mail(alice: User, there: Receiver) -> None:
    hook, secret = hook_for(alice, there, types=["your_turn"])
    hook_for(alice, there)
    services.ping(hook=hook)
    assert work_hooks() == 1
    (came,) = there.received
    assert came.said["type"] == "ping"
    assert came.is_signed_with(secret)
    assert not Delivery.objects.filter(channel="email", notification__kind="ping").exists()
    services.change_hook(hook=hook, paused=True)
    with pytest.raises(ValidationError, match="paused"):
        services.ping(hook=hook)


def test_an_address_that_came_to_lead_inside_is_refused(
    alice: User, there: Receiver, settings: Any
) -> None:
    hook, _ = hook_for(alice, there)
    welcome(alice)
    settings.WEBHOOK_NETWORKS = ["10.9.9.0/24"]
    assert work_hooks() == 0
    assert there.received == []
    assert only_delivery().state == "failed"
    hook.refresh_from_db()
    assert hook.failures == 1


def test_a_suspended_person_is_told_nothing(alice: User, there: Receiver) -> None:
    hook_for(alice, there)
    welcome(alice)
    User.objects.update(is_active=False)
    assert work_hooks() == 0
    assert there.received == []


def test_making_one_is_told_by_mail_and_has_a_limit(
    alice: User, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooking, "MOST_HOOKS", 2)
    hook_for(alice, there)
    hook_for(alice, there)
    with pytest.raises(ValidationError, match="that is the most"):
        hook_for(alice, there)
    assert len(letters("A new webhook")) == 2


def test_a_bots_webhook_is_its_owners_business(alice: User, there: Receiver) -> None:
    bot = make_bot(owner=alice, handle="robin")
    hook, _ = hook_for(bot, there)
    (letter,) = letters("A new webhook")
    assert letter.to == [alice.email]
    assert "robin" in letter.body
    assert services.find_hook(alice, hook.key) == hook
    assert services.find_hook(bot, hook.key) == hook


def test_nobody_elses_webhook_is_found(alice: User, mallory: User, there: Receiver) -> None:
    hook, _ = hook_for(alice, there)
    assert services.find_hook(mallory, hook.key) is None


def test_who_leaves_takes_their_webhooks_with_them(alice: User, there: Receiver) -> None:
    hook_for(alice, there)
    welcome(alice)
    leaving.erase(person=alice)
    assert not Hook.objects.exists()
    assert work_hooks() == 0


@pytest.mark.parametrize(
    ("wishes", "field"),
    [
        ({"url": "http://example.test/"}, "url"),
        ({"url": "https://127.0.0.1/"}, "url"),
        ({"url": "https://example.test/" + "x" * 500}, "url"),
        ({"url": "https://example.test/", "types": ["no such"]}, "types"),
        ({"url": "https://api.telegram.org/bot1:x/sendMessage", "hook_format": "telegram"}, "url"),
        ({"url": "https://ntfy.example/", "hook_format": "ntfy"}, "url"),
        ({"url": "https://m.example/?access_token=k", "hook_format": "matrix"}, "url"),
        (
            {
                "url": "https://m.example/rooms/r/send/m.room.message?access_token=a%0Db",
                "hook_format": "matrix",
            },
            "url",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(
    alice: User, wishes: dict[str, Any], field: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        services.make_hook(person=alice, **wishes)
    assert list(refused.value.message_dict) == [field]


HOSTILE = "[@everyone](https://evil.example) <!channel> & **x**"


@pytest.mark.parametrize(
    ("form", "url", "wanted_url", "wanted"),
    [
        (
            "discord",
            "https://d.test/1",
            "https://d.test/1",
            {
                "content": "\\[\\@everyone\\]\\(https://evil.example\\) \\<!channel\\> & "
                "\\*\\*x\\*\\*\n<https://testserver/>",
                "allowed_mentions": {"parse": []},
                "flags": 4,
            },
        ),
        (
            "slack",
            "https://s.test/1",
            "https://s.test/1",
            {
                "text": "[@\u200beveryone]\u200b(https://evil.example) &lt;!channel&gt; &amp; "
                "**x**\nhttps://testserver/",
                "mrkdwn": False,
                "unfurl_links": False,
                "unfurl_media": False,
            },
        ),
        (
            "mattermost",
            "https://m.test/hooks/1",
            "https://m.test/hooks/1",
            {
                "text": "\\[\\@\u200beveryone\\]\\(https://evil.example\\) \\<!channel\\> & "
                "\\*\\*x\\*\\*\nhttps://testserver/",
            },
        ),
        (
            "teams",
            "https://w.test/1?sig=2",
            "https://w.test/1?sig=2",
            {
                "type": "message",
                "attachments": [
                    {
                        "contentType": "application/vnd.microsoft.card.adaptive",
                        "contentUrl": None,
                        "content": {
                            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                            "type": "AdaptiveCard",
                            "version": "1.2",
                            "body": [
                                {
                                    "type": "RichTextBlock",
                                    "inlines": [{"type": "TextRun", "text": HOSTILE}],
                                }
                            ],
                            "actions": [
                                {
                                    "type": "Action.OpenUrl",
                                    "title": "testserver",
                                    "url": "https://testserver/",
                                }
                            ],
                        },
                    }
                ],
            },
        ),
        (
            "ntfy",
            "https://n.test/friday?auth=a",
            "https://n.test/?auth=a",
            {"topic": "friday", "message": HOSTILE, "click": "https://testserver/"},
        ),
        (
            "matrix",
            "https://x.test/_matrix/client/v3/rooms/%21r%3Ax/send/m.room.message?access_token=k",
            "https://x.test/_matrix/client/v3/rooms/%21r%3Ax/send/m.room.message/msg%201",
            {
                "msgtype": "m.notice",
                "body": f"{HOSTILE}\nhttps://testserver/",
                "m.mentions": {},
            },
        ),
        (
            "telegram",
            "https://t.test/bot1:k/sendMessage?chat_id=-100&a=b",
            "https://t.test/bot1:k/sendMessage?a=b",
            {
                "chat_id": "-100",
                "text": f"{HOSTILE}\nhttps://testserver/",
                "link_preview_options": {"is_disabled": True},
            },
        ),
    ],
)
def test_chats_get_a_line_that_rings_nobody(
    form: str, url: str, wanted_url: str, wanted: dict[str, Any]
) -> None:
    import json

    told = Told("x", HOSTILE, {"url": "https://testserver/", "hand": ["secret"]})
    where, body, *_more = formats.write(form, url, told, timezone.now(), "msg 1")
    assert (where, json.loads(body)) == (wanted_url, wanted)
    long = Told("x", "y" * 5000, {})
    assert len(formats.write(form, url, long, timezone.now()).body) < 2200


def test_a_room_of_matrix_is_written_to_by_its_key_and_once(alice: User, there: Receiver) -> None:
    room = there.url.partition("/hook")[0] + "/_matrix/client/v3/rooms/%21r/send/m.room.message"
    services.make_hook(person=alice, url=f"{room}?access_token=k.1-x", hook_format="matrix")
    welcome(alice)
    work_hooks()
    (came,) = there.received
    assert came.headers["authorization"] == "Bearer k.1-x"
    assert came.path.endswith(f"/send/m.room.message/{only_delivery().message_id}")
    assert "access_token" not in came.path


def test_a_chat_is_sent_no_signature(alice: User, there: Receiver) -> None:
    _, secret = hook_for(alice, there, hook_format="discord")
    assert secret == ""
    welcome(alice)
    work_hooks()
    assert not any(name.startswith("webhook-") for name in there.received[0].headers)


@pytest.mark.parametrize("channels", [["email"], ["webhook"], ["email", "webhook"], []])
def test_a_kind_goes_by_the_channels_that_are_wished(
    alice: User, there: Receiver, channels: list[str]
) -> None:
    hook_for(alice, there)
    wishes = {"default": {"channels": channels, "bundle": "at once"}}
    Profile.objects.update_or_create(user=alice, defaults={"wishes": wishes})
    about = {"game": "2" * 16, "name": "Friday"}
    services.enqueue(person=alice, kind="table closed", dedupe_key="closed", **about)
    told = Delivery.objects.filter(notification__dedupe_key="closed")
    assert sorted(told.values_list("channel", flat=True)) == sorted(channels)


def test_a_sweep_hands_everything_on_and_waits_for_nobody(
    alice: User, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    from notifications import tasks

    handed: dict[str, list[int]] = {"soon": [], "hooks": [], "devices": []}
    monkeypatch.setattr(services, "wake_again", lambda pks, queue: handed[queue].extend(pks))
    hook_for(alice, there)
    welcome(alice)
    tasks.sweep()
    assert there.received == mail.outbox == []
    assert handed["hooks"] == [only_delivery().pk]
    mails = Delivery.objects.filter(channel="email").values_list("pk", flat=True)
    assert handed["soon"] == list(mails)


def test_mail_push_and_webhooks_have_a_queue_each(
    alice: User, there: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    from notifications.services import waking

    asked: list[Any] = []
    monkeypatch.setattr(
        waking.current_app,
        "send_task",
        lambda _task, facts, **options: asked.append(
            (*facts, [*options.pop("headers", ())], options)
        ),
    )
    for pk, channel in enumerate(["email", "push", "webhook"]):
        waking.wake_by(channel, pk)
    waking.wake_again([7, 8], "hooks")
    assert asked == [
        *((pk, [], {"queue": queue}) for pk, queue in enumerate(["soon", "devices", "hooks"])),
        *((pk, ["good_until"], {"queue": "hooks"}) for pk in (7, 8)),
    ]
    asked.clear()
    waking.wake_again([*range(12)], "soon")
    assert [facts[:-2] for facts in asked] == [(*range(10),), (10, 11)]


def test_a_task_sends_its_own_mails_and_leaves_the_rest_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    from notifications.services import waking

    asked: list[Any] = []
    monkeypatch.setattr(waking.current_app, "send_task", lambda *told, **_: asked.append(told[1]))
    with waking.sending_ourselves() as mails:
        for pk, channel in enumerate(["email", "push", "email"]):
            waking.wake_by(channel, pk)
    waking.wake_by("email", 3)
    assert mails == [0, 2]
    assert asked == [(1,), (3,)]
