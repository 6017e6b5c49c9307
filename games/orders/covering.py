"""What of a phase a seat has said in orders already, and what it will be asked."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import View, asks_of
from games.engine.types import Slot, known

from .order import Order


class Ahead(NamedTuple):
    """A question that this phase may ask of the seat. `card` and `slot` are None for what to play;
    `is_said`: orders answer it, unless something comes between."""

    kind: str
    card: str | None
    slot: int | None
    is_said: bool


def ahead(view: View, said: Sequence[Order]) -> list[Ahead]:
    """What the seat may be asked in this phase, as far as it can be seen now."""
    if view["phase"] == "planning":
        placed = any(one["do"] == "place" and one["round"] == view["round"] for one in said)
        return [Ahead("place", None, None, placed)]
    found = []
    for at in range(known(view["cursor"]) - 1, len(view["row"])):
        slot = view["row"][at]
        if slot["controller"] == view["you"] and slot["top"]["card"] is not None:
            found += _of_card(view, slot, said)
    return found


def _of_card(view: View, slot: Slot, said: Sequence[Order]) -> list[Ahead]:
    top, card = slot["top"], known(slot["top"]["card"])
    about = [one for one in said if one.get("card", card) == card]
    asks_me = any(one["do"] == "ask" and "if" not in one and "card" in one for one in about)
    turns = {one["do"] for one in about if one["do"] in {"wait", "reveal"}}
    found = []
    if not top["open"]:
        found.append(Ahead("wait_or_reveal", card, slot["slot"], bool(turns) and not asks_me))
    kinds = asks_of(card, view["rules_version"])[:1]
    if kinds and (top["open"] or "reveal" in turns):
        chosen = any(one["do"] == "choose" or "prefer" in one for one in about)
        found.append(Ahead(kinds[0], card, slot["slot"], chosen and not asks_me))
    return found
