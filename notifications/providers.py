"""Mail providers that hand us mail, and tell what became of ours, by HTTP.

Loaded only where one is configured: django-anymail knows their forms, here all of them end where
SMTP does.
"""

import re
from email.utils import getaddresses
from importlib import import_module

import structlog
from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.signals import AnymailInboundEvent, AnymailTrackingEvent, EventType, RejectReason
from anymail.signals import inbound as mail_came
from anymail.signals import tracking as was_reported
from anymail.webhooks.base import AnymailBaseWebhookView
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import URLPattern, path

from notifications import inbound
from notifications.services.reporting import (
    find_by_recipient,
    means_nobody_there,
    note_complaint,
    note_return,
)

log = structlog.get_logger("oriflamme.post")

_STATUS = re.compile(r"\b[245]\.\d{1,3}\.\d{1,3}\b")
_NOBODY = re.compile(r"\b55[013]\b")


def urls(provider: str) -> list[URLPattern]:
    """…/inbound/ and …/tracking/ of this provider; anymail asks each request for the secret."""
    module = import_module(f"anymail.webhooks.{provider}")
    views = {
        purpose: view
        for name, view in vars(module).items()
        for purpose in ("inbound", "tracking")
        if name.lower().endswith(f"{purpose}webhookview") and view.__module__ == module.__name__
    }
    return [
        path(f"mail/{provider}/{purpose}/", _refusing(view).as_view())
        for purpose, view in views.items()
    ]


def _refusing(view: type[AnymailBaseWebhookView]) -> type[AnymailBaseWebhookView]:
    """What is no event of this provider's is refused with 400, as our fault it is not."""

    class Refusing(view):  # type: ignore[misc]
        def parse_events(self, request: HttpRequest) -> object:
            try:
                return super().parse_events(request)
            except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
                log.warning("a provider's event that cannot be read", error=type(error).__name__)
                raise AnymailWebhookValidationFailure from error

    return Refusing


@receiver(mail_came, dispatch_uid="notifications.providers")
def take_in(*, event: AnymailInboundEvent, **_sender: object) -> None:
    """If this raises, the provider is told so and brings the mail again."""
    mail = event.message
    if mail.envelope_sender == "" and "Return-Path" not in mail:
        mail["Return-Path"] = "<>"  # the sign of a program's mail
    to = [address for _name, address in getaddresses([mail.envelope_recipient or ""]) if address]
    inbound.take_in(mail.as_bytes(), recipients=to)


@receiver(was_reported, dispatch_uid="notifications.providers")
def take_report(*, event: AnymailTrackingEvent, **_sender: object) -> None:
    kind = event.event_type
    if kind not in {
        *(EventType.BOUNCED, EventType.REJECTED, EventType.COMPLAINED, EventType.UNSUBSCRIBED)
    }:
        return
    delivery = find_by_recipient(event.recipient or "", event.message_id or "")
    if delivery is None:
        log.info("report about no letter of ours", kind=kind)
    elif kind in {EventType.COMPLAINED, EventType.UNSUBSCRIBED}:
        note_complaint(delivery)
    else:
        said = " ".join((event.mta_response or event.description or str(kind)).split())
        note_return(delivery, said=said, for_good=_is_for_good(event, said))


def _is_for_good(event: AnymailTrackingEvent, said: str) -> bool:
    status = _STATUS.search(said)
    if status:
        return means_nobody_there(status.group())
    # Their own list of addresses that nothing is sent to any more.
    is_listed = event.reject_reason in {RejectReason.INVALID, RejectReason.BOUNCED}
    return bool(_NOBODY.search(said)) or (event.event_type == EventType.REJECTED and is_listed)
