"""The bots of the house, as people are told of them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import bots
from games.types import HouseBot

_TOLD: dict[str, tuple[Promise, Promise]] = {
    "random": (
        _("Magpie"),
        _("Takes whatever glitters: any legal move, drawn by lot. For your very first games."),
    ),
    "careful": (
        _("Hedgehog"),
        _("Plays by rules of thumb and answers at once. It also fills in for who has left."),
    ),
    "wren": (
        _("Wren"),
        _("Imagines the hidden cards and tries its moves for a moment. A good opponent."),
    ),
    "heron": (
        _("Heron"),
        _("Thinks as the wren does, three times as long. A strong opponent."),
    ),
    "owl": (
        _("Owl"),
        _("Thinks for a second about every decision. The strongest of the house."),
    ),
}


# More than a table has seats.
_GIVEN: list[Promise] = [
    _("Aldo"),
    _("Bice"),
    _("Ciro"),
    _("Dora"),
    _("Elio"),
    _("Fosca"),
    _("Guido"),
    _("Ilda"),
]


def bot_name(bot: str) -> str:
    """What people call it, in the active language."""
    return str(_TOLD[bot][0])


def bot_at_table(bot: str, number: int) -> str:
    """One of them, told apart from its likes by the name that comes first: "Aldo Hedgehog"."""
    return f"{_GIVEN[number % len(_GIVEN)]} {bot_name(bot)}"


def list_bots() -> list[HouseBot]:
    """All of them, the weakest first; texts in the active language."""
    return [
        {
            "id": bot,
            "name": bot_name(bot),
            "about": str(_TOLD[bot][1]),
            "seconds": bots.seconds(bot),
        }
        for bot in bots.BOTS
    ]
