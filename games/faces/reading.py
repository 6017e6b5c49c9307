"""What both picture and text read out of a view."""

from collections.abc import Sequence

from games.engine import words
from games.engine.types import Board
from games.faces.phrases import phrase as _


def is_over(view: Board) -> bool:
    return bool(view["phase"] == "over")


def active_slot(view: Board) -> int | None:
    """The slot that is being resolved; None while the card that acts has left the row."""
    question = view["question"]
    slot: int | None = question["slot"] if question else None
    return slot


def heading(view: Board, lang: str) -> str:
    """Where the game is: its round and phase."""
    if is_over(view):
        return _("The game is over", lang)
    return _("Round {round} of {rounds}, {phase}", lang).format(
        round=view["round"], rounds=view["rounds"], phase=words.phase(view["phase"], lang)
    )


def player_names(view: Board, names: Sequence[str] | None, lang: str) -> list[str]:
    """What the players are called; None: by the colours of their families."""
    if names is not None:
        return list(names)
    return [words.family(seat["seat"], lang) for seat in view["seats"]]
