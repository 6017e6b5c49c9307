"""A word to whoever plays for the first time: what this decision is about. By the view alone."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

# By then each kind of decision has been met.
_LAST_ROUND = 3


def hint(view: Mapping[str, Any]) -> str:
    question = view["question"]
    if question is None or question["seat"] != view["you"] or view["round"] > _LAST_ROUND:
        return ""
    kind = question["kind"]
    if kind == "place":
        return _place(view)
    if kind == "wait_or_reveal":
        return _(
            "It is your own closed card. Leave it closed, and a token is put on it: you take all "
            "its tokens on the day you turn it over. Turn it over, and it acts at once; from then "
            "on everybody knows it."
        )
    return _(
        "Your card acts now, and you say on what. For each card of an opponent that it eliminates "
        "you gain 1. Choose what may hurt you most, or what others have put many tokens on."
    )


def _place(view: Mapping[str, Any]) -> str:
    if view["round"] == 1:
        return _(
            "These are your cards, and nobody else sees them. Play one face down: at the start of "
            "the row it is resolved first, at the end last. Open a card below to read what it does."
        )
    return _(
        "Again everybody plays one card. You may lay it on a card of yours too: only the uppermost "
        "counts, the one beneath it sleeps."
    )
