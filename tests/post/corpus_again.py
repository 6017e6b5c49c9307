"""Twenty more programs that people answer with, as in `corpus`."""

from email.message import EmailMessage
from html import escape

from notifications.registry import Letter
from tests.post.corpus import html, mail, quoted, style
from tests.post.programs import APPLE, FROM, GMAIL, OUTLOOK, THUNDERBIRD


@style
def samsung_mail(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f"{answer}\nSent from my Galaxy\n-------- Original message --------\n"
            f"From: {FROM}\nDate: 17/11/2026 21:10 (GMT+02:00)\nTo: alice@example.test\n"
            f"Subject: {letter.subject}\n{letter.text}",
        )
    )


@style
def outlook_on_a_phone(answer: str, letter: Letter, lang: str) -> bytes:
    sender, sent, to, subject = OUTLOOK[lang]
    return mail(
        (
            "html",
            f'<div dir="auto">{html(answer)}</div><div id="ms-outlook-mobile-signature">'
            f'Get <a href="https://aka.example">Outlook for Android</a></div><hr><div '
            f'id="divRplyFwdMsg"><b>{sender}:</b> {escape(FROM)}<br><b>{sent}:</b> 17.11.2026<br>'
            f"<b>{to}:</b> Alice<br><b>{subject}:</b> x</div>{letter.html}",
        )
    )


@style
def gmail_app_without_quotation_marks(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(("plain", f"{answer}\r\n\r\n{GMAIL[lang]}\r\n\r\n{letter.text}"))


@style
def gmail_with_a_signature_of_its_own(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<div dir="ltr">{html(answer)}<br clear="all"><div><br></div><span '
            'class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">'
            f'Alice Archer<br>Lord &amp; Sons</div></div><br><div class="gmail_quote">'
            f"{escape(GMAIL[lang])}<blockquote>{letter.html}</blockquote></div>",
        )
    )


@style
def k9_below_a_rule(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f"{answer}\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity."
            f"\n\n-------- Original Message --------\nFrom: {FROM}\nSent: 17 November 2026 21:10"
            f"\nTo: Alice\nSubject: x\n\n{letter.text}",
        )
    )


@style
def fairemail(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<div dir="auto">{html(answer)}</div><p dir="auto">Nov 17, 2026 21:10:22 '
            f"{escape(FROM)}:<br></p>"
            f'<blockquote type="cite" class="fairemail_quote">{letter.html}</blockquote>',
        )
    )


@style
def evolution(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f"{answer}\n\nOn Tue, 2026-11-17 at 21:10 +0200, Friday table wrote:\n{quoted(letter)}",
        )
    )


@style
def mutt(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        ("plain", f"On Tue, Nov 17, 2026 at 09:10:00PM +0200, Friday table wrote:\n{quoted(letter)}"
                  f"\n\n{answer}\n\n-- \nalice\n"),
    )  # fmt: skip


@style
def kmail(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f"{answer}\n\nOn Tuesday, 17 November 2026 21:10:00 CET Friday table wrote:\n"
            f"{quoted(letter)}",
        ),
        encoding="quoted-printable",
    )


@style
def horde(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        ("plain", f"{answer}\n\nQuoting {FROM}:\n\n{quoted(letter)}\n\n\n"),
    )


@style
def roundcube(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<html><body style="font-size: 10pt">{html(answer)}<p><br></p><p '
            f'id="reply-intro">On 2026-11-17 21:10, Friday table wrote:</p><blockquote '
            f'type="cite">{letter.html}</blockquote></body></html>',
        )
    )


@style
def zoho(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f"<div>{html(answer)}</div><div><br></div><div class='zmail_extra'>---- On Tue, 17 Nov "
            f"2026 21:10:00 +0200 <b>{escape(FROM)}</b> wrote ---<blockquote>{letter.html}"
            f"</blockquote></div>",
        )
    )


@style
def gmx(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<div style="font-family: Verdana">{html(answer)}<div name="quote" style="margin:10px '
            'border-left: 2px solid #C3D9E5"><div name="quoted-content"><b>Gesendet:</b> Dienstag, '
            f"17. November 2026 um 21:10 Uhr<br><b>Von:</b> {escape(FROM)}<br>"
            f"<b>Betreff:</b> x</div>{letter.html}</div></div>",
        )
    )


@style
def tutanota(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f"<div>{html(answer)}</div><div><br></div><div>-- <br></div><div>Sent with Tuta"
            f"</div><div><br></div><div>17 Nov 2026, 21:10 by post@oriflamme.test:<br></div>"
            f'<blockquote class="tutanota_quote">{letter.html}</blockquote>',
        )
    )


@style
def spark(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "html",
            f'<div name="messageBodySection"><div dir="auto">{html(answer)}</div></div>'
            '<div name="messageSignatureSection"><br><div class="matchFont">Alice</div></div>'
            f'<div name="messageReplySection">On 17 Nov 2026, 21:10 +0200, {escape(FROM)}, wrote:'
            f'<br><blockquote type="cite">{letter.html}</blockquote></div>',
        )
    )


@style
def list_footer(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f"{answer}\n\n{THUNDERBIRD[lang]}\n{quoted(letter)}\n"
            "_______________________________________________\n"
            "Friends mailing list -- friends@example.test\n"
            "To unsubscribe send an email to friends-leave@example.test\n",
        )
    )


@style
def company_footer_above_the_quotation(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f"{answer}\n\nThis e-mail and any attachments are confidential and intended solely for "
            "the recipient. If you have received it in error, do not copy or use it and notify the "
            f"sender.\n\n{APPLE[lang]}\n{quoted(letter)}",
        )
    )


@style
def caution_of_a_company_above(answer: str, letter: Letter, lang: str) -> bytes:
    return mail(
        (
            "plain",
            f"{answer}\n\n{OUTLOOK[lang][0]}: {FROM}\n{OUTLOOK[lang][1]}: 17.11.2026\n\n"
            "CAUTION: This email originated from outside of the organization. Do not click links "
            f"unless you know the sender.\n\n{letter.text}",
        )
    )


@style
def signed_with_smime(answer: str, letter: Letter, lang: str) -> bytes:
    made = EmailMessage()
    made["From"], made["To"] = "Alice <alice@example.test>", "Table <turn+token@oriflamme.test>"
    made["Message-ID"], made["Subject"] = "<smime@example.test>", "Re: [Friday table]"
    made["In-Reply-To"] = "<game.x@oriflamme.test>"
    made.set_content(f"{answer}\n\n{THUNDERBIRD[lang]}\n{quoted(letter)}")
    made.make_mixed()
    made.replace_header("Content-Type", "multipart/signed; micalg=sha-256")
    made.add_attachment(
        b"\x30\x80" * 400, maintype="application", subtype="pkcs7-signature", filename="smime.p7s"
    )
    return made.as_bytes()


@style
def a_picture_beside_it(answer: str, letter: Letter, lang: str) -> bytes:
    made = EmailMessage()
    made["From"], made["To"] = "Alice <alice@example.test>", "Table <turn+token@oriflamme.test>"
    made["Message-ID"], made["Subject"] = "<photo@example.test>", "Re: [Friday table]"
    made.set_content(f"{answer}\n\n{GMAIL[lang]}\n\n{quoted(letter)}")
    made.add_alternative(f"<div>{html(answer)}</div>", subtype="html")
    made.add_attachment(b"\xff\xd8" * 9000, maintype="image", subtype="jpeg", filename="a.jpg")
    return made.as_bytes()
