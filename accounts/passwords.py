"""Passwords that others would guess are refused, without asking anybody on the net."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from zxcvbn import zxcvbn

from accounts.secret import shown

# Of zxcvbn's 0 to 4: fewer than about a hundred million guesses are too few.
LEAST_SCORE = 3
# It takes its time for long ones, and what follows makes none of them easier.
LONGEST_LOOKED_AT = 72


class NotGuessable:
    """zxcvbn knows tens of thousands of leaked passwords, names and words, how people vary
    them, and here the person's own handle, name and address too."""

    def validate(self, password: str, user: object = None) -> None:
        own = [shown(getattr(user, field, "")) or "" for field in ("handle", "name", "email")]
        own += [part for word in own for part in word.replace("@", " ").replace(".", " ").split()]
        found = zxcvbn(password[:LONGEST_LOOKED_AT], user_inputs=[word for word in own if word])
        if found["score"] < LEAST_SCORE:
            raise ValidationError(
                _("Others would guess this password soon. Take some words that do not belong."),
                code="guessable",
            )

    def get_help_text(self) -> str:
        return _("Four or five words that do not belong together make a good password.")
