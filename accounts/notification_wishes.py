"""How a person wants to be told: the shape of `Profile.wishes`.

    {"default":   {"channels": ["email"], "bundle": "at once"},
     "your turn": {"channels": ["email", "webhook"], "bundle": "hours", "hours": 4},
     "letter":    {"channels": ["email"], "bundle": "daily", "hour": 8}}

A key is a kind of notification, as the outbox names it, or "default". A missing kind takes
"default", a missing "default" every channel, at once: by webhook or push only who has a webhook or
a device is told. No channel: it is not told at all.
`bundle` says how long a letter may wait for others, which is by mail alone: "at once"; "hours", at
most one in so many; "daily", one letter a day, at this hour of the person's own clock. Letters
about the account itself, and codes, ignore all of this.
"""

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# Each channel adds its name, in the order in which they are shown.
CHANNELS: list[str] = []
BUNDLES = ("at once", "hours", "daily")
MOST_HOURS = 24
MOST_KINDS = 50
# What a bundle says besides its name, and from which to which number.
_NUMBERS = {"at once": {}, "hours": {"hours": (1, MOST_HOURS)}, "daily": {"hour": (0, 23)}}


class Wish(TypedDict):
    channels: list[str]
    bundle: str
    hours: NotRequired[int]
    hour: NotRequired[int]


DEFAULT: Wish = {"channels": CHANNELS, "bundle": "at once"}


def wish_for(wishes: Mapping[str, Any], kind: str) -> Wish:
    found: Wish = wishes.get(kind) or wishes.get("default") or DEFAULT
    return found


def check(wishes: object) -> None:
    """Raise ValidationError for anything but the shape above."""
    if not isinstance(wishes, dict) or len(wishes) > MOST_KINDS:
        raise ValidationError(_("How you are told must be an object with a wish for each kind."))
    for kind, wish in wishes.items():
        if not (isinstance(kind, str) and 0 < len(kind) <= 40 and _is_wish(wish)):
            raise ValidationError(
                _("The wish for “%(kind)s” must name channels and a bundle that exist."),
                params={"kind": kind},
            )


def _is_wish(wish: object) -> bool:
    if not (isinstance(wish, dict) and isinstance(wish.get("bundle"), str)):
        return False
    channels, numbers = wish.get("channels"), _NUMBERS.get(wish["bundle"])
    return (
        isinstance(channels, list)
        and all(channel in CHANNELS for channel in channels)
        and len(set(channels)) == len(channels)
        and numbers is not None
        and wish.keys() == {"channels", "bundle", *numbers}
        and all(
            type(wish[name]) is int and least <= wish[name] <= most
            for name, (least, most) in numbers.items()
        )
    )
