"""Which slots a card can reach: counted from 0, each named by its top card."""

from __future__ import annotations

from games.engine.names import CHARACTERS, KIND
from games.engine.state import State


def neighbours(state: State, me: str) -> list[int]:
    """The slots directly before and after."""
    here = state.slot(me)
    found = [here - 1] if here > 0 else []
    if here + 1 < len(state.row):
        found.append(here + 1)
    return found


def ends(state: State, me: str) -> list[int]:
    """The first slot and the last."""
    last = len(state.row) - 1
    return [0, last] if last else [0]


def anything(state: State, me: str) -> list[int]:
    """Every slot of the row."""
    return list(range(len(state.row)))


def sides(state: State, me: str) -> list[int]:
    """Neighbours, but only the first of two with the same controller."""
    found = neighbours(state, me)
    if len(found) == 2 and state.holder(found[0]) == state.holder(found[1]):
        found.pop()
    return found


def open_neighbouring_characters(state: State, me: str) -> list[int]:
    """Neighbours that are open characters."""
    return [slot for slot in neighbours(state, me) if is_open_character(state, slot)]


def neighbours_of_other_own(state: State, me: str) -> list[int]:
    """The neighbours of all other top cards with the same controller."""
    seat, here, last = state.controller(me), state.slot(me), len(state.row) - 1
    found: set[int] = set()
    for slot in range(last + 1):
        if slot != here and state.holder(slot) == seat:
            found.update((slot - 1, slot + 1))
    return [slot for slot in found if 0 <= slot <= last]


def single_open_characters(state: State, me: str) -> list[int]:
    """Open characters alone in their slot."""
    return [
        slot
        for slot, stack in enumerate(state.row)
        if len(stack) == 1 and is_open_character(state, slot)
    ]


def own_open_characters(state: State, seat: int) -> list[int]:
    """Open top characters that this seat controls."""
    return [
        slot
        for slot in range(len(state.row))
        if state.holder(slot) == seat and is_open_character(state, slot)
    ]


def closed_of_opponents(state: State, me: str) -> list[int]:
    """Closed top cards that somebody else controls."""
    seat = state.controller(me)
    return [
        slot
        for slot, stack in enumerate(state.row)
        if not state.is_open(stack[-1]) and state.holder(slot) != seat
    ]


def other_open(kind: str, state: State, me: str) -> list[int]:
    """The other open top cards of that name."""
    return [
        slot
        for slot, stack in enumerate(state.row)
        if stack[-1] != me and KIND[stack[-1]] == kind and state.is_open(stack[-1])
    ]


def is_open_character(state: State, slot: int) -> bool:
    top = state.row[slot][-1]
    return state.is_open(top) and top in CHARACTERS
