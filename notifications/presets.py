"""Five ways to be told, each a wish for every kind: one choice instead of one for each kind."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.notification_wishes import Wish
from notifications import channels
from notifications.registry import Kind

_MORNING = 8
# What each is called, what it means, and its sign.
PRESETS: dict[str, tuple[Promise, Promise, str]] = {
    "now": (_("At once"), _("Whatever happens, as soon as it does."), "bell"),
    "tight": (
        _("When it gets tight"),
        _("Only when time runs out for a decision of yours."),
        "glass",
    ),
    "day": (
        _("One letter a day"),
        _("At 8:00 all that waits. At once only when time runs out."),
        "sun",
    ),
    "device": (_("On this device"), _("A note on the screen and no mail."), "cards"),
    "off": (_("Nothing"), _("You look in yourself. Time runs all the same."), "moon"),
}


def wish(preset: str, kind: type[Kind]) -> Wish:
    """Webhooks stay as they are: whoever has one has chosen it there."""
    names = [one.name for one in channels.known()]
    at_once: Wish = {"channels": names, "bundle": "at once"}
    if preset == "now" or (preset in {"tight", "day"} and kind.presses):
        return at_once
    if preset == "day":
        return {"channels": names, "bundle": "daily", "hour": _MORNING}
    if preset == "device":
        letters = channels.shared_names()
        return {**at_once, "channels": [name for name in names if name not in letters]}
    return {**at_once, "channels": channels.names_apart()}


def wishes(preset: str, kinds: Iterable[type[Kind]]) -> dict[str, Wish]:
    return {kind.name: wish(preset, kind) for kind in kinds}


def preset_of(wanted: Iterable[tuple[type[Kind], Wish]]) -> str:
    """The one that holds now, or "" where kinds have wishes of their own."""
    wanted = list(wanted)
    holds = (one for one in PRESETS if all(has == wish(one, kind) for kind, has in wanted))
    return next(holds, "")
