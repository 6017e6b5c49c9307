"""What a seat sees of a game, built by whitelist: every field is put in, none is taken out.

The keys of a view are the same whatever is hidden; what a seat may not know is None. So a view is
a function of what is public and of the seat's own cards, and so is everything made from it.
"""

from __future__ import annotations

from .full_position import kept_cards
from .legal import legal_moves, question
from .names import FAMILY, KIND
from .scoring import result
from .state import State
from .terms import OPEN, ROUNDS
from .types import CardInRow, Choice, Slot, View


def view(state: State, seat: int | None) -> View:
    """The game as `seat` may know it, None being a spectator; after the end all is open.

    * `row`: slots in order of resolution. A card's `card` is None where it is not known;
      `open` is false for one that lies closed, known or not; `asleep` for one that was swapped
      in and is not resolved in this round. `covered` goes from bottom to top.
    * `cursor`: slot being resolved; the next one to be, while an effect waits whose card has left.
    * `seats`: `hand` and `aside` are sizes; `hand_cards` and `aside_cards` are for the end.
    * `question`: `card` is the card that acts, `acts_as` whose rule it follows, `tokens` those a
      combination has left to use (None where none is at work). `moves` is for the one who is asked.
    """
    if seat is not None and not 0 <= seat < state.seats:
        raise ValueError(f"there is no seat {seat} at this table")
    over = state.phase == "over"
    everything = over or None
    home = set(state.bribed.values())
    bribes = "bribe" in state.deck
    return {
        "rules_version": state.version,
        "set": state.set,
        "edition": state.edition,
        "deck": list(state.deck),
        "round": state.round,
        "rounds": ROUNDS,
        "phase": state.phase,
        "cursor": state.next_cursor() + 1 if state.phase == "events" else None,
        "first": state.first,
        "direction": state.direction,
        "you": seat,
        "seats": [
            {
                "seat": one,
                "influence": state.influence[one],
                "hand": len(state.hands[one]),
                "aside": len(state.aside[one]),
                "discard": list(state.discards[one]),
                "kept": kept_cards(state, one) if state.kept[one] else [],
                "twin_waiting": state.twins[one],
                "bribe_token": bribes and one not in home,
                "hand_cards": everything and list(state.hands[one]),
                "aside_cards": everything and list(state.aside[one]),
            }
            for one in range(state.seats)
        ],
        "row": _row(state, seat, over),
        "verdicts": state.verdicts_left() if "judge" in state.deck else None,
        "yours": None
        if seat is None
        else {"hand": list(state.hands[seat]), "aside": list(state.aside[seat])},
        "question": _question(state, seat),
        "result": result(state) if over else None,
    }


def _row(state: State, seat: int | None, over: bool) -> list[Slot]:
    faces, tokens, verdicts = state.faces, state.tokens, state.verdicts
    bribed, asleep = state.bribed, state.asleep
    row: list[Slot] = []
    for number, stack in enumerate(state.row, 1):
        cards: list[CardInRow] = []
        for card in stack:
            face, family = faces[card], FAMILY[card]
            cards.append(
                {
                    "family": family,
                    "card": KIND[card] if face or family == seat or over else None,
                    "open": face == OPEN,
                    "tokens": tokens.get(card, 0),
                    "verdicts": verdicts.get(card, 0),
                    "bribed": card in bribed,
                    "asleep": card in asleep,
                }
            )
        top = cards.pop()
        holder = state.controller(stack[-1])
        row.append({"slot": number, "controller": holder, "covered": cards, "top": top})
    return row


def _question(state: State, seat: int | None) -> Choice | None:
    asked = question(state)
    if asked is None:
        return None
    card = asked.card
    if card is not None:
        slot = state.slot(card) + 1 if card in state.faces else None
    else:
        slot = state.cursor + 1 if state.phase == "events" else None
    return {
        "seat": asked.seat,
        "kind": asked.kind,
        "slot": slot,
        "card": card and KIND[card],
        "acts_as": asked.rule and asked.rule.partition("/")[0],
        "tokens": state.agenda[0].tokens
        if state.agenda and state.active not in state.faces
        else None,
        "moves": legal_moves(state) if seat == asked.seat else None,
    }
