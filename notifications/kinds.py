"""What belongs to no game: a welcome, the operator's test, and the test of a webhook."""

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.registry import Kind, Letter, Told


class Welcome(Kind):
    name = "welcome"
    title = gettext_lazy("Welcome")
    obeys_wishes = False

    def letter(self) -> Letter:
        words = {"name": self.notification.person.shown_name, "site": settings.SITE_URL}
        return Letter(
            subject=_("Welcome to Oriflamme by post"),
            text=render_to_string("notifications/welcome.txt", words),
        )


class TestMail(Kind):
    name = "test mail"
    title = gettext_lazy("A test")
    obeys_wishes = False

    def letter(self) -> Letter:
        return Letter(
            subject=_("Mail from Oriflamme by post arrives"),
            text=_("This is the test that was asked for. Whoever reads it can be reached.") + "\n",
        )


class Ping(Kind):
    name = event = "ping"
    title = gettext_lazy("A test")
    obeys_wishes = False
    is_chosen = False

    def told(self, *, with_view: bool) -> Told:
        line = _("This webhook works: here is what you asked to be sent.")
        return Told(self.event, line, {"url": settings.SITE_URL})
