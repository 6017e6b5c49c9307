"""The only verbs a card may use, and what a card is to them: each knows the other.

Each verb changes the state and says so in an event. A verb does as much as it can: taking what is
not there takes nothing, and a card that has left the row has nothing more to lose. Those of
influence are in purse.py, of cards in places.py.
"""

from __future__ import annotations

from typing import Any, ClassVar

from .effect_questions import Ask
from .events import Event
from .names import CARD, FAMILY, KIND, Fall, Step
from .places import Places
from .state import State, changed


class Rule:
    """A card's rule. It holds no game: everything about one is in the state.

    `act` is given the card's name and one answer for each of `asks` – None where there was
    nothing to choose. All of it happens through the verbs of `Turn`.
    """

    kind: ClassVar[str]
    box: ClassVar[str]
    since: ClassVar[int] = 1  # the first version of the rules in which the card is like this
    character: ClassVar[bool]
    asks: ClassVar[tuple[Ask, ...]] = ()
    needs_token: ClassVar[bool] = False  # it cannot be revealed without one
    turns_down: ClassVar[bool] = False  # it can lie closed though all have seen it
    keeps: ClassVar[bool] = False  # it can lie in front of its owner
    copies: ClassVar[bool] = False  # it can act by another character's rule

    def revealed(self, turn: Turn, me: str, tokens: int) -> None:
        """What becomes of the `tokens` (1 or more) on a card that its controller turns over."""
        turn.take_tokens(me)

    def act(self, turn: Turn, me: str, *answers: Any) -> None:
        """The effect, once everything is chosen."""

    def bounty(self, fall: Fall) -> int:
        """What the eliminating player gains on top for eliminating this card."""
        return 0

    def eliminated(self, turn: Turn, fall: Fall) -> None:
        """What happens after this card was eliminated."""

    def kept_bounty(self, fall: Fall) -> int:
        """Kept: what its owner gains on top for an elimination."""
        return 0

    def kept_income(self, tokens: int) -> int:
        """Kept: what its owner gains as a round begins, and at the end."""
        return 0


# By version and kind; also the steps that are no card of their own. versions.py puts them in.
RULES: dict[int, dict[str, Rule]] = {}


class Turn(Places):
    """What happens between one decision and the next."""

    __slots__ = ("rules",)

    def __init__(self, state: State, events: list[Event]) -> None:
        super().__init__(state, events)
        self.rules = RULES[state.version]

    def apply(self, rule: str, card: str, *, revealed: bool = False) -> None:
        """Begin the effect `rule` for a card: its questions first, if it has any."""
        one = self.rules[rule]
        if one.asks:
            self.state.agenda += (Step(rule, card, (), revealed),)
        else:
            one.act(self, card)

    def ask(self, step: Step) -> None:
        """Put an effect of one's own on the agenda."""
        self.state.agenda += (step,)

    def copy(self, me: str, model: str) -> None:
        """Do what `model` does, as `me`. What copies can itself not be copied."""
        state = self.state
        kind = KIND[model]
        self._tell(
            "copied",
            seat=state.controller(me),
            slot=state.slot(me) + 1,
            target=state.slot(model) + 1,
            card=kind,
        )
        if not self.rules[kind].copies:
            self.apply(kind, me)

    def use(self, me: str, choice: str) -> None:
        """Let the character of the slot named by "use SLOT" act."""
        state = self.state
        slot = int(choice.removeprefix("use "))
        card = state.row[slot - 1][-1]
        self._tell("used", seat=state.controller(me), slot=slot, card=KIND[card])
        self.apply(KIND[card], card)

    def eliminate(self, *victims: str | None, by: str, reward: int = 1, bonus: int = 0) -> None:
        """Eliminate top cards, all at once: `reward` for each, and `bonus` if the card says so."""
        state = self.state
        seat = state.controller(by)
        by_slot = state.slot(by)
        falls = [
            Fall(card, state.controller(card), state.is_open(card), by, seat, state.slot(card))
            for card in victims
            if card is not None
        ]
        falls.sort(key=_slot_of)
        gone = [self._leave(fall.victim, fall.slot) for fall in reversed(falls)]
        for fall, left in zip(falls, reversed(gone), strict=True):
            victim = fall.victim
            family = FAMILY[victim]
            state.discards = changed(
                state.discards, family, (*state.discards[family], KIND[victim])
            )
            self.events.append(
                {
                    "kind": "eliminated",
                    "seat": seat,
                    "by": KIND[by],
                    "by_slot": by_slot + 1,
                    "slot": fall.slot + 1,
                    "card": KIND[victim],
                    "controller": fall.controller,
                    "family": family,
                    "was_open": fall.was_open,
                    "tokens": left[0],
                    "verdicts": left[1],
                    "bribe": left[2],
                    "knows": None,
                }
            )
        for fall in falls:
            self._gain(seat, reward, "elimination", by)
            self._gain(seat, bonus, "bonus", by)
            self._gain(seat, self.rules[KIND[fall.victim]].bounty(fall), "bonus", fall.victim)
            for kind in state.kept[seat]:
                self._gain(seat, self.rules[kind].kept_bounty(fall), "bonus", CARD[seat][kind])
        for fall in falls:
            self.rules[KIND[fall.victim]].eliminated(self, fall)


def _slot_of(fall: Fall) -> int:
    return fall.slot
