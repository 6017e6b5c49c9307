"""What people write is understood; what they quote, and what programs write, is left alone."""

import time

import pytest

from games.models import Game
from games.post.fixed_lines import is_of_our_letters
from games.post.incoming import MOST_BYTES, take_apart
from games.post.instructions import Instructions, Wish, read
from games.post.letter import turn_subject, write
from games.post.matter import gather
from games.post.quoting import own_words
from notifications.registry import Letter
from tests.games.conftest import OpenTable, decider, move_on
from tests.post.corpus import STYLES, mail

# What somebody writes, in their language, and the moves that they mean.
ANSWERS = {
    "en": ("Place the Spy on 2\neliminate 3", ("place spy on 2", "eliminate 3")),
    "uk": ("покласти шпигун кінець, чекати", ("place spy end", "wait")),
    "ru": ("Открыть.\nустранить 12", ("reveal", "eliminate 12")),
    "it": ("gioca la Spia all'inizio", ("place spy start",)),
}


@pytest.fixture
def letters(db: None, tables: OpenTable, no_pictures: None) -> dict[str, Letter]:
    """A turn's letter in each language, of a table that is well under way."""
    game = tables("alice", "bob", "carol", "dave")
    found: dict[str, Letter] = {}
    move_on(game, 25)
    while len(found) < len(ANSWERS):
        who = decider(game)
        if who.language not in found:
            matter = gather(game.key, who)
            found[who.language] = write(matter, subject=turn_subject(matter))
        move_on(game)
    return found


def test_replies_of_all_common_mail_programs_are_understood(letters: dict[str, Letter]) -> None:
    for lang, (answer, moves) in ANSWERS.items():
        for name, style in STYLES.items():
            incoming = take_apart(style(answer, letters[lang], lang))
            assert incoming.tokens == ("token",), name
            assert not incoming.is_automatic, name
            wanted = read(own_words(incoming.text))
            assert wanted == Instructions(moves=moves), (lang, name, own_words(incoming.text))


@pytest.mark.parametrize("lang", ANSWERS)
def test_every_paragraph_of_a_letter_is_known_as_ours(
    letters: dict[str, Letter], lang: str
) -> None:
    """Quoted without any mark, from whichever heading on."""
    paragraphs = letters[lang].text.split("\n\n")
    known = [at for at, one in enumerate(paragraphs) if is_of_our_letters(one.split("\n")[0])]
    assert known[0] == 0
    for at in known:
        text = "wait\n\n" + "\n\n".join(paragraphs[at:])
        assert read(own_words(text)) == Instructions(moves=("wait",))


def test_a_reply_without_an_answer_holds_no_move(letters: dict[str, Letter]) -> None:
    """Nothing of the quoted letter is ever taken for an answer, however it is quoted."""
    for lang, letter in letters.items():
        for name, style in STYLES.items():
            wanted = read(own_words(take_apart(style("", letter, lang)).text))
            assert wanted.moves == (), (lang, name)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("wait", Instructions(moves=("wait",))),
        ("reveal, eliminate 3", Instructions(moves=("reveal", "eliminate 3"))),
        ("Hello Bob,\n\nwait please\n\nCheers\nAlice", Instructions(moves=("wait",))),
        ("• wait", Instructions(moves=("wait",))),
        ("- reveal\n- take", Instructions(moves=("reveal", "take"))),
        ("talk: well played!", Instructions(talk=("well played!",))),
        (
            "reveal\n\nчат: Привіт усім,\nяк справи?\n\ntake",
            Instructions(moves=("reveal", "take"), talk=("Привіт усім,\nяк справи?",)),
        ),
        ("talk: I may wait, or reveal", Instructions(talk=("I may wait, or reveal",))),
        ("Допомога!", Instructions(wish=Wish.HELP)),
        ("stato", Instructions(wish=Wish.STATUS)),
        ("STOP", Instructions(wish=Wish.STOP)),
        ("возобновить", Instructions(wish=Wish.RESUME)),
        ("hide cards", Instructions(wish=Wish.HIDE)),
        ("no wait, reveal", Instructions(moves=("reveal",), doubtful=("no wait",))),
        ("don't reveal", Instructions(doubtful=("don't reveal",))),
        ("eliminate the soldier", Instructions(doubtful=("eliminate the soldier",))),
        ("See you on Friday!", Instructions()),
        ("", Instructions()),
    ],
)
def test_instructions_are_read_one_by_one(text: str, wanted: Instructions) -> None:
    assert read(text) == wanted


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated; type=x",
        "Precedence: bulk",
        "Precedence: auto_reply",
        "X-Autoreply: yes",
        "X-Autorespond: out of office",
        "X-Failed-Recipients: alice@example.test",
        "Return-Path: <>",
        "List-Id: <friends.example.test>",
        "Subject: Automatic reply: Friday table",
        "Subject: =?utf-8?b?0JDQstGC0L7QvtGC0LLQtdGC?=: Friday table",
        "Subject: Risposta automatica: Friday table",
        "From: MAILER-DAEMON@example.test",
        "From: Mail Delivery System <postmaster@example.test>",
        "From: turn+someothertoken@oriflamme.test",
        "From: nobody",
    ],
)
def test_mail_of_programs_is_recognised(head: str) -> None:
    name = head.partition(":")[0].encode()
    lines = mail(("plain", "wait")).split(b"\r\n")
    lines = [line for line in lines if not line.startswith(name + b":")]
    incoming = take_apart(b"\r\n".join([head.encode(), *lines]))
    assert incoming.is_automatic
    assert incoming.tokens == ("token",)


def test_a_bounce_is_recognised() -> None:
    raw = (
        b"From: someone@example.test\r\nTo: turn+token@oriflamme.test\r\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="x"\r\n\r\n'
        b"--x\r\nContent-Type: text/plain\r\n\r\nwait\r\n--x\r\n"
        b"Content-Type: message/delivery-status\r\n\r\nAction: failed\r\n\r\n--x--\r\n"
    )
    assert take_apart(raw).is_automatic


def test_a_person_is_not_taken_for_a_program() -> None:
    assert not take_apart(mail(("plain", "wait"))).is_automatic
    assert not take_apart(b"Auto-Submitted: no\r\n" + mail(("plain", "wait"))).is_automatic


def test_the_token_is_found_in_the_envelope_too() -> None:
    raw = mail(("plain", "wait")).replace(b"turn+token@", b"somebody@")
    assert take_apart(raw).tokens == ()
    assert take_apart(raw, ["TURN+Token@Oriflamme.Test"]).tokens == ("Token",)
    assert take_apart(raw, ["turn+token@elsewhere.test"]).tokens == ()


def test_of_what_is_too_large_only_the_head_is_read() -> None:
    incoming = take_apart(mail(("plain", "wait\n" + "x" * MOST_BYTES)))
    assert incoming.is_too_large
    assert (incoming.tokens, incoming.text) == (("token",), "")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00\xff\xfe",
        b"To: turn+token@oriflamme.test",
        b"Content-Type: text/plain; charset=no-such-charset\r\n\r\n\xc2\xf1\xb8",
        b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n",
        b"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n%%%",
        b"Subject: =?utf-8?b?////?=\r\nFrom: =?x?q?=\r\n\r\nwait",
        b"Content-Type: text/html\r\n\r\n" + b"<div>" * 3000 + b"</p></blockquote><![",
    ],
)
def test_broken_mail_breaks_nothing(raw: bytes) -> None:
    incoming = take_apart(raw)
    read(own_words(incoming.text))


@pytest.mark.parametrize(
    "evil",
    [
        "On " + "a " * 10_000,
        "On a\n" * 4000,
        "From: a\n" * 3000,
        ">" * 20_000,
        "> " * 10_000,
        "- a\n" * 5000,
        "_" * 20_000,
        "\n" * 20_000,
        "a\n\n" * 6000 + "-" * 33,
        "Confidential: " + "mail " * 4000,
        "Sent from my " + "a " * 9000,
        "talk: " * 3000,
        "il " * 6000 + ":",
    ],
)
def test_reading_takes_no_time_whatever_is_written(evil: str) -> None:
    began = time.process_time()
    read(own_words(evil[:20_000]))
    assert time.process_time() - began < 1


def test_a_mail_says_one_thing_whether_it_is_plain_or_html(letters: dict[str, Letter]) -> None:
    plain = mail(("plain", "reveal\n\ntalk: hi"))
    html = mail(("html", "<p>reveal</p><p><br></p><p>talk: <b>hi</b></p>"))
    assert len({read(own_words(take_apart(raw).text)) for raw in (plain, html)}) == 1
    assert Game.objects.exists()
