"""Replies as the common mail programs make them, in four languages.

Each style takes what somebody writes and the letter that they answer, and gives the mail that
arrives. The quoted letter is a real one: whatever it says must not be taken for an answer.
"""

import base64
import quopri
from collections.abc import Callable
from html import escape

from notifications.registry import Letter
from tests.post.programs import APPLE, FROM, GMAIL, OUTLOOK, PHONE, THUNDERBIRD

Style = Callable[[str, Letter, str], bytes]
STYLES: dict[str, Style] = {}

REGARDS = {"en": "Best regards", "uk": "З повагою", "ru": "С уважением", "it": "Cordiali saluti"}
HELLO = {"en": "Hello!", "uk": "Вітаю!", "ru": "Добрый день!", "it": "Ciao a tutti!"}


def style(make: Style) -> Style:
    STYLES[make.__name__] = make
    return make


def mail(*parts: tuple[str, str], charset: str = "utf-8", encoding: str = "8bit") -> bytes:
    """A mail of text/… parts (subtype, content), with the usual head."""
    head = [
        "From: Alice <alice@example.test>",
        "To: Friday table <turn+token@oriflamme.test>",
        f"Message-ID: <{abs(hash(parts)) % 10**12}@example.test>",
        "Subject: Re: [Friday table]",
        "In-Reply-To: <game.x@oriflamme.test>",
        "MIME-Version: 1.0",
    ]
    bodies = [_part(kind, content, charset, encoding) for kind, content in parts]
    if len(bodies) == 1:
        return "\r\n".join(head).encode() + b"\r\n" + bodies[0]
    head.append('Content-Type: multipart/alternative; boundary="b0undary"')
    joined = b"".join(b"--b0undary\r\n" + body + b"\r\n" for body in bodies)
    return "\r\n".join(head).encode() + b"\r\n\r\n" + joined + b"--b0undary--\r\n"


def _part(kind: str, content: str, charset: str, encoding: str) -> bytes:
    raw = content.replace("\n", "\r\n").encode(charset, "replace")
    if encoding == "base64":
        raw = base64.encodebytes(raw)
    if encoding == "quoted-printable":
        raw = quopri.encodestring(raw)
    head = f"Content-Type: text/{kind}; charset={charset}\r\nContent-Transfer-Encoding: {encoding}"
    return head.encode() + b"\r\n\r\n" + raw


def quoted(letter: Letter) -> str:
    return "\n".join(f"> {line}".rstrip() for line in letter.text.splitlines())


def html(text: str) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.split("\n"))


@style
def gmail_top(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        ("plain", f"{answer}\n\n{GMAIL[lang]}\n\n{quoted(letter)}\n"),
        (
            "html",
            f'<div dir="ltr">{html(answer)}</div><br><div class="gmail_quote"><div dir="ltr" '
            f'class="gmail_attr">{escape(GMAIL[lang])}<br></div><blockquote '
            f'class="gmail_quote">{letter.html}</blockquote></div>',
        ),
    )


@style
def gmail_html_alone(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<div dir="ltr">{html(answer)}</div><div class="gmail_quote gmail_quote_container">'
            f'<div class="gmail_attr">{escape(GMAIL[lang])}</div>'
            f"<blockquote>{letter.html}</blockquote></div>",
        ),
        encoding="quoted-printable",
    )


@style
def gmail_phone_signed(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        ("plain", f"{HELLO[lang]}\n\n{answer}\n\n--\nAlice\n\n{GMAIL[lang]}\n\n{quoted(letter)}")
    )


@style
def apple_top(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        ("plain", f"{answer}\n\n{PHONE[lang]}\n\n> {APPLE[lang]}\n> \n{quoted(letter)}"),
        encoding="quoted-printable",
    )


@style
def apple_html_alone(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<html><body>{html(answer)}<br id="lineBreakAtBeginningOfSignature">'
            f'<div dir="ltr">{PHONE[lang]}</div><div dir="ltr"><br><blockquote type="cite">'
            f"{escape(APPLE[lang])}<br></blockquote></div>"
            f'<blockquote type="cite">{letter.html}</blockquote></body></html>',
        ),
        encoding="base64",
    )


@style
def thunderbird_top(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(("plain", f"{answer}\n\n{THUNDERBIRD[lang]}\n{quoted(letter)}\n"))


@style
def thunderbird_bottom(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(("plain", f"{THUNDERBIRD[lang]}\n{quoted(letter)}\n\n{answer}\n\n-- \nAlice\n"))


@style
def thunderbird_between(answer: str, letter: Letter, lang: str) -> bytes:
    first, _, rest = quoted(letter).partition("\n")
    return mail(("plain", f"{THUNDERBIRD[lang]}\n{first}\n\n{answer}\n\n{rest}\n"))


@style
def thunderbird_html_bottom(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<div class="moz-cite-prefix">{THUNDERBIRD[lang]}<br></div>'
            f'<blockquote type="cite">{letter.html}</blockquote>'
            f'{html(answer)}<div class="moz-signature">-- <br>Alice</div>',
        )
    )


@style
def outlook_desktop(answer: str, letter: Letter, lang: str) -> bytes:
    sender, sent, to, subject = OUTLOOK[lang]
    head = (
        f"{sender}: {FROM}\n{sent}: Tuesday, November 17, 2026 9:10 PM\n"
        f"{to}: Alice\n{subject}: {letter.subject}\n"
    )
    return mail(("plain", f"{answer}\n\n{REGARDS[lang]},\nAlice\n\n{head}\n{letter.text}"))


@style
def outlook_desktop_html_alone(answer: str, letter: Letter, lang: str) -> bytes:
    sender, sent, _to, _subject = OUTLOOK[lang]
    return mail(
        (
            "html",
            f'<body><div class="WordSection1">{html(answer)}'
            '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
            f"<p><b>{sender}:</b> {escape(FROM)}<br><b>{sent}:</b> 17.11.2026</p></div>"
            f"{letter.html}</div></body>",
        )
    )


@style
def outlook_web(answer: str, letter: Letter, lang: str) -> bytes:
    sender, sent, to, subject = OUTLOOK[lang]
    return mail(
        (
            "plain",
            f"{answer}\n________________________________\n{sender}: {FROM}\n{sent}: Tuesday\n"
            f"{to}: Alice\n{subject}: x\n\n{letter.text}",
        ),
        (
            "html",
            f'{html(answer)}<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">'
            f"{sender}</div>{letter.html}",
        ),
    )


@style
def outlook_web_html_alone(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'{html(answer)}<div id="appendonsend"></div><hr tabindex="-1"><div '
            f'id="divRplyFwdMsg">{OUTLOOK[lang][0]}: x</div><div>{letter.html}</div>',
        )
    )


@style
def old_original_message(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(("plain", f"{answer}\n\n-----Original Message-----\n{letter.text}"))


@style
def yahoo(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<div class="yahoo-style-wrap">{html(answer)}</div><div id="x" class="yahoo_quoted">'
            f"<div>{escape(GMAIL[lang])}</div>{letter.html}</div>",
        )
    )


@style
def proton(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<div>{html(answer)}</div><div class="protonmail_signature_block">Proton</div>'
            f'<div class="protonmail_quote">{escape(GMAIL[lang])}<blockquote '
            f'class="protonmail_quote">{letter.html}</blockquote></div>',
        )
    )


@style
def mail_ru(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f"{answer}\n\n--\nAlice\nОтправлено из Почты Mail.ru\n\n"
            f"Вторник, 17 ноября 2026, 21:10 +03:00 от {FROM}:\n{quoted(letter)}",
        ),
        encoding="base64",
    )


@style
def yandex(answer: str, letter: Letter, lang: str) -> bytes:
    head = '17.11.2026, 21:10, "Friday table" <post@oriflamme.test>:'
    return mail(
        ("plain", f"{answer}\n \n{head}\n{quoted(letter)}"),
    )


@style
def ukr_net(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f'{answer}\n\n17 листопада 2026, 21:10:22, від "Friday table" '
            f"<post@oriflamme.test>:\n\n{letter.text}",
        )
    )


@style
def no_mark_at_all(answer: str, letter: Letter, lang: str) -> bytes:
    """The letter follows as it is, from its second paragraph on."""
    return mail(("plain", f"{answer}\n\n{letter.text.split(chr(10) * 2, 1)[1]}"))


@style
def old_cyrillic_charset(answer: str, letter: Letter, lang: str) -> bytes:
    charset = {"ru": "koi8-r", "uk": "koi8-u", "en": "iso-8859-1", "it": "iso-8859-15"}[lang]
    return mail(
        ("plain", f"{answer}\n\n{THUNDERBIRD[lang]}\n{quoted(letter)}"),
        charset=charset,
        encoding="quoted-printable",
    )


@style
def windows_charset_base64(answer: str, letter: Letter, lang: str) -> bytes:
    charset = "windows-1252" if lang in {"en", "it"} else "windows-1251"
    return mail(
        ("plain", f"{answer}\n\n{APPLE[lang]}\n{quoted(letter)}"),
        charset=charset,
        encoding="base64",
    )


@style
def nothing_quoted(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(("plain", f"{answer}\n"))
