"""How a person wants to be told: the shape of `Profile.wishes`.

    {"default":   {"channels": ["email"], "bundle": "soon"},
     "your turn": {"channels": ["email", "webhook"], "bundle": "at once"},
     "letter":    {"channels": [], "bundle": "daily"}}

A key is a kind of notification, as the outbox names it, or "default". A missing kind takes
"default", a missing "default" takes DEFAULT. No channel: it is not told at all. `bundle` says
how long a telling may wait for others: "at once", "soon" (a few minutes), "daily" (one letter
a day). Letters about the account itself, and codes, ignore all of this.
"""

from typing import Any, TypedDict

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

CHANNELS = ("email", "webhook")
BUNDLES = ("at once", "soon", "daily")
MOST_KINDS = 50


class Wish(TypedDict):
    channels: list[str]
    bundle: str


DEFAULT: Wish = {"channels": ["email"], "bundle": "at once"}


def wish_for(wishes: dict[str, Any], kind: str) -> Wish:
    found: Wish = wishes.get(kind) or wishes.get("default") or DEFAULT
    return found


def check(wishes: Any) -> None:
    """Raise ValidationError for anything but the shape above."""
    if not isinstance(wishes, dict) or len(wishes) > MOST_KINDS:
        raise ValidationError(_("How you are told must be an object with a wish for each kind."))
    for kind, wish in wishes.items():
        if not (
            isinstance(kind, str)
            and 0 < len(kind) <= 40
            and isinstance(wish, dict)
            and wish.keys() == {"channels", "bundle"}
            and isinstance(wish["channels"], list)
            and all(channel in CHANNELS for channel in wish["channels"])
            and len(set(wish["channels"])) == len(wish["channels"])
            and wish["bundle"] in BUNDLES
        ):
            raise ValidationError(
                _("The wish for “%(kind)s” must name channels and a bundle that exist."),
                params={"kind": kind},
            )
