"""People who have a mail program and nothing else: real SMTP to them, real SMTP from them.

They know of the game what their letters say. They answer the newest letter, with words of their
own language, in the way that mail programs quote.
"""

import random
import re
import smtplib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from games.engine.words import LANGUAGES
from notifications import inbound
from oriflamme_site.local.ground import free_port
from tests.pace import PATIENCE
from tests.post.programs import APPLE, GMAIL, THUNDERBIRD


class Boxes:
    """aiosmtpd's handler: everybody's letters, in the order they came."""

    def __init__(self) -> None:
        self.of: dict[str, list[EmailMessage]] = defaultdict(list)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        for address in envelope.rcpt_tos:
            self.of[address].append(letter)
        return "250 kept"

    def all(self) -> list[EmailMessage]:
        return [letter for letters in self.of.values() for letter in letters]


class _Post(Controller):
    """Our own door for answers, as `manage.py receive_mail --listen` opens it."""

    def factory(self) -> SMTP:
        return inbound.server()


@contextmanager
def boxes() -> Iterator[tuple[Boxes, int]]:
    """Their provider: what arrives there, and its port."""
    kept = Boxes()
    provider = Controller(kept, hostname="127.0.0.1", port=free_port(), enable_SMTPUTF8=True)
    provider.start()
    yield kept, provider.port
    provider.stop()


@contextmanager
def our_post() -> Iterator[int]:
    post = _Post(None, hostname="127.0.0.1", port=free_port())
    post.start()
    yield post.port
    post.stop()


def text_of(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert isinstance(body, EmailMessage)
    text: str = body.get_content()
    return unfolded(text) if body.get_param("format") == "flowed" else text


def unfolded(text: str) -> str:
    """As a program reads it that knows RFC 3676."""
    read, goes_on = "", False
    for line in text.replace("\r\n", "\n").split("\n"):
        unstuffed = line.removeprefix(" ")
        read += unstuffed if goes_on else f"\n{unstuffed}"
        goes_on = unstuffed.endswith(" ") and unstuffed != "-- "
    return read.removeprefix("\n")


def offers(letter: EmailMessage) -> list[str]:
    """The moves that a letter offers, in its reader's words: `Spy at the start`, `wait`, …"""
    return [move for line in _typed(letter)[0] for move in _written_out(line)]


def ahead(letter: EmailMessage) -> list[list[str]]:
    """What it says may be said in the same mail: for each card the ways."""
    return [line.split(" | ") for line in _typed(letter)[1]]


def _typed(letter: EmailMessage) -> tuple[list[str], list[str]]:
    """What one may type stands back: first what is asked, below another sentence what may be said
    of later."""
    asked: list[str] = []
    later: list[str] = []
    into = asked
    text = text_of(letter)
    if "/turn/" not in text:  # it asks nothing: what stands back there is a list of another kind
        return [], []
    for line in text.splitlines():
        if line.startswith("   ") and line[3:4].isalpha():
            into.append(line.strip().split(" – ")[0])
        elif asked and line and not line.startswith(" "):
            if into is later:
                break
            into = later
    return asked, later


# Names of cards as letters say them, the longest first: one may begin with another.
CARDS = sorted(
    {str(name) for one in LANGUAGES.values() for name in one.NAMES.values()}, key=len, reverse=True
)


def _written_out(typed: str) -> list[str]:
    """`Spy at the start | on slot 2` is two moves, and `move 2 to 0 | 3…5` is four."""
    first, *others = typed.split(" | ")
    if not others and "…" not in first:
        return [first]
    words = first.split()
    begins = " ".join(words[:3])
    begins = next((card for card in CARDS if first.startswith(f"{card} ")), begins)
    endings = [first.removeprefix(begins).strip(), *others]
    spans = [re.fullmatch(r"(\d+)…(\d+)", ending) for ending in endings]
    return [
        f"{begins} {one}"
        for ending, span in zip(endings, spans, strict=True)
        for one in (range(int(span[1]), int(span[2]) + 1) if span else [ending])
    ]


def in_own_words(move: str, lang: str, rng: random.Random) -> str:
    """A move as somebody types it who thinks in this language."""
    language = LANGUAGES[lang]
    # A card is named after these alone: a bribe is a card and a verb.
    named = move.split(maxsplit=1)[0] in {"place", "swap"}

    def said(word: str) -> str:
        if named and word in language.NAMES:
            return str(language.NAMES[word])
        return rng.choice([*language.WORDS.get(word, [word])])

    return " ".join(map(said, move.split())).capitalize()


def answer(letter: EmailMessage, text: str, lang: str, rng: random.Random) -> EmailMessage:
    """A reply to a letter, as three families of mail programs would build it."""
    reply = EmailMessage()
    reply["From"] = parseaddr(letter["To"])[1]
    reply["To"] = str(letter["Reply-To"])
    reply["Subject"] = f"Re: {letter['Subject']}"
    reply["Message-ID"] = make_msgid(domain="example.test")
    reply["In-Reply-To"] = letter["Message-ID"]
    reply["References"] = f"{letter['References']} {letter['Message-ID']}"
    quoted = "\n".join(f"> {line}".rstrip() for line in text_of(letter).splitlines())
    program = rng.choice(["phone", "top", "below"])
    if program == "below":
        reply.set_content(f"{THUNDERBIRD[lang]}\n{quoted}\n\n{text}\n", cte="base64")
    elif program == "top":
        reply.set_content(f"{text}\n\n{APPLE[lang]}\n\n{quoted}\n")
    else:
        reply.set_content(f"{text}\n\n{GMAIL[lang]}\n\n{quoted}\n", cte="quoted-printable")
        html = f"<div>{text}</div><blockquote><pre>{text_of(letter)}</pre></blockquote>"
        reply.add_alternative(html, subtype="html")
    return reply


def send(mail: EmailMessage, port: int) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
        client.send_message(mail)
