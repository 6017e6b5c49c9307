"""Verbs for cards that leave the row, come into it and move in it."""

from __future__ import annotations

from .names import CARD, FAMILY, KIND
from .purse import Purse
from .state import changed, without
from .terms import CLOSED, OPEN, SEEN


class Places(Purse):
    """Where cards go between one decision and the next. The cursor stays with its slot."""

    __slots__ = ()

    # --- cards leave --------------------------------------------------------------------------

    def discard(self, card: str, why: str = "done", cause: str | None = None) -> None:
        """A top card goes to the discard of its family, if it is still in the row."""
        state = self.state
        if card not in state.faces:
            return
        seat, slot = state.controller(card), state.slot(card)
        tokens, verdicts, bribe = self._leave(card, slot)
        family = FAMILY[card]
        state.discards = changed(state.discards, family, (*state.discards[family], KIND[card]))
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
        state.kept = changed(state.kept, seat, (*state.kept[seat], KIND[card]))
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
        state.hands = changed(state.hands, seat, tuple(sorted(hand)))
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
        verdicts, bribe = state.verdicts.get(card, 0), state.bribed.get(card)
        if verdicts:
            state.verdicts = without(state.verdicts, card)
        if bribe is not None:
            state.bribed = without(state.bribed, card)
        return state.tokens.pop(card, 0), verdicts, bribe

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
        state.twins = changed(state.twins, seat, False)
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
        if kind in state.discards[seat]:
            source = "discard"
            state.discards = changed(state.discards, seat, _less(state.discards[seat], kind))
        elif kind in state.aside[seat]:
            source = "aside"
            state.aside = changed(state.aside, seat, _less(state.aside[seat], kind))
        else:
            return
        slot = state.slot(beside) + behind
        card = CARD[seat][kind]
        self._insert(slot, card)
        self._enter(card, "substitution", source, "beside", slot)

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


def _less(pile: tuple[str, ...], kind: str) -> tuple[str, ...]:
    return tuple(one for one in pile if one != kind)
