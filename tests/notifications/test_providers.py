"""Mail providers hand us mail and reports by HTTP; all of it ends where SMTP does."""

import asyncio
import base64
import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import include, path

from accounts import notification_wishes
from accounts.models import Profile, User
from games.moderation import notices
from games.moderation import services as care
from notifications import inbound, providers, services
from notifications.models import Delivery, TakenMail
from oriflamme_site.urls import handler400, handler404, handler500  # noqa: F401  of this URLconf
from tests.notifications.conftest import Turns, states, work
from tests.notifications.reports import returned

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parents[2]
SECRET = "postmark:a-long-secret-of-ours"
urlpatterns = [
    path("", include(providers.urls("postmark"))),
    path("", include(providers.urls("sendgrid"))),
    path("", include("oriflamme_site.urls")),
]

RAW = (
    b"From: Alice <alice@example.test>\r\nTo: turn+x@oriflamme.test\r\nSubject: Re: your turn\r\n"
    b"Message-ID: <1@example.test>\r\n\r\nwait\r\n"
)


@pytest.fixture(autouse=True)
def _configured(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    settings.ANYMAIL_WEBHOOK_SECRET = SECRET


@pytest.fixture
def took(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, tuple[str, ...]]]:
    taken: list[tuple[bytes, tuple[str, ...]]] = []

    def receive(raw: bytes, *, recipients: Iterable[str] = ()) -> str:
        taken.append((raw, tuple(recipients)))
        return TakenMail.CameTo.ANSWERED

    monkeypatch.setattr(inbound, "_connected", [(receive, lambda _address: False)])
    return taken


def tell(what: str, facts: Any, secret: str = SECRET) -> Any:
    told = {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()}
    client = Client(raise_request_exception=False)
    where = f"/mail/postmark/{what}/"
    return client.post(where, facts, "application/json", secure=True, headers=told)


def mail_of(raw: bytes, to: str) -> dict[str, Any]:
    """As the provider's manual shows it, with the raw mail included."""
    return {
        "FromName": "Alice",
        "MessageStream": "inbound",
        "From": "alice@example.test",
        "FromFull": {"Email": "alice@example.test", "Name": "Alice", "MailboxHash": ""},
        "To": to,
        "ToFull": [{"Email": to, "Name": "", "MailboxHash": "x"}],
        "Cc": "",
        "CcFull": [],
        "Bcc": "",
        "BccFull": [],
        "OriginalRecipient": to,
        "Subject": "Re: your turn",
        "MessageID": "22c74902-a0c1-4511-804f-341342852c90",
        "ReplyTo": "",
        "MailboxHash": "x",
        "Date": "Tue, 2 Feb 2027 12:00:00 +0200",
        "TextBody": "wait",
        "HtmlBody": "",
        "StrippedTextReply": "",
        "RawEmail": raw.decode(),
        "Tag": "",
        "Headers": [{"Name": "Return-Path", "Value": "<alice@example.test>"}],
        "Attachments": [],
    }


def bounce_of(letter: Any, **facts: Any) -> dict[str, Any]:
    return {
        "RecordType": "Bounce",
        "ID": 42,
        "Type": "HardBounce",
        "TypeCode": 1,
        "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
        "Description": "The server was unable to deliver your message.",
        "Details": "smtp;550 5.1.1 The email account that you tried to reach does not exist.",
        "Email": letter.to[0],
        "From": "post@oriflamme.test",
        "BouncedAt": "2027-02-02T10:00:00Z",
        "Inactive": True,
        **facts,
    }


def test_mail_comes_in_as_it_was_written(took: list[tuple[bytes, tuple[str, ...]]]) -> None:
    assert tell("inbound", mail_of(RAW, "turn+x@oriflamme.test")).status_code == 200
    ((raw, recipients),) = took
    assert recipients == ("turn+x@oriflamme.test",)
    assert raw.replace(b"\r\n", b"\n").rstrip() == RAW.replace(b"\r\n", b"\n").rstrip()


def test_mail_is_taken_while_the_site_is_closed(
    took: list[tuple[bytes, tuple[str, ...]]], alice: User, client: Client
) -> None:
    care.close_site(staff=alice, note="New disks")
    care.publish()
    try:
        assert client.get("/api/v1/games", secure=True).status_code == 503
        assert tell("inbound", mail_of(RAW, "turn+x@oriflamme.test")).status_code == 200
        assert len(took) == 1
    finally:
        cache.clear()
        notices.forget_own_copy()


@pytest.mark.parametrize("secret", ["postmark:wrong", "", ":", SECRET.upper()])
@pytest.mark.parametrize("what", ["inbound", "tracking"])
def test_nobody_hands_us_anything_without_the_secret(
    took: list[tuple[bytes, tuple[str, ...]]], alice: User, turns: Turns, what: str, secret: str
) -> None:
    turns.call(alice, "a")
    (letter,) = work()
    facts = mail_of(RAW, "x@y.test") if what == "inbound" else bounce_of(letter)
    assert tell(what, facts, secret).status_code == 400
    assert took == []
    assert states() == ["sent"]


def test_what_we_cannot_keep_is_brought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_raw: bytes, *, recipients: Iterable[str] = ()) -> None:
        raise ConnectionError("the database is away")

    monkeypatch.setattr(inbound, "_connected", [(fail, lambda _address: False)])
    assert tell("inbound", mail_of(RAW, "turn+x@oriflamme.test")).status_code == 500


def test_a_letter_that_comes_back_this_way_is_known_too(alice: User, turns: Turns) -> None:
    turns.call(alice, "a")
    (letter,) = work()
    assert tell("inbound", mail_of(returned(letter), letter.from_email)).status_code == 200
    assert states() == ["bounced"]


def test_a_bounce_that_is_reported_marks_the_address(alice: User, turns: Turns) -> None:
    turns.call(alice, "a")
    (letter,) = work()
    assert tell("tracking", bounce_of(letter)).status_code == 200
    assert states() == ["bounced"]
    assert services.refuses_mail(alice)


@pytest.mark.parametrize(
    "facts",
    [
        {"Type": "SoftBounce", "Details": "smtp;452 4.2.2 Over quota"},
        {"Type": "SoftBounce", "Details": ""},
        {"Type": "HardBounce", "Details": "smtp;554 5.7.1 Listed"},
        {"Type": "AutoResponder", "Details": ""},
        {"Email": "nobody@example.test"},
    ],
)
def test_what_says_nothing_of_the_address_marks_nothing(
    alice: User, turns: Turns, facts: dict[str, str]
) -> None:
    turns.call(alice, "a")
    (letter,) = work()
    assert tell("tracking", bounce_of(letter, **facts)).status_code == 200
    assert states() == ["sent"]
    assert not services.refuses_mail(alice)


def test_a_complaint_that_is_reported_ends_that_kind_of_letter(alice: User, turns: Turns) -> None:
    turns.call(alice, "a", kind="a word")
    turns.call(alice, "b")
    first, _second = work()
    mail_id = str(first.extra_headers["Message-ID"]).strip("<>")
    facts = bounce_of(first, RecordType="SpamComplaint", Type="SpamComplaint", MessageID=mail_id)
    assert tell("tracking", facts).status_code == 200
    said = Profile.objects.get(user=alice).wishes
    assert notification_wishes.wish_for(said, "a word")["channels"] == ["webhook", "push"]
    assert notification_wishes.wish_for(said, "a turn")["channels"] == ["email", "webhook", "push"]
    assert set(Delivery.objects.values_list("state", flat=True)) == {"sent"}


@pytest.mark.parametrize(
    ("environment", "status"),
    [
        ({}, 404),
        ({"MAIL_PROVIDER": "postmark", "ANYMAIL_WEBHOOK_SECRET": SECRET}, 400),
    ],
)
def test_it_is_loaded_only_where_it_is_configured(environment: dict[str, str], status: int) -> None:
    """In a process of its own, as a site starts."""
    script = (
        "import sys, django; django.setup()\n"
        "from django.test import Client\n"
        "from django.test.utils import setup_test_environment\n"
        "setup_test_environment()\n"
        # Nobody has collected the static files for a test.
        "from django.conf import settings\n"
        "plain = 'django.contrib.staticfiles.storage.StaticFilesStorage'\n"
        "settings.STORAGES['staticfiles'] = {'BACKEND': plain}\n"
        "got = Client().post('/mail/postmark/inbound/', {}, 'application/json', secure=True)\n"
        "print(got.status_code, 'anymail' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == [str(status), str(bool(environment))]


@pytest.mark.parametrize(
    "environment",
    [
        {"MAIL_PROVIDER": "pigeon", "ANYMAIL_WEBHOOK_SECRET": SECRET},
        {"MAIL_PROVIDER": "postmark"},
        {"MAIL_PROVIDER": "postmark", "ANYMAIL_WEBHOOK_SECRET": "short:one"},
    ],
)
def test_a_half_configured_provider_stops_the_start(environment: dict[str, str]) -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import django; django.setup()"],
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert "ImproperlyConfigured" in run.stderr


def test_the_urls_are_those_of_the_manual() -> None:
    call_command("check")
    assert Client().head("/mail/sendgrid/tracking/", secure=True).status_code == 200


def test_a_provider_may_bring_a_photo_and_nobody_else_as_much() -> None:
    """5 MB as mail carries them, once more in base64, as some providers do."""
    from oriflamme_site import asgi

    async def status_of(path: str, size: int) -> int:
        headers = [(b"transfer-encoding", b"chunked")]
        scope = {"type": "http", "method": "POST", "path": path, "headers": headers}
        scope |= {"query_string": b""}
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"x" * size, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await asgi.application(scope, receive, send)
        return int(sent[0]["status"])

    def ask(path: str, size: int) -> int:
        # In a thread of its own: a browser of other tests may keep a loop in this one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, status_of(path, size)).result(30)

    assert ask("/mail/postmark/inbound/", 10_000_000) != 413
    assert ask("/mail/postmark/inbound/", 17_000_000) == 413
    assert ask("/api/v1/games", 2_000_000) == 413


@pytest.mark.parametrize("what", ["inbound", "tracking"])
@pytest.mark.parametrize("body", ["{", "5", "null", "[]", '"x"', "[" * 5000, "\ud83d"])
def test_what_is_no_event_of_a_providers_is_refused_and_no_fault_of_ours(
    what: str, body: str
) -> None:
    assert tell(what, body.encode("utf-8", "surrogatepass")).status_code == 400
