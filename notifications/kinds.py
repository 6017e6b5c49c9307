"""The two letters that belong to no game: a welcome, and the operator's test."""

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.models import Notification
from notifications.registry import Kind, Letter, register


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


def register_own() -> None:
    register(Kind("welcome", welcome, obeys_wishes=False, title=gettext_lazy("Welcome")))
    register(Kind("test mail", test_mail, obeys_wishes=False, title=gettext_lazy("A test")))
