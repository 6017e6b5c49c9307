"""Where letters lead, and the one to somebody who is nobody here."""

from hashlib import sha256

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Invitation
from notifications.channels import Later, Refused, email, mail_domain
from notifications.registry import Letter


def table_link(key: str) -> str:
    return f"{settings.SITE_URL}/games/{key}"


def send_to_stranger(invited: Invitation) -> bool | None:
    """The letter to an address that is nobody's here, in the language of the table. No word of it
    is the inviter's: else anybody could write to anybody in our name.

    True: it is out. False: it never will be. None: try again later.
    """
    game = invited.game
    with translation.override(game.language):
        letter = Letter(
            subject=_("You are invited to a game"),
            text=_(
                "Somebody who plays slow card games by mail asks you to a table. "
                "This link takes you there; if it is a mistake, do nothing."
            )
            + f"\n\n{settings.SITE_URL}/join/{invited.token.reveal()}\n",
        )
    try:
        email.send(
            User(email=invited.address),
            letter,
            # The same in every try: a mail program shows a second copy as the first.
            message_id=f"<{sha256(invited.token.reveal().encode()).hexdigest()[:24]}@{mail_domain()}>",
        )
    except Refused:
        return False
    except Later:
        return None
    return True
