"""The short form that opens a table: which game, with whom; all else is as last time."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import pace, selectors
from games.engine import words
from games.pages.rules import pace_name

# The games, each with two of its cards.
_PICTURED = {
    "oriflamme": (("spy", "crimson"), ("lord", "azure")),
    "ablaze": (("queen", "violet"), ("bribe", "amber")),
    "alliance": (("judge", "azure"), ("treaty", "emerald")),
    "mixed": (("empress", "crimson"), ("ambush", "emerald")),
}
# With whom a table is played, and who may then join; bots are there at once.
JOIN = {"any": "open", "mine": "link"}


def usual(person: User | None, lang: str) -> dict[str, object]:
    """What the form offers, and what was chosen last time."""
    last = selectors.last_opened(person) if person and not person.is_guest else None
    return {
        "last": {
            "set": last.set if last else "oriflamme",
            "with": "any" if last else "bots",
            "seats": str(last.seats if last else 4),
            "pace": last.pace if last and last.pace in pace.PACES else pace.DEFAULT,
        },
        "games": [
            (name, words.set_name(name, lang), about, _PICTURED[name])
            for name, about in (
                ("oriflamme", _("The first one, learned in five minutes")),
                ("ablaze", _("A prince and his twin, bribes and poison")),
                ("alliance", _("Verdicts, treaties, an uprising")),
                ("mixed", _("Ten cards out of thirty")),
            )
        ],
        "sized": [
            (size, ngettext("{n} player", "{n} players", int(size)).format(n=size))
            for size in ("3", "4", "5", "2")
        ],
        "usual_paces": [(name, pace_name(name)) for name in ("live", "daily", "slow", "letters")],
    }


def orders_of_play() -> list[tuple[str, str]]:
    """What the long form offers, the usual first."""
    return [
        ("", _("as is usual at this pace")),
        ("all", _("all are asked at once")),
        ("turn", _("one decides after the other")),
    ]


def asks_all(sent: Mapping[str, str]) -> bool:
    """Whether the table asks everybody at once. Where nothing is said of it a slow one does: it
    costs who plans little, and a game of five takes days instead of weeks. A duel was not measured.
    """
    said = sent.get("together", "")
    if sent.get("blind") or said == "all":
        return True
    usual = pace.PACES.get(sent.get("pace") or pace.DEFAULT)
    return not said and usual is not None and usual.rests and sent.get("seats") != "2"
