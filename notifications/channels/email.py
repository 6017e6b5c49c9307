"""Mail by SMTP."""

import smtplib
from email.mime.image import MIMEImage

from django.core.mail import EmailMultiAlternatives
from django.utils import translation

from accounts.models import User
from notifications import registry
from notifications.channels import Later, Refused
from notifications.models import Delivery
from notifications.registry import Letter


def deliver(delivery: Delivery) -> None:
    """Word the letter in the person's language and send it."""
    notification = delivery.notification
    with translation.override(notification.person.language):
        letter = registry.find(notification.kind).compose(notification)
    send(notification.person, letter, message_id=delivery.message_id)


def send(person: User, letter: Letter, *, message_id: str) -> None:
    """Hand a letter to the mail server. Raises Refused or Later."""
    mail = EmailMultiAlternatives(
        subject=letter.subject,
        body=letter.text,
        to=[letter.to or str(person.email)],
        headers={
            "Message-ID": message_id,
            # Out-of-office programs do not answer automatic mail.
            "Auto-Submitted": "auto-generated",
            **letter.headers,
        },
    )
    if letter.html:
        mail.attach_alternative(letter.html, "text/html")
    for picture in letter.pictures:
        # The pictures belong to the HTML; they are no files beside it.
        mail.mixed_subtype = "related"  # type: ignore[attr-defined]
        image = MIMEImage(picture.content, "png")
        image["Content-ID"] = f"<{picture.name}>"
        image["Content-Disposition"] = "inline"
        mail.attach(image)
    try:
        mail.send()
    except smtplib.SMTPRecipientsRefused as refused:
        answers = list(refused.recipients.values())
        if all(code >= 500 for code, _text in answers):
            raise Refused(_words(*answers[0])) from refused
        raise Later(_words(*answers[0])) from refused
    except smtplib.SMTPResponseException as answer:
        if answer.smtp_code >= 500 and not isinstance(answer, smtplib.SMTPAuthenticationError):
            raise Refused(_words(answer.smtp_code, answer.smtp_error)) from answer
        raise Later(_words(answer.smtp_code, answer.smtp_error)) from answer
    except (OSError, smtplib.SMTPException) as failure:
        raise Later(str(failure)) from failure


def _words(code: int, text: bytes | str) -> str:
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    return f"{code} {said}"
