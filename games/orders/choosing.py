"""One of a question's choices, by what is preferred and what is never wanted."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.engine import View
from games.engine.types import Slot, known

from .order import OF_MOVES, RANKS, seat_of


class Choice(NamedTuple):
    """A legal move taken apart: its verb, and the slot, card or place it names."""

    move: str
    verb: str
    slot: int | None = None
    card: str | None = None
    place: str | None = None
    gap: int = 0


def take_apart(move: str, slots: int) -> Choice:
    match move.split():
        case ["place", card, "on", slot]:
            return Choice(move, "place", int(slot), card, "on")
        case ["place", card, place]:
            return Choice(move, "place", None, card, place)
        case ["move", slot, "to", gap]:
            at = {0: "start", slots: "end"}.get(int(gap))
            return Choice(move, "move", int(slot), None, at, int(gap))
        case ["swap", card]:
            return Choice(move, "swap", card=card)
        case [verb, slot]:
            return Choice(move, verb, int(slot))
        case _:
            return Choice(move, move)


def narrow(view: View, prefer: Sequence[str], never: Sequence[str]) -> tuple[str | None, str]:
    """The one move that is left, and "" – or None, and why: nothing is, or several are.

    `never` takes choices away; each of `prefer`, in order, leaves those it is true of, if any.
    """
    row = view["row"]
    left = [take_apart(move, len(row)) for move in known(known(view["question"])["moves"])]
    left = [one for one in left if not any(is_true(term, one, view) for term in never)]
    if not left:
        return None, "nothing_left"
    for term in prefer:
        if term in RANKS:
            left = _best(_KEYS[term], left, view)
        else:
            left = [one for one in left if is_true(term, one, view)] or left
    return (left[0].move, "") if len(left) == 1 else (None, "tied")


def is_true(term: str, choice: Choice, view: View) -> bool:
    if term in OF_MOVES:
        return term in {choice.verb, choice.place}
    if choice.slot is None:
        return choice.card == term
    return holds(term, view["row"][choice.slot - 1], view)


def holds(term: str, place: Slot, view: View) -> bool:
    """Whether a term is true of a slot's top card, as far as the seat can know."""
    test = _TESTS.get(term)
    if test is not None:
        return bool(test(place, view))
    seat = seat_of(term)
    if seat is not None:
        return bool(place["controller"] == seat)
    return bool(place["top"]["card"] == term)


def _leaders(view: View) -> set[int]:
    """Of the others, who has the most influence."""
    others = [seat for seat in view["seats"] if seat["seat"] != view["you"]]
    most = max(seat["influence"] for seat in others)
    return {seat["seat"] for seat in others if seat["influence"] == most}


_TESTS: dict[str, Callable[[Slot, View], bool]] = {
    "open": lambda place, _view: place["top"]["open"],
    "closed": lambda place, _view: not place["top"]["open"],
    "mine": lambda place, view: place["controller"] == view["you"],
    "others": lambda place, view: place["controller"] != view["you"],
    "leader": lambda place, view: place["controller"] in _leaders(view),
}


# What a choice is compared by: the greatest is best.
_Rank = Callable[[Choice, View], int | tuple[int, int]]


def _best(key: _Rank, left: list[Choice], view: View) -> list[Choice]:
    """Those that no other surpasses. What names no slot cannot be compared, and stays."""
    keys = {one.move: key(one, view) for one in left if one.slot is not None}
    best = max(keys.values(), default=None)
    return [one for one in left if one.move not in keys or keys[one.move] == best]


def _influence(choice: Choice, view: View) -> int:
    assert choice.slot is not None
    return int(view["seats"][view["row"][choice.slot - 1]["controller"]]["influence"])


def _tokens(choice: Choice, view: View) -> int:
    assert choice.slot is not None
    return int(view["row"][choice.slot - 1]["top"]["tokens"])


def _place(choice: Choice, _view: View) -> tuple[int, int]:
    assert choice.slot is not None
    return choice.slot, choice.gap


_KEYS: dict[str, _Rank] = {
    "richest": _influence,
    "poorest": lambda choice, view: -_influence(choice, view),
    "most_tokens": _tokens,
    "lowest": lambda choice, _view: (-known(choice.slot), -choice.gap),
    "highest": _place,
}
