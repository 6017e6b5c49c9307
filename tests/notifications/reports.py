"""What other people's mail servers write about letters of ours, in the forms they use."""

from email.message import EmailMessage, Message
from email.mime.base import MIMEBase
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from typing import Any


def returned(
    letter: Any, *, status: str = "5.1.1", action: str = "failed", words: str = "No such user"
) -> bytes:
    """A delivery status notification, as Postfix words it."""
    mail = _report("delivery-status", to=letter.from_email)
    mail.attach(MIMEText("I'm sorry to have to inform you that your message could not be…"))
    of_mail, of_recipient = Message(), Message()
    of_mail["Reporting-MTA"] = "dns; mx.example.test"
    of_recipient["Final-Recipient"] = f"rfc822; {letter.to[0]}"
    of_recipient["Action"] = action
    of_recipient["Status"] = status
    of_recipient["Diagnostic-Code"] = f"smtp; 550 {status} <{letter.to[0]}>: {words}"
    status_part = MIMEBase("message", "delivery-status")
    status_part.set_payload([of_mail, of_recipient])
    mail.attach(status_part)
    mail.attach(_original(letter))
    return mail.as_bytes()


def complaint(letter: Any, *, kind: str = "abuse", to: str = "complaints@oriflamme.test") -> bytes:
    """An abuse report, as mail providers send them for what their users call spam."""
    mail = _report("feedback-report", to=to)
    mail.attach(MIMEText("This is an email abuse report."))
    fields = Message()
    fields["Feedback-Type"] = kind
    fields["User-Agent"] = "SomeGenerator/1.0"
    fields["Version"] = "1"
    fields["Original-Mail-From"] = f"<{letter.from_email}>"
    part = MIMEBase("message", "feedback-report")
    part.set_payload([fields])
    mail.attach(part)
    mail.attach(_original(letter))
    return mail.as_bytes()


def holiday_notice(letter: Any) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"] = letter.to[0], letter.from_email
    mail["Subject"] = "Automatic reply: I am away"
    mail["Auto-Submitted"] = "auto-replied"
    mail.set_content("Back on Monday.")
    return mail.as_bytes()


def _report(kind: str, *, to: str) -> MIMEMultipart:
    mail = MIMEMultipart("report", report_type=kind)
    mail["From"] = "MAILER-DAEMON@mx.example.test"
    mail["To"] = to
    mail["Subject"] = "Report"
    mail["Auto-Submitted"] = "auto-replied"
    return mail


def _original(letter: Any) -> MIMEMessage:
    original = letter.message()
    original["Return-Path"] = f"<{letter.from_email}>"
    return MIMEMessage(original)
