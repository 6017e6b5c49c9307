"""Replies of still more mail programs: the web mail of four countries, programs of companies, and
what signs, packs or parts a mail in its own way. Known by being read."""

import base64
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

from notifications.registry import Letter
from tests.post.corpus import html, mail, quoted, style
from tests.post.programs import APPLE, FROM, GMAIL, OUTLOOK, PHONE, THUNDERBIRD

SENT = "17.11.2026 21:10"


@style
def alpine(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        ("plain", f"{answer}\n\nOn Tue, 17 Nov 2026, Friday table wrote:\n\n{quoted(letter)}\n"),
    )


@style
def claws_mail(answer: str, letter: Letter, lang: str) -> bytes:
    said = f"On Tue, 17 Nov 2026 21:10:00 +0200\n{FROM} wrote:"
    return mail(("plain", f"{said}\n\n{quoted(letter)}\n\n{answer}\n"))


@style
def the_bat(answer: str, letter: Letter, lang: str) -> bytes:
    """Quotes by initials, below who wrote it."""
    lines = "\n".join(f"FT> {line}" for line in letter.text.splitlines())
    return mail(
        (
            "plain",
            f"{answer}\n\nTuesday, November 17, 2026, 9:10:00 PM, you wrote:\n\n{lines}\n\n\n"
            "-- \nBest regards,\n Alice    mailto:alice@example.test\n",
        ),
        charset="windows-1251" if lang in {"uk", "ru"} else "utf-8",
    )


@style
def em_client(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f'{answer}\n\n\n------ Original Message ------\nFrom "Friday table" '
            f"<post@oriflamme.test>\nTo alice@example.test\nDate {SENT}\nSubject x\n\n"
            f"{letter.text}",
        )
    )


@style
def thunderbird_on_a_phone(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f"{answer}\n-- \nSent with Thunderbird for Android.\n\n"
            f"On 17 November 2026 21:10:00 EET, {FROM} wrote:\n{quoted(letter)}",
        ),
        encoding="quoted-printable",
    )


@style
def thunderbird_in_flowed_lines(answer: str, letter: Letter, lang: str) -> bytes:
    raw = mail(("plain", f"{answer}\n\n{THUNDERBIRD[lang]}\n{quoted(letter)}"))
    return raw.replace(b"text/plain;", b"text/plain; format=flowed; delsp=no;")


@style
def outlook_for_mac(answer: str, letter: Letter, lang: str) -> bytes:
    sender, _sent, to, subject = OUTLOOK[lang]
    date = {"en": "Date", "uk": "Дата", "ru": "Дата", "it": "Data"}[lang]
    return mail(
        (
            "plain",
            f"{answer}\n\n \n\n{sender}: {FROM}\n{date}: Tuesday, 17 November 2026 at 21:10\n"
            f"{to}: Alice <alice@example.test>\n{subject}: {letter.subject}\n\n{letter.text}",
        )
    )


@style
def outlook_new(answer: str, letter: Letter, lang: str) -> bytes:
    sender, sent, _to, _subject = OUTLOOK[lang]
    rows = "".join(f'<div class="elementToProof">{escape(row)}</div>' for row in answer.split("\n"))
    return mail(
        (
            "html",
            f"<html><head><style>P {{margin-top:0}}</style></head><body>{rows}"
            '<div class="elementToProof" id="Signature"></div><div '
            'id="mail-editor-reference-message-container"><div><hr><div><b>'
            f"{sender}:</b> {escape(FROM)}<br><b>{sent}:</b> {SENT}</div>{letter.html}</div>"
            "</div></body></html>",
        ),
        encoding="base64",
    )


@style
def outlook_packed(answer: str, letter: Letter, lang: str) -> bytes:
    """With what Exchange calls winmail.dat."""
    made = _message()
    sender, sent, _to, _subject = OUTLOOK[lang]
    made.set_content(f"{answer}\n\n{sender}: {FROM}\n{sent}: {SENT}\n\n{letter.text}")
    made.add_attachment(
        b"\x78\x9f\x3e\x22" * 500, maintype="application", subtype="ms-tnef", filename="winmail.dat"
    )
    return made.as_bytes(policy=SMTP)


@style
def lotus_notes(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<font size=2 face="sans-serif">{"<br>".join(map(escape, answer.split(chr(10))))}'
            "</font><br><br><br><br><font size=1 color=#5f5f5f face=sans-serif>From: &nbsp; "
            f"&nbsp;</font><font size=1>{escape(FROM)}</font><br><font size=1>To: &nbsp; "
            f"alice@example.test</font><br><font size=1>Date: {SENT}</font><br><hr noshade>"
            f"<br>{letter.html}",
        )
    )


@style
def zimbra(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f"{answer}\n\n----- Original Message -----\nFrom: {FROM}\nTo: alice@example.test\n"
            f"Sent: Tuesday, November 17, 2026 9:10:00 PM\nSubject: x\n\n{letter.text}",
        ),
        (
            "html",
            f"<div>{html(answer)}</div><hr id='zwchr' data-marker='__DIVIDER__'><div "
            f"data-marker='__HEADERS__'><b>From: </b>{escape(FROM)}</div>{letter.html}",
        ),
    )


@style
def sogo(answer: str, letter: Letter, lang: str) -> bytes:
    said = 'On Tuesday, November 17, 2026 21:10 EET, "Friday table" <post@oriflamme.test> wrote:'
    return mail(
        ("html", f"{html(answer)}<br>{escape(said)}<br><blockquote>{letter.html}</blockquote>")
    )


@style
def libero(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<div class="default-style">{html(answer)}</div><blockquote type="cite">'
            f"<div>Il {SENT} CET {escape(FROM)} ha scritto:</div>{letter.html}</blockquote>",
        )
    )


@style
def apple_on_a_desk(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<body style="overflow-wrap: break-word;">{html(answer)}<br '
            'id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>'
            f"{escape(APPLE[lang])}</div><br>{letter.html}</blockquote></div></body>",
        ),
        encoding="quoted-printable",
    )


@style
def apple_with_a_picture_between(answer: str, letter: Letter, lang: str) -> bytes:
    """Two parts of text, and a photo of somebody's table."""
    made = _message()
    made.set_content(f"{answer}\n\n")
    made.add_attachment(b"\xff\xd8" * 3000, maintype="image", subtype="jpeg", filename="IMG_1.jpeg")
    made.attach(_text(f"\n\n{PHONE[lang]}\n\n> {APPLE[lang]}\n> \n{quoted(letter)}"))
    return made.as_bytes(policy=SMTP)


@style
def mail_ru_html(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f"<div>{html(answer)}</div><div> </div><div data-signature-widget='container'><div "
            "data-signature-widget='content'><div>--<br>Alice<br>Отправлено из Почты Mail</div>"
            "</div></div><blockquote style='border-left:1px solid #0857A6'>Вторник, 17 ноября "
            f"2026, 21:10 +03:00 от {escape(FROM)}:<br><div>{letter.html}</div></blockquote>",
        )
    )


@style
def yandex_html(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f"<div>{html(answer)}</div><div> </div><div>----------------</div><div>Кому: alice "
            f'(alice@example.test);</div><div>Тема: x;</div><div>{SENT}, "Friday table" '
            f"&lt;post@oriflamme.test&gt;:</div><blockquote><div>{letter.html}</div></blockquote>",
        )
    )


@style
def ukr_net_html(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f"<span>{html(answer)}</span><div> </div><div><i>17 листопада 2026, 21:10:22, від "
            f"&quot;Friday table&quot; &lt;<a href='#'>post@oriflamme.test</a>&gt;: </i></div>"
            f"<blockquote style='border-left:1px solid #cccccc'>{letter.html}</blockquote>",
        )
    )


@style
def proton_on_a_phone(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f"{answer}\n\nSent from Proton Mail for Android.\n\n-------- Original Message --------"
            f"\nOn Tuesday, 11/17/26 at 21:10 {FROM} wrote:\n\n{quoted(letter)}",
        )
    )


@style
def signed_with_pgp_mime(answer: str, letter: Letter, lang: str) -> bytes:
    made = _message()
    made.set_content(f"{answer}\n\n-- \nAlice\n\n{THUNDERBIRD[lang]}\n{quoted(letter)}")
    made.make_mixed()
    made.replace_header("Content-Type", "multipart/signed; micalg=pgp-sha512")
    signature = b"-----BEGIN PGP SIGNATURE-----\n\niQEz\n=x\n-----END PGP SIGNATURE-----\n"
    made.add_attachment(
        signature, maintype="application", subtype="pgp-signature", filename="signature.asc"
    )
    return made.as_bytes(policy=SMTP)


@style
def gmail_between_the_lines(answer: str, letter: Letter, lang: str) -> bytes:
    """What Gmail makes of an answer typed into the quoted letter."""
    first, _blank, rest = quoted(letter).partition("\n>\n")
    return mail(
        ("plain", f"{GMAIL[lang]}\n\n{first}\n\n\n{answer}\n\n\n{rest}"),
        ("html", f'<div class="gmail_quote">{html(answer)}<blockquote>{letter.html}</blockquote>'),
    )


@style
def a_list_s_own_footer(answer: str, letter: Letter, lang: str) -> bytes:
    """Added by a server as a part of its own, in another charset."""
    made = _message()
    made.set_content(f"{answer}\n\n{GMAIL[lang]}\n\n{quoted(letter)}")
    made.make_mixed()
    made.attach(_text("___________\nReveal more at https://lists.example.test\n", "iso-8859-1"))
    return made.as_bytes(policy=SMTP)


@style
def a_blank_plain_part(answer: str, letter: Letter, lang: str) -> bytes:
    """Of programs that write HTML and leave the other half empty."""
    return mail(
        ("plain", " \n\u00a0\n"),
        ("html", f"<p>{html(answer)}</p><div class='gmail_quote'>{letter.html}</div>"),
    )


def _message() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"] = "Alice <alice@example.test>", "Table <turn+token@oriflamme.test>"
    made["Message-ID"], made["Subject"] = "<made@example.test>", "Re: [Friday table]"
    return made


def _text(text: str, charset: str = "utf-8") -> EmailMessage:
    part = EmailMessage()
    part["Content-Type"] = f"text/plain; charset={charset}"
    part["Content-Transfer-Encoding"] = "base64"
    part.set_payload(base64.encodebytes(text.encode(charset)).decode())
    return part
