"""Oriflamme: Alliance – the ten cards of the third box."""

from __future__ import annotations

from functools import partial

from games.engine.effect_questions import Ask, Pick
from games.engine.names import CHARACTERS, FAMILY, Fall, Step
from games.engine.state import State
from games.engine.turn import Turn

from .rule import Character, Intrigue, register
from .targets import closed_of_opponents, is_open_character, neighbours, other_open

BOX = "alliance"


@register
class Empress(Character):
    """Gains 2, and puts a token on a closed card of an opponent."""

    kind, box = "empress", BOX
    asks = (Pick("give", closed_of_opponents),)

    def act(self, turn: Turn, me: str, lucky: str | None) -> None:
        turn.gain(2, me)
        if lucky:
            turn.put_tokens(1, lucky, by=me)


@register
class Fanatic(Character):
    """Gains 1, and 1 more if it is the only open card of its side."""

    kind, box = "fanatic", BOX

    def act(self, turn: Turn, me: str) -> None:
        state = turn.state
        seat = state.controller(me)
        company = any(
            stack[-1] != me and state.is_open(stack[-1]) and state.controller(stack[-1]) == seat
            for stack in state.row
        )
        turn.gain(1 if company else 2, me)


def _gain_or_swap(state: State, step: Step) -> list[str]:
    seat = state.controller(step.card)
    moves = ["gain"]
    if FAMILY[step.card] == seat:  # nobody takes a foreign card into the hand
        moves += [f"swap {kind}" for kind in state.hands[seat]]
    return moves


@register
class Informant(Character):
    """Gains what lies on rivals' closed neighbours, or changes places with a card of the hand."""

    kind, box = "informant", BOX
    asks = (Ask("informant", _gain_or_swap),)

    def act(self, turn: Turn, me: str, choice: str) -> None:
        if choice != "gain":
            turn.swap(me, choice.removeprefix("swap "))
            return
        state = turn.state
        seat = state.controller(me)
        tops = [state.row[slot][-1] for slot in neighbours(state, me)]
        rivals = [c for c in tops if not state.is_open(c) and state.controller(c) != seat]
        turn.gain(sum(state.tokens.get(card, 0) for card in rivals), me)


@register
class Diplomat(Character):
    """Stays: gains 1 and puts 2 on another open diplomat. Or takes its tokens and leaves."""

    kind, box = "diplomat", BOX
    asks = (
        Ask("diplomat", lambda state, step: ["leave", "stay"]),
        Pick("give", partial(other_open, "diplomat"), after="stay"),
    )

    def act(self, turn: Turn, me: str, choice: str, colleague: str | None) -> None:
        if choice == "leave":
            turn.take_tokens(me)
            turn.discard(me, "effect")
            return
        turn.gain(1, me)
        if colleague:
            turn.put_tokens(2, colleague, by=me)


@register
class Deserter(Character):
    """Eliminates a neighbour, 1 more for a character; leaves unless beside an open character."""

    kind, box = "deserter", BOX
    asks = (Pick("eliminate", neighbours),)

    def act(self, turn: Turn, me: str, victim: str | None) -> None:
        if victim:
            turn.eliminate(victim, by=me, bonus=1 if victim in CHARACTERS else 0)
        state = turn.state
        if state.in_row(me) and not any(
            is_open_character(state, slot) for slot in neighbours(state, me)
        ):
            turn.discard(me, "effect")


def _verdicts(state: State, step: Step) -> list[str]:
    slots = range(1, len(state.row) + 1)
    moves = [f"mark {slot}" for slot in slots] if state.verdicts_left() else ["gain"]
    moves += [f"eliminate {slot}" for slot in slots if state.row[slot - 1][-1] in state.verdicts]
    return moves


@register
class Judge(Character):
    """Gains 1 and marks a card with a verdict, or eliminates a marked one."""

    kind, box = "judge", BOX
    asks = (Ask("judge", _verdicts),)

    def act(self, turn: Turn, me: str, choice: str) -> None:
        word, _, slot = choice.partition(" ")
        target = turn.state.row[int(slot) - 1][-1] if slot else None
        if word == "eliminate":
            turn.eliminate(target, by=me)
            return
        turn.gain(1, me)
        if target:
            turn.mark(target, by=me)


@register
class Uprising(Intrigue):
    """Costs a token to reveal; eliminates both neighbours and turns face down again."""

    kind, box = "uprising", BOX
    needs_token = True
    turns_down = True

    def revealed(self, turn: Turn, me: str, tokens: int) -> None:
        turn.return_tokens(me, 1, "cost")
        turn.take_tokens(me)

    def act(self, turn: Turn, me: str) -> None:
        state = turn.state
        turn.eliminate(*(state.row[slot][-1] for slot in neighbours(state, me)), by=me)
        turn.turn_down(me)


@register
class Extortion(Intrigue):
    """Worth 1 when revealed; whoever eliminates it pays 2 for every card, and tokens."""

    kind, box = "extortion", BOX

    def revealed(self, turn: Turn, me: str, tokens: int) -> None:
        turn.return_tokens(me, tokens, "reveal")

    def act(self, turn: Turn, me: str) -> None:
        turn.gain(1, me)
        turn.discard(me)

    def eliminated(self, turn: Turn, fall: Fall) -> None:
        if fall.seat == fall.controller:
            return
        state = turn.state
        theirs = [stack[-1] for stack in state.row if state.controller(stack[-1]) == fall.seat]
        turn.react(2 * len(theirs), fall)
        for card in theirs:
            if not state.is_open(card) and card in state.tokens:
                turn.return_tokens(card, 1, "extortion")


@register
class Infiltration(Intrigue):
    """A token for each own closed card, then kept: 2 more for eliminating a closed card."""

    kind, box = "infiltration", BOX
    keeps = True

    def act(self, turn: Turn, me: str) -> None:
        state = turn.state
        seat = state.controller(me)
        for stack in state.row:
            if not state.is_open(stack[-1]) and state.controller(stack[-1]) == seat:
                turn.put_tokens(1, stack[-1], by=me)
        turn.keep(me)

    def kept_bounty(self, fall: Fall) -> int:
        return 0 if fall.was_open else 2


@register
class Treaty(Intrigue):
    """Kept with its tokens: pays as many each round to come, and at the end."""

    kind, box = "treaty", BOX
    keeps = True

    def revealed(self, turn: Turn, me: str, tokens: int) -> None:
        pass  # they stay on it

    def act(self, turn: Turn, me: str) -> None:
        turn.keep(me)

    def kept_income(self, tokens: int) -> int:
        return tokens
