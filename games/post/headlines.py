"""What a letter about a table is called and where it leads, without the work of wording and
painting it: for those who send that and nothing else."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games import mails, selectors
from games.post.letter import asked
from notifications.models import Notification
from notifications.plain import one_line


def _asked(notification: Notification) -> str:
    person = notification.person
    found = selectors.find_game(notification.context["game"], person)
    return asked(found.view(person.language))


_SAYS: dict[str, Callable[[Notification], str]] = {
    "your turn": _asked,
    "reminder": lambda one: _("Reminder: {subject}").format(subject=_asked(one)),
    "time is up": lambda _one: _("Your time was up"),
    "absent": lambda _one: _("A stand-in plays for you"),
    "game began": lambda _one: _("The game begins"),
    "game over": lambda _one: _("The game is over"),
}


def subject(notification: Notification) -> str:
    """In the active language."""
    name = one_line(notification.context["name"])
    return f"[{name}] {_SAYS[notification.kind](notification)}"


def link(notification: Notification) -> str:
    return mails.table_link(notification.context["game"])
