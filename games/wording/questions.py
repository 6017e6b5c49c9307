"""What is asked, in a few words."""

from django.utils.translation import gettext as _

from games.engine.types import Board, known
from games.types import Turn


def asked(view: Board | Turn) -> str:
    """What is asked, without a word of any card, in the active language."""
    round_ = view["round"]
    if view["question"] is None:  # everybody is asked at once
        if view["phase"] == "planning":
            return _("Round {round} – your card and its place").format(round=round_)
        return _("Round {round} – what your cards do").format(round=round_)
    question = known(view["question"])
    if question["kind"] == "place":
        return _("Round {round} – your card to play").format(round=round_)
    if question["slot"] is None:
        return _("Round {round} – your decision").format(round=round_)
    return _("Round {round} – your decision on slot {slot}").format(
        round=round_, slot=question["slot"]
    )
