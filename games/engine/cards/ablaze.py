"""Oriflamme: Ablaze – the eleven cards of the second box."""

from __future__ import annotations

from games.engine.effect_questions import Ask, Pick
from games.engine.names import CHARACTERS, KIND, Fall, Step
from games.engine.state import State
from games.engine.turn import Turn

from .rule import Character, Intrigue, register, register_step
from .targets import (
    neighbours,
    neighbours_of_other_own,
    other_open,
    own_open_characters,
    single_open_characters,
)

BOX = "ablaze"


def _twin_places(state: State, step: Step) -> list[str] | None:
    """Where the twin may come in, if this prince was just turned over and the twin waits."""
    seat = state.controller(step.card)
    if not (step.revealed and state.twins[seat]):
        return None
    places = ["place twin end", "place twin start"]
    if state.round > 1:
        places += [
            f"place twin on {slot + 1}"
            for slot, stack in enumerate(state.row)
            if state.holder(slot) == seat
            and not (KIND[stack[-1]] == "prince" and state.is_open(stack[-1]))
        ]
    return places


def _bond(turn: Turn, fall: Fall, partner: str) -> None:
    """Discard every open `partner` on the side that lost the other one."""
    state = turn.state
    bound = [
        state.row[slot][-1]
        for slot in other_open(partner, state, fall.victim)
        if state.holder(slot) == fall.controller
    ]
    for card in bound:
        turn.discard(card, "bond", KIND[fall.victim])


@register
class Prince(Character):
    """Brings the twin when turned over; gains 1; takes the twin along when it falls."""

    kind, box = "prince", BOX
    asks = (Ask("place_twin", _twin_places),)

    def act(self, turn: Turn, me: str, order: str | None) -> None:
        if order:
            turn.bring_twin(me, order.removeprefix("place twin "))
        turn.gain(1, me)

    def eliminated(self, turn: Turn, fall: Fall) -> None:
        _bond(turn, fall, "twin")


@register
class Twin(Character):
    """Gains 1; takes the prince along when it falls."""

    kind, box = "twin", BOX

    def act(self, turn: Turn, me: str) -> None:
        turn.gain(1, me)

    def eliminated(self, turn: Turn, fall: Fall) -> None:
        _bond(turn, fall, "prince")


@register
class Schemer(Character):
    """Gains 1, but is discarded beside a stack."""

    kind, box = "schemer", BOX

    def act(self, turn: Turn, me: str) -> None:
        row = turn.state.row
        if any(len(row[slot]) > 1 for slot in neighbours(turn.state, me)):
            turn.discard(me, "effect")
        else:
            turn.gain(1, me)


@register
class Queen(Character):
    """Gains 2; another player who eliminates her gains 1 more."""

    kind, box = "queen", BOX

    def act(self, turn: Turn, me: str) -> None:
        turn.gain(2, me)

    def bounty(self, fall: Fall) -> int:
        return 1 if fall.seat != fall.controller else 0


@register
class Cutthroat(Character):
    """Eliminates a neighbour and all its open namesakes on other sides; one alone pays nothing."""

    kind, box = "cutthroat", BOX
    asks = (Pick("eliminate", neighbours),)

    def act(self, turn: Turn, me: str, victim: str | None) -> None:
        if victim is None:
            return
        state = turn.state
        seat = state.controller(me)
        namesakes = [
            state.row[slot][-1]
            for slot in other_open(KIND[victim], state, victim)
            if state.holder(slot) != seat
        ]
        turn.eliminate(victim, *namesakes, by=me, reward=1 if namesakes else 0)


@register
class Apothecary(Character):
    """Eliminates a neighbour of another card of its side."""

    kind, box = "apothecary", BOX
    asks = (Pick("eliminate", neighbours_of_other_own),)

    def act(self, turn: Turn, me: str, victim: str | None) -> None:
        turn.eliminate(victim, by=me)


@register
class Criminal(Character):
    """Each neighbour costs its controller 1, friend or foe."""

    kind, box = "criminal", BOX

    def act(self, turn: Turn, me: str) -> None:
        state = turn.state
        for slot in neighbours(state, me):
            turn.lose(1, state.holder(slot), by=me)


@register
class Substitution(Intrigue):
    """Eliminates a neighbour; the own card of that name takes the place of a rival's character."""

    kind, box = "substitution", BOX
    asks = (Pick("eliminate", neighbours),)

    def act(self, turn: Turn, me: str, victim: str | None) -> None:
        if victim:
            state = turn.state
            place = state.slot(victim)
            behind = place > state.slot(me)
            replaceable = (
                victim in CHARACTERS
                and state.controller(victim) != state.controller(me)
                and len(state.row[place]) == 1
            )
            turn.eliminate(victim, by=me)
            if replaceable:
                turn.substitute(KIND[victim], beside=me, behind=behind)
        turn.discard(me)


@register
class Bribe(Intrigue):
    """Brings a single open character to the own side for good, and is discarded."""

    kind, box = "bribe", BOX
    asks = (Pick("bribe", single_open_characters),)

    def act(self, turn: Turn, me: str, target: str | None) -> None:
        if target:
            turn.bribe(target, by=me)
        turn.discard(me)


@register
class Combination(Intrigue):
    """Is discarded; an open character of its side acts, and for each token again, or take it."""

    kind, box = "combination", BOX

    def revealed(self, turn: Turn, me: str, tokens: int) -> None:
        pass  # they stay, for the repetitions

    def act(self, turn: Turn, me: str) -> None:
        tokens = turn.state.tokens.pop(me, 0)
        turn.discard(me)
        turn.ask(Step(FirstUse.kind, me, tokens=tokens))


def _uses(state: State, step: Step) -> list[str]:
    return [f"use {slot + 1}" for slot in own_open_characters(state, state.controller(step.card))]


def _uses_or_take(state: State, step: Step) -> list[str]:
    return [*_uses(state, step), "take"]


@register_step
class FirstUse(Intrigue):
    """A combination just revealed: a character acts. With none, its tokens are simply taken."""

    kind, box = "combination/first", BOX
    asks = (Ask("use", _uses),)

    def act(self, turn: Turn, me: str, choice: str | None) -> None:
        if choice is None:
            turn.gain(turn.step.tokens, me)
            return
        if turn.step.tokens:
            turn.ask(Step(FurtherUse.kind, me, tokens=turn.step.tokens))
        turn.use(me, choice)


@register_step
class FurtherUse(Intrigue):
    """A token of a combination: take it, or give it up and a character acts again."""

    kind, box = "combination/further", BOX
    asks = (Ask("use_or_take", _uses_or_take),)

    def act(self, turn: Turn, me: str, choice: str) -> None:
        left = turn.step.tokens - 1
        if left:
            turn.ask(Step(self.kind, me, tokens=left))
        if choice == "take":
            turn.gain(1, me)
        else:
            turn.spend_token(me)
            turn.use(me, choice)


@register
class Trap(Intrigue):
    """Worth 1 when revealed; whoever eliminates it loses the card and up to 3 to its owner."""

    kind, box = "trap", BOX

    def revealed(self, turn: Turn, me: str, tokens: int) -> None:
        turn.return_tokens(me, tokens, "reveal")

    def act(self, turn: Turn, me: str) -> None:
        turn.gain(1, me)
        turn.discard(me)

    def eliminated(self, turn: Turn, fall: Fall) -> None:
        if fall.seat != fall.controller:
            turn.discard(fall.by, "reaction", self.kind)
            turn.rob(3, fall)
