"""Who has won."""

from __future__ import annotations

from .state import State
from .types import Scores


def result(state: State) -> Scores:
    """Scores, the cards that break ties, and ranks: 1 is best, a tie shares it."""
    held = state.row_cards()
    order = [(state.influence[seat], held[seat]) for seat in range(state.seats)]
    return {
        "scores": list(state.influence),
        "row_cards": held,
        "ranks": [1 + sum(other > mine for other in order) for mine in order],
    }
