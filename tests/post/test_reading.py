"""What people write is understood; what they quote, and what programs write, is left alone."""

import time
from textwrap import wrap

import pytest
from django.template import loader
from django.utils import translation
from django.utils.translation import gettext

from games.models import Game
from games.post.fixed_lines import is_of_our_letters
from games.post.incoming import MOST_BYTES, take_apart
from games.post.letter import turn_subject, write
from games.post.letter_facts import gather
from games.post.quoting import own_words
from games.replies import Reading, read
from games.selectors import plans
from notifications.opening import _is_of_one_script
from notifications.registry import Letter
from tests import bounded
from tests.games.conftest import OpenTable, decider, move_on
from tests.pace import within
from tests.post import corpus_again, corpus_further  # noqa: F401  styles are known once read
from tests.post.corpus import STYLES, mail
from tests.post.positions import position
from tests.post.understanding import understood

# What somebody writes, in their language, and the moves that they mean.
ANSWERS = {
    "en": ("P", "Place the Spy on 2\neliminate 3", ("place spy on 2", "eliminate 3")),
    "uk": ("P", "покласти шпигун кінець, чекати", ("place spy end", "wait")),
    "ru": ("W", "Открыть.\nустранить 12", ("reveal", "eliminate 12")),
    "it": ("P", "gioca la Spia all'inizio", ("place spy start",)),
}


@pytest.fixture
def letters(db: None, tables: OpenTable, no_pictures: None) -> dict[str, Letter]:
    """A turn's letter in each language, of a table that is well under way."""
    game = tables("alice", "bob", "carol", "dave")
    found: dict[str, Letter] = {}
    move_on(game, 25)
    bound = bounded()
    while next(bound) and len(found) < len(ANSWERS):
        who = decider(game)
        if who.language not in found:
            matter = gather(game.key, who)
            found[who.language] = write(matter, subject=turn_subject(matter))
        move_on(game)
    return found


def test_replies_of_all_common_mail_programs_are_understood(letters: dict[str, Letter]) -> None:
    for lang, (at, answer, moves) in ANSWERS.items():
        for name, style in STYLES.items():
            incoming = take_apart(style(answer, letters[lang], lang))
            assert incoming.tokens == ("token",), name
            assert not incoming.is_automatic, name
            wanted = read(own_words(incoming.text), position(at, lang))
            assert wanted == Reading(moves=moves), (lang, name, own_words(incoming.text))


# What must not move, however plainly the quoted letter lists the moves.
DOUBTS = {
    "en": "Reveal? If Bob waits, I wait.",
    "uk": "Якщо Боб чекатиме, то відкрити?",
    "ru": "Может быть, открыть, если Боб ждёт?",
    "it": "Forse rivelare, se Bob aspetta?",
}


def test_no_mail_program_makes_a_move_of_a_doubt(letters: dict[str, Letter]) -> None:
    for lang, doubt in DOUBTS.items():
        for name, style in STYLES.items():
            text = own_words(take_apart(style(doubt, letters[lang], lang)).text)
            reading = understood(text, position("W", lang))
            assert reading.moves == reading.orders == (), (lang, name)
            assert reading.unclear, (lang, name)


def test_the_mail_programs_are_more_than_sixty() -> None:
    assert len(STYLES) >= 60


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
        assert understood(own_words(text), position("W", lang)) == Reading(moves=("wait",))


@pytest.mark.parametrize("lang", ANSWERS)
def test_where_a_letter_asks_all_at_once_or_says_what_can_be_said_ahead_is_known_as_ours(
    lang: str,
) -> None:
    """Lines below are orders, and where a program broke the line above does not matter."""
    with translation.override(lang):
        headings = [
            loader.render_to_string("games/post/ahead.txt"),
            str(plans.PLACE),
            str(plans.CARDS),
            gettext("Answer this mail with a line for each card, like these:"),
        ]
    for heading in headings:
        for width in (48, 72, 200):
            text = "\n".join(["wait", "", *wrap(heading, width), "reveal conspiracy"])
            assert own_words(text) == "wait"


def test_a_reply_without_an_answer_holds_no_move(letters: dict[str, Letter]) -> None:
    """Nothing of the quoted letter is ever taken for an answer, however it is quoted."""
    for lang, letter in letters.items():
        for name, style in STYLES.items():
            text = own_words(take_apart(style("", letter, lang)).text)
            for at in "WPE":
                reading = understood(text, position(at, lang))
                assert reading.moves == reading.orders == (), (lang, name)


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
    passed_on = b"Feedback-ID: 1.eu-west-1.x:SomeRelay\r\n" + mail(("plain", "wait"))
    assert not take_apart(passed_on).is_automatic
    assert not take_apart(mail(("plain", "wait"))).is_automatic
    assert not take_apart(b"Auto-Submitted: no\r\n" + mail(("plain", "wait"))).is_automatic


@pytest.mark.parametrize("breaks", [0, 1, 2])
def test_who_wrote_what_is_known_on_one_line_and_broken_into_three(breaks: int) -> None:
    said = ["вт, 17 лист. 2026 р. о 21:10", "Friday table", "<post@oriflamme.test> пише:"]
    attribution = " ".join(said).replace(" Friday", "\nFriday", breaks > 0)
    attribution = attribution.replace(" <", "\n<", breaks > 1)
    assert own_words(f"чекати\n\n{attribution}\n\nвідкрити") == "чекати"


def test_an_answer_close_above_three_lines_that_say_who_wrote_what_is_kept() -> None:
    said = "On Tuesday 17 November at 21:10\nFriday table\n<post@oriflamme.test> wrote:"
    assert own_words(f"wait\n{said}\n\nreveal") == "wait"


@pytest.mark.parametrize(
    "attribution",
    [
        "On Tue, 17 Nov 2026 at 21:10 Friday table <post@oriflamme.test> wrote:",
        "On Tue, 17 Nov 2026 at 21:10, Friday table <\npost@oriflamme.test> wrote:",
        "вт, 17 лист. 2026 р. о 21:10 Friday table <post@oriflamme.test> пише:",
    ],
)
def test_an_answer_without_an_empty_line_below_it_is_kept(attribution: str) -> None:
    assert own_words(f"wait\n{attribution}\n> What now?") == "wait"
    assert own_words(f"{attribution}\n> What now?\n\nwait") == "wait"


@pytest.mark.parametrize("line", ["About 21:10 I thought:", "For ally@example.test:"])
def test_a_colon_after_a_time_or_an_address_alone_begins_no_quotation(line: str) -> None:
    assert own_words(f"{line}\nreveal") == f"{line}\nreveal"


def test_what_pgp_puts_around_an_answer_is_no_quotation() -> None:
    armoured = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nreveal\n\n- -- \nAlice\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCgAdFiEE\n=x\n-----END PGP SIGNATURE-----\n"
    )
    text = own_words(take_apart(mail(("plain", armoured))).text)
    assert read(text, position("W", "en")) == Reading(moves=("reveal",))


@pytest.mark.parametrize("named", [b"", b"; charset=utf-8", b"; charset=x-unknown"])
@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("Розкриваю Засідку, будь ласка", "koi8-u"),
        ("Чекаю", "koi8-u"),
        ("Открываю", "koi8-r"),
        ("Лишаю закритою", "cp1251"),
        ("Раскрываю засаду", "cp1251"),
        ("Раскрываю засаду", "cp866"),
        ("più è così perché", "cp1252"),
    ],
)
def test_a_charset_without_its_name_is_guessed_by_what_fits(
    text: str, charset: str, named: bytes
) -> None:
    head = b"From: a@example.test\r\nContent-Type: text/plain" + named + b"\r\n\r\n"
    assert take_apart(head + text.encode(charset)).text == text


@pytest.mark.parametrize(
    ("word", "is_one"), [("così", True), ("öffnä", True), ("чекаю", True), ("aðñaò", False)]
)
def test_a_word_is_of_one_script_when_half_of_it_is_plain(word: str, is_one: bool) -> None:
    assert _is_of_one_script(word) is is_one


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
    read(own_words(incoming.text), position("P", "en"))


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
    with within(1, time.process_time):
        read(own_words(evil[:20_000]), position("P", "en"))


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>place<span> the Spy</span> <b>on </b>2</p>", "place the Spy on 2"),
        ("<p><b>re</b>veal</p>", "reveal"),
        ("<p><s>reveal</s> wait</p>", "wait"),
        ("<p><strike>reveal</strike><del>take</del> wait</p>", "wait"),
        ("<p><span style='text-decoration: line-through'>reveal</span> wait</p>", "wait"),
        ("<div>\n  &gt; reveal\n</div><div>wait</div>", "> reveal \n\nwait"),
    ],
)
def test_html_is_read_as_it_is_seen(html: str, text: str) -> None:
    assert take_apart(mail(("html", html))).text.strip() == text


def test_a_mail_says_one_thing_whether_it_is_plain_or_html(letters: dict[str, Letter]) -> None:
    plain = mail(("plain", "reveal\n\ntalk: hi"))
    html = mail(("html", "<p>reveal</p><p><br></p><p>talk: <b>hi</b></p>"))
    at = position("W", "en")
    assert len({read(own_words(take_apart(raw).text), at) for raw in (plain, html)}) == 1
    assert Game.objects.exists()
