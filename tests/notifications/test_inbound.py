"""Mail comes in by SMTP, LMTP and a pipe; all ways end in the same function."""

import io
import smtplib
import sys
from collections.abc import Iterable, Iterator

import kombu.exceptions
import pytest
import redis
from aiosmtpd.controller import Controller
from django.core.management import CommandError, call_command

from notifications import inbound

pytestmark = pytest.mark.django_db(transaction=True)
MAIL = b"From: alice@example.test\r\nTo: turn+x@oriflamme.test\r\n\r\nwait\r\n"


class Took(list[tuple[bytes, tuple[str, ...]]]):
    fault: Exception | None = None

    def __call__(self, raw: bytes, *, recipients: Iterable[str] = ()) -> str:
        if self.fault:
            raise self.fault
        self.append((raw, tuple(recipients)))
        return "answered"


@pytest.fixture
def took(monkeypatch: pytest.MonkeyPatch) -> Took:
    taken = Took()
    ours = [(taken, lambda address: address.startswith("turn+"))]
    monkeypatch.setattr(inbound, "_connected", ours)
    return taken


@pytest.fixture(params=[False, True], ids=["SMTP", "LMTP"])
def post(request: pytest.FixtureRequest, took: Took) -> Iterator[smtplib.SMTP]:
    is_lmtp = request.param

    class Listening(Controller):
        def factory(self) -> object:
            return inbound.server(is_lmtp=is_lmtp)

    listening = Listening(None, hostname="127.0.0.1", port=0)
    listening.port = _free_port()
    listening.start()
    kind = smtplib.LMTP if is_lmtp else smtplib.SMTP
    with kind("127.0.0.1", listening.port) as client:
        yield client
    listening.stop()


def _free_port() -> int:
    from oriflamme_site.local.ground import free_port

    return free_port()


def test_a_mail_for_us_is_taken_in_with_its_envelope(post: smtplib.SMTP, took: Took) -> None:
    post.sendmail("alice@example.test", ["turn+x@oriflamme.test"], MAIL)
    assert took == [(MAIL, ("turn+x@oriflamme.test",))]


def test_what_nobody_may_answer_says_so_as_a_delivered_mail_does(
    post: smtplib.SMTP, took: Took
) -> None:
    post.sendmail("", ["turn+x@oriflamme.test"], MAIL)
    assert took == [(b"Return-Path: <>\r\n" + MAIL, ("turn+x@oriflamme.test",))]


def test_nothing_is_relayed(post: smtplib.SMTP, took: Took) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        post.sendmail("mallory@example.test", ["somebody@elsewhere.example"], MAIL)
    assert refused.value.recipients["somebody@elsewhere.example"][0] == 550
    assert took == []


def test_an_address_is_as_long_as_mail_lets_it_be_and_no_longer(post: smtplib.SMTP) -> None:
    post.ehlo_or_helo_if_needed()
    post.mail("alice@example.test")
    longest = "turn+".ljust(inbound.LONGEST_ADDRESS - len("@oriflamme.test"), "x")
    assert post.rcpt(f"{longest}@oriflamme.test")[0] == 250
    assert post.rcpt(f"{longest}x@oriflamme.test")[0] == 550


@pytest.mark.parametrize(
    "fault",
    [
        ConnectionError("the database is away"),
        redis.ConnectionError("so is Redis"),
        kombu.exceptions.OperationalError("and the broker"),
        inbound.NotNow("too much that plays nothing"),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_what_cannot_be_kept_is_sent_again_later(
    post: smtplib.SMTP, took: Took, fault: Exception
) -> None:
    took.fault = fault
    with pytest.raises((smtplib.SMTPDataError, smtplib.SMTPResponseException)) as answer:
        post.sendmail("alice@example.test", ["turn+x@oriflamme.test"], MAIL)
    assert answer.value.smtp_code == 451
    took.fault = None
    post.sendmail("alice@example.test", ["turn+x@oriflamme.test"], MAIL)
    assert len(took) == 1


# 5 MB as mail carries them.
PHOTO = MAIL + (b"QUJD" * 19 + b"\r\n") * 87_000


def test_a_photo_beside_an_answer_comes_through_a_connection(
    post: smtplib.SMTP, took: Took
) -> None:
    assert len(PHOTO) > 6_700_000
    post.sendmail("alice@example.test", ["turn+x@oriflamme.test"], PHOTO)
    assert [raw for raw, _to in took] == [PHOTO]


def test_a_photo_beside_an_answer_comes_through_a_pipe(
    took: Took, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PHOTO)))
    call_command("receive_mail", "turn+x@oriflamme.test")
    assert [raw for raw, _to in took] == [PHOTO]


def test_too_large_a_mail_is_refused_unread(post: smtplib.SMTP, took: Took) -> None:
    # aiosmtpd refuses by what SIZE announces.
    with pytest.raises((smtplib.SMTPSenderRefused, smtplib.SMTPDataError)):
        post.sendmail(
            "alice@example.test", ["turn+x@oriflamme.test"], MAIL + b"x" * inbound.LARGEST
        )
    assert took == []


def test_a_pipe_hands_a_mail_on(took: Took, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MAIL)))
    call_command("receive_mail", "turn+x@oriflamme.test")
    assert took == [(MAIL, ("turn+x@oriflamme.test",))]


def test_a_pipe_is_told_to_hand_it_on_later(took: Took, monkeypatch: pytest.MonkeyPatch) -> None:
    took.fault = inbound.NotNow()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MAIL)))
    with pytest.raises(CommandError) as refused:
        call_command("receive_mail", "turn+x@oriflamme.test")
    assert refused.value.returncode == 75


def test_a_wrong_address_to_listen_at_is_told() -> None:
    with pytest.raises(CommandError, match="like 127"):
        call_command("receive_mail", "--listen", "nowhere")
