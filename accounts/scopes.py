"""What a program may do for a person: five scopes, and each in plain words."""

from django.utils.translation import gettext_lazy as _

SCOPE_WORDS = {
    "read": _("see your games, letters and profile, as you see them"),
    "play": _("decide for you at your tables, and take or give up seats"),
    "talk": _("write letters to others in your name"),
    "organise": _("open tables, invite people and run tournaments in your name"),
    "account": _("change your profile, and make and end keys"),
}
SCOPES = tuple(SCOPE_WORDS)
