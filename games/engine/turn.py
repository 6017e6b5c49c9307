"""The only verbs a card may use. Each changes the state and says so in an event.

A verb does as much as it can: taking what is not there takes nothing, and a card that has left
the row has nothing more to lose.
"""

from __future__ import annotations

from .cards.rule import CARD, FAMILY, KIND, RULE, RULES, Fall, Step
from .events import Event
from .state import State
from .terms import CLOSED, OPEN, SEEN


class Turn:
    """What happens between one decision and the next."""

    __slots__ = ("events", "state", "step")

    def __init__(self, state: State, events: list[Event]) -> None:
        self.state = state
        self.events = events
        self.step: Step  # the effect being applied, for one that had questions

    # --- effects ------------------------------------------------------------------------------

    def apply(self, rule: str, card: str, *, revealed: bool = False) -> None:
        """Begin the effect `rule` for a card: its questions first, if it has any."""
        one = RULES[rule]
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
        if kind != self.step.rule:
            self.apply(kind, me)

    def use(self, me: str, choice: str) -> None:
        """Let the character of the slot named by "use SLOT" act."""
        state = self.state
        slot = int(choice.removeprefix("use "))
        card = state.row[slot - 1][-1]
        self._tell("used", seat=state.controller(me), slot=slot, card=KIND[card])
        self.apply(KIND[card], card)

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

    # --- tokens -------------------------------------------------------------------------------

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
        state.verdicts[card] = verdicts = state.verdicts.get(card, 0) + 1
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
        state.bribed[card] = seat
        self._tell(
            "bribed",
            seat=seat,
            slot=state.slot(card) + 1,
            card=KIND[card],
            family=FAMILY[card],
            before=before,
            returned=returned,
        )

    # --- cards leave --------------------------------------------------------------------------

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
            state.discards[family] += (KIND[victim],)
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
            self._gain(seat, RULE[fall.victim].bounty(fall), "bonus", fall.victim)
            for kind in state.kept[seat]:
                self._gain(seat, RULES[kind].kept_bounty(fall), "bonus", CARD[seat][kind])
        for fall in falls:
            RULE[fall.victim].eliminated(self, fall)

    def discard(self, card: str, why: str = "done", cause: str | None = None) -> None:
        """A top card goes to the discard of its family, if it is still in the row."""
        state = self.state
        if card not in state.faces:
            return
        seat, slot = state.controller(card), state.slot(card)
        tokens, verdicts, bribe = self._leave(card, slot)
        family = FAMILY[card]
        state.discards[family] += (KIND[card],)
        self._tell(
            "discarded",
            seat=seat,
            slot=slot + 1,
            card=KIND[card],
            family=family,
            why=why,
            cause=cause,
            tokens=tokens,
            verdicts=verdicts,
            bribe=bribe,
        )

    def keep(self, card: str) -> None:
        """A card goes from the row to lie in front of its controller, its tokens on it."""
        state = self.state
        seat, slot = state.controller(card), state.slot(card)
        tokens = state.tokens.get(card, 0)
        _, verdicts, _ = self._leave(card, slot)
        if tokens:
            state.tokens[card] = tokens
        state.kept[seat] += (KIND[card],)
        self._tell(
            "kept", seat=seat, card=KIND[card], slot=slot + 1, tokens=tokens, verdicts=verdicts
        )

    def swap(self, card: str, kind: str) -> None:
        """A card goes back to the hand; one of the hand lies closed in its place, and sleeps."""
        state = self.state
        seat, slot = state.controller(card), state.slot(card)
        stack = state.row[slot]
        tokens, verdicts, bribe = self._strip(card)
        hand = list(state.hands[seat])
        hand.remove(kind)
        hand.append(KIND[card])
        state.hands[seat] = tuple(sorted(hand))
        new = CARD[seat][kind]
        state.row[slot] = (*stack[:-1], new)
        state.faces[new] = CLOSED
        state.asleep += (new,)
        self._tell(
            "swapped",
            seat,
            seat=seat,
            back=KIND[card],
            card=kind,
            slot=slot + 1,
            tokens=tokens,
            verdicts=verdicts,
            bribe=bribe,
        )

    def _leave(self, card: str, slot: int) -> tuple[int, int, int | None]:
        """Take a top card out of the row; the cursor goes with its own slot."""
        state = self.state
        stack = state.row[slot]
        if len(stack) > 1:
            state.row[slot] = stack[:-1]
        else:
            del state.row[slot]
            if slot < state.cursor:
                state.cursor -= 1
        return self._strip(card)

    def _strip(self, card: str) -> tuple[int, int, int | None]:
        """Take tokens and markers off a card that leaves."""
        state = self.state
        del state.faces[card]
        if card in state.asleep:
            state.asleep = tuple(one for one in state.asleep if one != card)
        return (
            state.tokens.pop(card, 0),
            state.verdicts.pop(card, 0),
            state.bribed.pop(card, None),
        )

    # --- cards come and move ------------------------------------------------------------------

    def turn_down(self, card: str) -> None:
        """An open card lies closed again, known to all."""
        state = self.state
        if card in state.faces:
            state.faces[card] = SEEN
            self._tell(
                "turned_down",
                seat=state.controller(card),
                slot=state.slot(card) + 1,
                card=KIND[card],
            )

    def move(self, slot: int, gap: int) -> None:
        """The top card of a slot becomes a slot of its own at a gap, 0 before the first slot."""
        state = self.state
        stack = state.row[slot]
        card = stack[-1]
        controller = state.controller(card)
        if len(stack) > 1:
            state.row[slot] = stack[:-1]
        else:
            del state.row[slot]
            if slot < state.cursor:
                state.cursor -= 1
            if slot < gap:
                gap -= 1
        self._insert(gap, card)
        self._tell(
            "moved",
            self._knower(card),
            seat=state.controller(self.step.card),
            slot=slot + 1,
            to=gap + 1,
            card=KIND[card],
            controller=controller,
        )

    def bring_twin(self, prince: str, place: str) -> None:
        """The waiting twin comes in, open: at the "start", the "end" or "on SLOT"."""
        state = self.state
        seat = state.controller(prince)
        twin = CARD[seat]["twin"]
        state.twins = (*state.twins[:seat], False, *state.twins[seat + 1 :])
        where, _, number = place.partition(" ")
        if where == "on":
            slot = int(number) - 1
            state.row[slot] += (twin,)
        else:
            slot = 0 if where == "start" else len(state.row)
            self._insert(slot, twin)
        self._enter(twin, "prince", "table", where, slot)

    def substitute(self, kind: str, beside: str, behind: bool) -> None:
        """The own card of that kind comes in from the discard or the three set aside."""
        state = self.state
        if not state.in_row(beside):
            return
        seat = state.controller(beside)
        for source, piles in (("discard", state.discards), ("aside", state.aside)):
            if kind in piles[seat]:
                pile = list(piles[seat])
                pile.remove(kind)
                piles[seat] = tuple(pile)
                slot = state.slot(beside) + behind
                card = CARD[seat][kind]
                self._insert(slot, card)
                self._enter(card, "substitution", source, "beside", slot)
                return

    def _enter(self, card: str, by: str, source: str, place: str, slot: int) -> None:
        self.state.faces[card] = OPEN
        self._tell(
            "entered",
            seat=FAMILY[card],
            card=KIND[card],
            by=by,
            source=source,
            place=place,
            slot=slot + 1,
        )

    def _insert(self, gap: int, card: str) -> None:
        """A new slot; the cursor goes with its own slot, which is in the row whenever this is."""
        state = self.state
        state.row.insert(gap, (card,))
        if gap <= state.cursor:
            state.cursor += 1

    # --- telling ------------------------------------------------------------------------------

    def _knower(self, card: str) -> int | None:
        """Who alone may know which card this is; None: everybody does."""
        return None if self.state.faces[card] else FAMILY[card]

    def _tell(self, kind: str, knows: int | None = None, **fields: object) -> None:
        self.events.append({"kind": kind, **fields, "knows": knows})


def _slot_of(fall: Fall) -> int:
    return fall.slot
