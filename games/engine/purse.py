"""Verbs for influence, and for the tokens and markers on cards."""

from __future__ import annotations

from typing import Unpack

from .events import Event, Facts
from .names import CARD, FAMILY, KIND, Fall, Step
from .state import State


class Purse:
    """What can be gained, lost and put on cards between one decision and the next."""

    __slots__ = ("events", "state", "step")

    def __init__(self, state: State, events: list[Event]) -> None:
        self.state = state
        self.events = events
        self.step: Step  # the effect being applied, for one that had questions

    # --- influence ----------------------------------------------------------------------------

    def gain(self, amount: int, me: str) -> None:
        """The controller gains what the card says."""
        self._gain(self.state.controller(me), amount, "effect", me)

    def react(self, amount: int, fall: Fall) -> None:
        """The controller of an eliminated card gains."""
        self._gain(fall.controller, amount, "reaction", fall.victim)

    def income(self, seat: int, amount: int, kind: str, why: str) -> None:
        """A kept card pays."""
        self._gain(seat, amount, why, CARD[seat][kind])

    def lose(self, amount: int, seat: int, by: str) -> None:
        state = self.state
        amount = min(amount, state.influence[seat])
        if amount:
            state.influence[seat] -= amount
            self._tell(
                "lost",
                seat=seat,
                amount=amount,
                card=KIND[by],
                slot=state.slot(by) + 1,
                by=state.controller(by),
            )

    def steal(self, amount: int, by: str, source: int) -> None:
        """The card's controller takes influence from another's."""
        self._steal(self.state.controller(by), source, amount, "effect", by)

    def rob(self, amount: int, fall: Fall) -> None:
        """The controller of an eliminated card takes from the one who eliminated it."""
        self._steal(fall.controller, fall.seat, amount, "reaction", fall.victim)

    def _gain(self, seat: int, amount: int, why: str, card: str) -> None:
        if amount:
            state = self.state
            state.influence[seat] += amount
            self.events.append(
                {
                    "kind": "gained",
                    "seat": seat,
                    "amount": amount,
                    "why": why,
                    "card": KIND[card],
                    "slot": state.slot(card) + 1 if card in state.faces else None,
                    "knows": None,
                }
            )

    def _steal(self, seat: int, victim: int, amount: int, why: str, card: str) -> None:
        influence = self.state.influence
        amount = 0 if seat == victim else min(amount, influence[victim])
        influence[victim] -= amount
        influence[seat] += amount
        self._tell("stole", seat=seat, victim=victim, amount=amount, why=why, card=KIND[card])

    # --- tokens and markers -------------------------------------------------------------------

    def take_tokens(self, me: str, times: int = 1) -> None:
        """What lies on the card goes to its controller, `times` over."""
        state = self.state
        if me in state.tokens:
            self._gain(state.controller(me), times * state.tokens.pop(me), "tokens", me)

    def put_tokens(self, amount: int, card: str, by: str) -> None:
        state = self.state
        state.tokens[card] = tokens = state.tokens.get(card, 0) + amount
        self._tell(
            "tokens_put",
            self._knower(card),
            seat=state.controller(by),
            by=KIND[by],
            slot=state.slot(card) + 1,
            controller=state.controller(card),
            card=KIND[card],
            amount=amount,
            tokens=tokens,
        )

    def return_tokens(self, card: str, amount: int, why: str) -> None:
        """Tokens of a card in the row go back to the supply."""
        state = self.state
        left = state.tokens.pop(card) - amount
        if left:
            state.tokens[card] = left
        self._tell(
            "tokens_returned",
            self._knower(card),
            seat=state.controller(card),
            slot=state.slot(card) + 1,
            card=KIND[card],
            amount=amount,
            why=why,
        )

    def spend_token(self, card: str) -> None:
        """A token of a combination that has left the row goes back to the supply."""
        self._tell(
            "tokens_returned",
            seat=self.state.controller(card),
            slot=None,
            card=KIND[card],
            amount=1,
            why="repeat",
        )

    def mark(self, card: str, by: str) -> None:
        """Put a verdict token on a card."""
        state = self.state
        verdicts = state.verdicts.get(card, 0) + 1
        state.verdicts = {**state.verdicts, card: verdicts}
        self._tell(
            "marked",
            self._knower(card),
            seat=state.controller(by),
            by=KIND[by],
            slot=state.slot(card) + 1,
            controller=state.controller(card),
            card=KIND[card],
            verdicts=verdicts,
            left=state.verdicts_left(),
        )

    def bribe(self, card: str, by: str) -> None:
        """The own bribe token goes on a card; one that lay there goes home."""
        state = self.state
        before, seat = state.controller(card), state.controller(by)
        returned = state.bribed.get(card)
        state.bribed = {**state.bribed, card: seat}
        self._tell(
            "bribed",
            seat=seat,
            slot=state.slot(card) + 1,
            card=KIND[card],
            family=FAMILY[card],
            before=before,
            returned=returned,
        )

    # --- telling ------------------------------------------------------------------------------

    def _knower(self, card: str) -> int | None:
        """Who alone may know which card this is; None: everybody does."""
        return None if self.state.faces[card] else FAMILY[card]

    def _tell(self, kind: str, knows: int | None = None, **fields: Unpack[Facts]) -> None:
        self.events.append({"kind": kind, **fields, "knows": knows})
