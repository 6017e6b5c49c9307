"""The letters that games sends: what each says, and whether it still matters."""

from hashlib import sha256

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Game, Invitation, Seat
from notifications.channels import Later, Refused, email
from notifications.models import Notification
from notifications.registry import Kind, Letter, register


def game_began(notification: Notification) -> Letter:
    return plain(
        notification,
        _("The game begins"),
        _("Everybody is there, the cards are dealt. Your hand waits for you:"),
    )


def game_over(notification: Notification) -> Letter:
    return plain(
        notification,
        _("The game is over"),
        _("The result, all hands and the proof of the deal are open now:"),
    )


def table_closed(notification: Notification) -> Letter:
    return plain(
        notification,
        _("The table was closed"),
        _("It did not come to a game. Find another table, or open your own:"),
        link=settings.SITE_URL,
    )


def seat_taken_over(notification: Notification) -> Letter:
    # The seat's number and no name: at an anonymous table that is all anybody may know.
    seat = int(notification.context["seat"]) + 1
    return plain(
        notification,
        _("A stand-in plays on"),
        _("The player on seat {seat} has left. A bot plays on from the same cards:").format(
            seat=seat
        ),
    )


def seat_passed_on(notification: Notification) -> Letter:
    return plain(
        notification,
        _("Somebody else plays on"),
        _("You were missed, and another player has taken over your seat:"),
    )


def seat_in_doubt(notification: Notification) -> Letter:
    return plain(
        notification,
        _("Your seat may pass on"),
        _(
            "You are missed, and somebody at the table would give your seat to another player. "
            "Come back in time and it stays yours:"
        ),
    )


def invitation(notification: Notification) -> Letter:
    return plain(
        notification,
        _("You are invited to a game"),
        _("A seat is kept open for you. Look at the table, then join or decline:"),
    )


def plain(notification: Notification, subject: str, text: str, *, link: str = "") -> Letter:
    """A letter of a sentence and a link."""
    facts = notification.context
    return Letter(
        subject=f"[{facts['name']}] {subject}",
        text=f"{text}\n\n{link or table_link(facts['game'])}\n",
    )


def table_link(key: str) -> str:
    return f"{settings.SITE_URL}/games/{key}"


def _table(notification: Notification) -> str:
    return table_link(notification.context["game"])


def _is_still_open(notification: Notification) -> bool:
    return Invitation.objects.filter(
        game__key=notification.context["game"],
        game__status__in=[Game.Status.GATHERING, Game.Status.RUNNING],
        person_id=notification.person_id,
        state=Invitation.State.OPEN,
    ).exists()


def _is_missed(notification: Notification) -> bool:
    return Seat.objects.filter(
        game__key=notification.context["game"],
        person_id=notification.person_id,
        live=True,
        absent_since__isnull=False,
    ).exists()


def register_kinds() -> None:
    register(Kind("table closed", table_closed, title=gettext_lazy("A table was closed")))
    register(
        Kind(
            "seat taken over",
            seat_taken_over,
            title=gettext_lazy("A stand-in takes a seat"),
            link=_table,
        )
    )
    register(
        Kind(
            "seat passed on",
            seat_passed_on,
            title=gettext_lazy("Somebody takes over a seat"),
            link=_table,
        )
    )
    register(
        Kind(
            "seat in doubt",
            seat_in_doubt,
            is_still_true=_is_missed,
            title=gettext_lazy("Your seat may pass on"),
            link=_table,
        )
    )
    register(
        Kind(
            "invitation",
            invitation,
            is_still_true=_is_still_open,
            title=gettext_lazy("You are invited"),
            link=_table,
        )
    )


def send_to_stranger(invited: Invitation) -> bool | None:
    """The letter to an address that is nobody's here, in the language of the table.

    True: it is out. False: it never will be. None: try again later.
    """
    game = invited.game
    with translation.override(game.language):
        letter = Letter(
            subject=f"[{game.name}] " + _("You are invited to a game"),
            text=_(
                "Somebody who plays slow card games by mail asks you to the table “{name}”. "
                "This link takes you there; if it is a mistake, do nothing."
            ).format(name=game.name)
            + f"\n\n{settings.SITE_URL}/join/{invited.token}\n",
        )
    try:
        email.send(
            User(email=invited.address),
            letter,
            # The same in every try: a mail program shows a second copy as the first.
            message_id=f"<{sha256(invited.token.encode()).hexdigest()[:24]}@{_mail_domain()}>",
        )
    except Refused:
        return False
    except Later:
        return None
    return True


def _mail_domain() -> str:
    return str(settings.DEFAULT_FROM_EMAIL).rpartition("@")[2].rstrip(">")
