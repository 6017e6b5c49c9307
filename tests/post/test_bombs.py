"""Any mail is understood or refused within half a second, and none raises."""

import os
import time

import pytest

from accounts.models import User
from games import post
from games.engine.words import LANGUAGES
from games.post.incoming import take_apart
from games.post.quoting import own_words
from games.replies import read
from notifications import inbound, returned, returning
from notifications.models import KeptMail, MailReport
from tests.games.conftest import OpenTable, decider
from tests.pace import within
from tests.post.bombs import BOMBS, REPORTS, mutated
from tests.post.positions import position
from tests.post.posting import reply

pytestmark = pytest.mark.django_db
MOST_CPU = 0.5


@pytest.fixture(autouse=True)
def _words_are_known(db: None) -> None:
    """A process collects the lines of our own letters and the words of readers once, in four
    languages."""
    own_words("wait")
    for at in map(position, "WP", LANGUAGES):
        read("whatever that shall mean", at)


def take_in(raw: bytes, to: tuple[str, ...] = ()) -> None:
    with within(MOST_CPU, time.process_time):
        returned.take_in(raw, recipients=to)
        own_words(take_apart(raw, to).text)


@pytest.mark.parametrize("name", BOMBS)
def test_five_megabytes_of_anything_take_half_a_second(name: str) -> None:
    take_in(BOMBS[name](5_000_000))


@pytest.mark.parametrize("name", [name for name in BOMBS if "text" in name or "html" in name])
def test_nor_do_they_from_somebody_who_has_a_right(open_table: OpenTable, name: str) -> None:
    game = open_table("alice", "bob", "carol")
    right = reply(game, decider(game), "").partition(b"\r\n\r\n")[0].partition(b"Content-Type")[0]
    kind, _blank, body = BOMBS[name](5_000_000).partition(b"\r\n\r\n")
    raw = right + b"Content-Type: " + kind.partition(b"Content-Type: ")[2] + b"\r\n\r\n" + body
    with within(MOST_CPU, time.process_time):
        post.receive(raw)


@pytest.mark.parametrize("name", REPORTS)
def test_nor_do_reports_that_unfold(name: str) -> None:
    take_in(REPORTS[name](), ("reports@oriflamme.test",))
    assert not MailReport.objects.exists()


def test_whatever_is_changed_in_a_mail_it_is_read(open_table: OpenTable) -> None:
    """MAILS=10000 tries more of them."""
    game = open_table("alice", "bob", "carol")
    seeds = [BOMBS[name](3000) for name in BOMBS]
    seeds += [reply(game, decider(game), text, seq=0) for text in ("wait", "place spy end\n> x")]
    for raw in mutated(seeds, int(os.environ.get("MAILS", "300"))):
        take_in(raw)


def test_a_mail_that_breaks_us_is_kept_aside_and_not_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fall(raw: bytes, *, recipients: object = ()) -> None:
        raise RecursionError("with words of the mail")

    monkeypatch.setattr(inbound, "_connected", [(fall, lambda _address: True)])
    for _ in range(2):
        inbound.take_in(b"To: turn+x@oriflamme.test\r\n\r\nwait", recipients=["a\0b"])
    (kept,) = KeptMail.objects.all()
    assert kept.reason.startswith("RecursionError in fall")
    assert "words" not in kept.reason
    assert bytes(kept.content).endswith(b"wait")


@pytest.mark.parametrize(
    ("raw", "charset", "text"),
    [
        ("чекаю на тебе".encode("koi8-u"), "", "чекаю на тебе"),
        ("жду тебя".encode("cp1251"), "undefined", "жду тебя"),
        ("perché no, più tardi".encode("latin-1"), "punycode", "perché no, più tardi"),
        ("чекаю".encode(), "us-ascii", "чекаю"),
    ],
)
def test_a_charset_without_a_name_is_guessed(raw: bytes, charset: str, text: str) -> None:
    kind = f"Content-Type: text/plain; charset={charset}\r\n".encode() if charset else b""
    assert take_apart(b"From: a@b.test\r\n" + kind + b"\r\n" + raw).text == text


def test_anybodys_mail_for_complaints_is_small() -> None:
    assert returning.is_for_staff("<Complaints@oriflamme.test>")
    assert inbound.LARGEST_REPORT < inbound.LARGEST


def test_a_photo_beside_an_answer_does_no_harm(open_table: OpenTable, alice: User) -> None:
    photo = b"QUJD" * 1_700_000
    raw = (
        (
            b"From: a@b.test\r\nTo: turn+x@oriflamme.test\r\n"
            b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
            b"Content-Type: text/plain\r\n\r\n"
            b"wait\r\n--b\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        )
        + b"".join(photo[at : at + 76] + b"\r\n" for at in range(0, len(photo), 76))
        + b"--b--\r\n"
    )
    assert 6_500_000 < len(raw) < inbound.LARGEST
    incoming = take_apart(raw)
    assert not incoming.is_too_large
    assert incoming.text == "wait"
