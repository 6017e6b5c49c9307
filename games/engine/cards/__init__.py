"""The cards: one small class each, in the file of its box."""

from . import ablaze, alliance, oriflamme
from .rule import RULES, Rule

BOXES = tuple(module.BOX for module in (oriflamme, ablaze, alliance))


def kinds_of(box: str) -> tuple[str, ...]:
    """The ten kinds of a box, sorted; the twin is not among them."""
    return tuple(sorted(k for k, r in RULES.items() if r.box == box and is_dealt(k)))


def is_dealt(kind: str) -> bool:
    """Whether a kind can be part of the ten of a family."""
    return kind in RULES and kind != "twin" and "/" not in kind


__all__ = ["BOXES", "RULES", "Rule", "is_dealt", "kinds_of"]
