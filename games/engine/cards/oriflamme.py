"""Oriflamme: the ten cards of the first box."""

from __future__ import annotations

from games.engine.effect_questions import Ask, Pick
from games.engine.names import KIND, Fall, Step
from games.engine.state import State
from games.engine.turn import Turn

from .rule import Character, Intrigue, register
from .targets import (
    anything,
    ends,
    neighbours,
    open_neighbouring_characters,
    other_open,
    sides,
)

BOX = "oriflamme"


@register
class Archer(Character):
    """Eliminates the card at either end of the row, even itself."""

    kind, box = "archer", BOX
    asks = (Pick("eliminate", ends),)

    def act(self, turn: Turn, me: str, victim: str) -> None:
        turn.eliminate(victim, by=me)


@register
class Soldier(Character):
    """Eliminates a neighbour."""

    kind, box = "soldier", BOX
    asks = (Pick("eliminate", neighbours),)

    def act(self, turn: Turn, me: str, victim: str | None) -> None:
        turn.eliminate(victim, by=me)


@register
class Spy(Character):
    """Steals 1 influence from whoever controls a neighbour."""

    kind, box = "spy", BOX
    asks = (Pick("steal", sides),)

    def act(self, turn: Turn, me: str, neighbour: str | None) -> None:
        if neighbour:
            turn.steal(1, by=me, source=turn.state.controller(neighbour))


@register
class Heir(Character):
    """Gains 2 unless a namesake lies open elsewhere."""

    kind, box = "heir", BOX

    def act(self, turn: Turn, me: str) -> None:
        if not other_open(KIND[me], turn.state, me):
            turn.gain(2, me)


@register
class Shapeshifter(Character):
    """Does what an open neighbouring character does, under its own name."""

    kind, box = "shapeshifter", BOX
    copies = True
    asks = (Pick("copy", open_neighbouring_characters),)

    def act(self, turn: Turn, me: str, model: str | None) -> None:
        if model:
            turn.copy(me, model)


@register
class Lord(Character):
    """Gains 1, and 1 for each neighbour on the same side."""

    kind, box = "lord", BOX

    def act(self, turn: Turn, me: str) -> None:
        state = turn.state
        seat = state.controller(me)
        own = [slot for slot in neighbours(state, me) if state.holder(slot) == seat]
        turn.gain(1 + len(own), me)


@register
class Assassination(Intrigue):
    """Eliminates any card of the row, even itself, and is discarded."""

    kind, box = "assassination", BOX
    asks = (Pick("eliminate", anything),)

    def act(self, turn: Turn, me: str, victim: str) -> None:
        turn.eliminate(victim, by=me)
        turn.discard(me)


def _decree_moves(state: State, step: Step) -> list[str]:
    """Every other top card to every gap; gap k is behind slot k, the decree's own slot counted.

    A whole slot put back beside itself would change nothing, and is left out.
    """
    here = state.slot(step.card)
    return [
        f"move {slot + 1} to {gap}"
        for slot, stack in enumerate(state.row)
        if slot != here
        for gap in range(len(state.row) + 1)
        if len(stack) > 1 or gap not in {slot, slot + 1}
    ]


@register
class RoyalDecree(Intrigue):
    """Moves another card to any place of the row, as a slot of its own, and is discarded."""

    kind, box = "royal_decree", BOX
    asks = (Ask("move", _decree_moves),)

    def act(self, turn: Turn, me: str, order: str | None) -> None:
        if order:
            _, slot, _, gap = order.split()
            turn.move(int(slot) - 1, int(gap))
        turn.discard(me)


@register
class Ambush(Intrigue):
    """Worth 1 when revealed; whoever eliminates it pays: 4 to its owner, and the card is lost."""

    kind, box = "ambush", BOX

    def revealed(self, turn: Turn, me: str, tokens: int) -> None:
        turn.return_tokens(me, tokens, "reveal")

    def act(self, turn: Turn, me: str) -> None:
        turn.gain(1, me)
        turn.discard(me)

    def eliminated(self, turn: Turn, fall: Fall) -> None:
        if fall.seat != fall.controller:
            turn.react(4, fall)
            turn.discard(fall.by, "reaction", self.kind)
        elif turn.state.edition == "it":
            turn.react(1, fall)
            turn.discard(fall.by, "reaction", self.kind)


@register
class Conspiracy(Intrigue):
    """Pays its tokens twice over, and is discarded."""

    kind, box = "conspiracy", BOX

    def revealed(self, turn: Turn, me: str, tokens: int) -> None:
        turn.take_tokens(me, times=2)

    def act(self, turn: Turn, me: str) -> None:
        turn.discard(me)
