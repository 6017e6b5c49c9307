"""Mail by SMTP.

The outbox calls it, and staff for a test mail. It sends what a kind has worded, to the address of
its person; whether it may be sent at all is asked before.
"""

import smtplib
from collections.abc import Iterator
from datetime import datetime
from email.mime.image import MIMEImage

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts import moment
from accounts.models import User
from accounts.secret import address
from notifications import digest, returning, stopping
from notifications.channels import Away, Channel, Due, Later, NobodyThere, PutOff, Refused
from notifications.channels.email.mime import Mail
from notifications.channels.email.waiting import NAME, when_to_mail
from notifications.models import Delivery, Notification
from notifications.plain import one_line, plain
from notifications.registry import Letter, Picture
from notifications.services import lanes
from notifications.services.wanting import Wants

# Of Feedback-ID: five to fifteen letters.
_SENDER = "oriflamme"
REFUSED_BEFORE = gettext_noop("Your address refuses our mail.")


class Email(Channel):
    name = NAME
    label = _("By mail")
    queue = "soon"
    is_shared = True

    def due(self, notification: Notification, wants: Wants) -> Iterator[Due]:
        person = notification.person
        is_there = person.is_reachable or (notification.names_address and not person.is_bot)
        if is_there and notification.what.is_letter():
            yield Due(when_to_mail(notification, wants, moment.now()))

    def held_until(self, notification: Notification, wants: Wants, now: datetime) -> datetime:
        return when_to_mail(notification, wants, now)

    def why_not(self, delivery: Delivery, wants: Wants) -> str:
        # A code goes even there: who waits for it has just asked, and may be here to mend it.
        goes_to_own = delivery.notification.to.lower() == (wants.person.email or "")
        refuses = wants.refuses_mail and goes_to_own
        return REFUSED_BEFORE if refuses and not delivery.notification.what.is_urgent else ""

    def deliver(self, delivery: Delivery) -> None:
        # Before it is worded: what has to wait costs no picture.
        with lanes.through(delivery.notification.to):
            deliver(delivery)

    def deliver_together(self, deliveries: list[Delivery]) -> None:
        with lanes.through(deliveries[0].notification.to):
            deliver_together(deliveries)


CHANNEL = Email()


def deliver(delivery: Delivery) -> None:
    """Word the letter in the person's language and send it."""
    notification = delivery.notification
    with translation.override(notification.person.language):
        letter = notification.what.letter()
    _send_to_person([delivery], letter, optional=notification.what.obeys_wishes)


def deliver_together(deliveries: list[Delivery]) -> None:
    """One letter for several things that the same person is to be told: that of the one which
    takes the others along, or one made of all."""
    told = [one.notification for one in deliveries]
    with translation.override(told[0].person.language):
        lead = next((one for one in told if _takes_along(one, told)), None)
        others = [one.what for one in told if one is not lead]
        letter = lead.what.letter_with(others) if lead else digest.compose(told)
    _send_to_person(deliveries, letter, optional=True)


def _takes_along(lead: Notification, told: list[Notification]) -> bool:
    others = [one for one in told if one is not lead]
    return all(one.kind in lead.what.takes_along and one.subject == lead.subject for one in others)


def _send_to_person(deliveries: list[Delivery], letter: Letter, *, optional: bool) -> None:
    lead, person = deliveries[0], deliveries[0].notification.person
    kinds = [one.notification.kind for one in deliveries]
    # A letter that names a narrower way to stop it keeps that.
    headers = {**(stopping.headers(person.pk, kinds) if optional else {}), **letter.headers}
    # For providers that count complaints by what was sent.
    headers["Feedback-ID"] = f"{lead.notification.what.slug()}:::{_SENDER}"
    returns_to = returning.address_of(lead.pk, letter.to or lead.notification.to)
    send(person, letter, message_id=lead.message_id, headers=headers, returns_to=returns_to)


def send(
    person: User,
    letter: Letter,
    *,
    message_id: str,
    headers: dict[str, str] | None = None,
    returns_to: str = "",
) -> None:
    """Hand a letter to the mail server. Raises Refused or Later."""
    mail = Mail(
        subject=one_line(letter.subject),
        body=plain(letter.text),
        # The envelope's sender; the reader sees From.
        from_email=returns_to or None,
        to=[(letter.to or address(person.email or "")).reveal()],
        headers={
            "From": settings.DEFAULT_FROM_EMAIL,
            "Message-ID": message_id,
            # Out-of-office programs do not answer automatic mail.
            "Auto-Submitted": "auto-generated",
            **(headers or letter.headers),
        },
    )
    html = letter.html
    for picture in letter.pictures:
        html = html.replace(f"cid:{picture.name}", f"cid:{_content_id(picture, message_id)}")
    if html:
        mail.attach_alternative(plain(html), "text/html")
    for picture in letter.pictures:
        # The pictures belong to the HTML; they are no files beside it.
        mail.mixed_subtype = "related"  # type: ignore[attr-defined]
        image = MIMEImage(picture.content, "png")
        image["Content-ID"] = f"<{_content_id(picture, message_id)}>"
        image["Content-Disposition"] = "inline"
        mail.attach(image)
    if letter.calendar:
        mail.attach("evening.ics", letter.calendar.decode(), "text/calendar")
    try:
        mail.send()
    except smtplib.SMTPRecipientsRefused as refused:
        answers = list(refused.recipients.values())
        if all(code >= 500 for code, _text in answers):
            raise _refusal(*answers[0]) from refused
        raise _put_off(*answers[0]) from refused
    except smtplib.SMTPSenderRefused as answer:
        # Of our own server, whoever the letter is for.
        kind = Refused if answer.smtp_code >= 500 else Away
        raise kind(_words(answer.smtp_code, answer.smtp_error)) from answer
    except smtplib.SMTPResponseException as answer:
        if answer.smtp_code >= 500 and not isinstance(answer, smtplib.SMTPAuthenticationError):
            raise Refused(_words(answer.smtp_code, answer.smtp_error)) from answer
        if isinstance(answer, smtplib.SMTPDataError):
            raise _put_off(answer.smtp_code, answer.smtp_error) from answer
        raise Away(_words(answer.smtp_code, answer.smtp_error)) from answer
    except (OSError, smtplib.SMTPException) as failure:
        raise Away(str(failure)) from failure


def _content_id(picture: Picture, message_id: str) -> str:
    """Programs show the picture of another letter where two are called the same."""
    return f"{picture.name}.{message_id.strip('<>')}"


def _refusal(code: int, text: bytes | str) -> Refused:
    """5.7: our mail is not wanted there, which says nothing of the address."""
    words = _words(code, text)
    return Refused(words) if words[4:].startswith("5.7.") else NobodyThere(words)


def _put_off(code: int, text: bytes | str) -> Later:
    """A full box (4.2.2) or a first meeting says nothing of others' letters to this domain."""
    words = _words(code, text)
    is_of_one = words[4:].startswith(("4.1.", "4.2.")) or "reylist" in words
    return Later(words) if is_of_one else PutOff(words, at_once=code == 421)


def _words(code: int, text: bytes | str) -> str:
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    return f"{code} {said}"
