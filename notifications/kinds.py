"""What belongs to no game: a welcome, the operator's test, and the test of a webhook."""

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.models import Notification
from notifications.registry import (
    Event,
    Kind,
    Letter,
    Told,
    by_webhook_alone,
    register,
    register_event,
)
from notifications.services.hooking import PING


def welcome(notification: Notification) -> Letter:
    return Letter(
        subject=_("Welcome to Oriflamme by post"),
        text=render_to_string(
            "notifications/welcome.txt",
            {"name": notification.person.shown_name, "site": settings.SITE_URL},
        ),
    )


def test_mail(notification: Notification) -> Letter:
    return Letter(
        subject=_("Mail from Oriflamme by post arrives"),
        text=_("This is the test that was asked for. Whoever reads it can be reached.") + "\n",
    )


def ping(_notification: Notification, _with_view: bool) -> Told:
    line = _("This webhook works: here is what you asked to be sent.")
    return Told(PING, line, {"url": settings.SITE_URL})


def register_own() -> None:
    register(Kind(PING, by_webhook_alone, obeys_wishes=False))
    register_event(PING, Event(PING, ping, is_chosen=False))
    register(Kind("welcome", welcome, obeys_wishes=False, title=gettext_lazy("Welcome")))
    register(Kind("test mail", test_mail, obeys_wishes=False, title=gettext_lazy("A test")))
