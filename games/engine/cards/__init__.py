"""The cards: one small class each, in the file of its box.

The engine calls a card when it is turned over, resolved or struck. A card changes the state by the
verbs of `Turn` alone, and never looks at the clock, at chance or at who plays.
"""

from games.engine.names import is_kind

from . import ablaze, alliance, oriflamme
from .rule import REGISTERED

BOXES = tuple(module.BOX for module in (oriflamme, ablaze, alliance))


def kinds_of(box: str) -> tuple[str, ...]:
    """The cards that a box holds, sorted; what is dealt of them, versions.py says. The twin is
    not among them: he comes with the prince."""
    kinds = {rule.kind for rule in REGISTERED if rule.box == box and is_kind(rule.kind)}
    return tuple(sorted(kinds - {"twin"}))
