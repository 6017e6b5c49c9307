"""How a card is made known to the engine: questions first, then one plain act."""

from __future__ import annotations

from games.engine.names import add_kind
from games.engine.turn import Rule


class Character(Rule):
    """A card that stays in the row, open, and acts again every round."""

    character = True


class Intrigue(Rule):
    """A card that acts once; as a rule it is discarded then."""

    character = False


REGISTERED: list[Rule] = []  # every card as it was under any version, and the parts of cards


def register(rule: type[Rule]) -> type[Rule]:
    """Make a card known to the engine (used as a decorator)."""
    add_kind(rule.kind, character=rule.character)
    return register_step(rule)


def register_step(rule: type[Rule]) -> type[Rule]:
    """Make a rule known that is a part of a card, not a card (used as a decorator)."""
    REGISTERED.append(rule())
    return rule
