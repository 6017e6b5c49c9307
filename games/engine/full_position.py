"""The referee's position: everything there is, for comparing engines. Never for a player."""

from __future__ import annotations

from .legal import legal_moves, to_move
from .names import CARD, FAMILY, KIND
from .scoring import result
from .state import State
from .types import Kept


def position(state: State) -> dict[str, object]:
    """A game in full, made from the state alone."""
    seat = to_move(state)
    return {
        "round": state.round,
        "phase": state.phase,
        "cursor": state.next_cursor() + 1 if state.phase == "events" else None,
        "influence": list(state.influence),
        "row": [[_card(state, card) for card in stack] for stack in state.row],
        "hands": [list(hand) for hand in state.hands],
        "aside": [sorted(aside) for aside in state.aside],
        "discards": [sorted(discard) for discard in state.discards],
        "kept": [kept_cards(state, seat) for seat in range(state.seats)],
        "twin_waiting": list(state.twins),
        "to_move": None if seat is None else {"seat": seat, "legal": legal_moves(state)},
        "result": result(state) if state.phase == "over" else None,
    }


def kept_cards(state: State, seat: int) -> list[Kept]:
    return [
        {"card": kind, "tokens": state.tokens.get(CARD[seat][kind], 0)} for kind in state.kept[seat]
    ]


def _card(state: State, card: str) -> dict[str, object]:
    return {
        "card": KIND[card],
        "family": FAMILY[card],
        "controller": state.controller(card),
        "open": state.is_open(card),
        "tokens": state.tokens.get(card, 0),
        "verdicts": state.verdicts.get(card, 0),
    }
