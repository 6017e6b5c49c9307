"""The cards: one small class each, in the file of its box."""

from games.engine.names import is_kind

from . import ablaze, alliance, oriflamme
from .rule import REGISTERED

BOXES = tuple(module.BOX for module in (oriflamme, ablaze, alliance))


def kinds_of(box: str) -> tuple[str, ...]:
    """The cards that a box holds, sorted; what is dealt of them, versions.py says. The twin is
    not among them: he comes with the prince."""
    kinds = {rule.kind for rule in REGISTERED if rule.box == box and is_kind(rule.kind)}
    return tuple(sorted(kinds - {"twin"}))
