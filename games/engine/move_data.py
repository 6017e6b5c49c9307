"""Moves as data, for programs that let people drag cards and parse nothing.

Each is one way to read a line of notation, and the notation follows from it: `as_text` takes back
what `as_data` gave. Whether a move is legal, the rules decide by its text.
"""

from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, NotRequired, TypedDict, cast

from .types import CardName, SlotNumber, Within


class Tagged(NamedTuple):
    """Of a union: what it is called, and the field that tells its members apart."""

    called: str
    by: str


class GoesWith(NamedTuple):
    """Of a field: it is there where another one is this word, and only there."""

    other: str
    word: str


PLACES = ("start", "end", "on")


class PlaceMove(TypedDict):
    """A card of your hand goes into the row; or the twin, where that is asked."""

    do: Annotated[Literal["place"], "A card is played."]
    card: Annotated[CardName, "Which."]
    at: Annotated[Literal["start", "end", "on"], "Where; `on` a card of your own."]
    slot: NotRequired[
        Annotated[
            SlotNumber, GoesWith("at", "on"), "With `on`, and only then: whose card it covers."
        ]
    ]


class SlotMove(TypedDict):
    """Something is done to the card of a slot."""

    do: Annotated[
        Literal["eliminate", "steal", "copy", "bribe", "use", "give", "mark"], "What is done."
    ]
    slot: Annotated[SlotNumber, "To the card of this slot; `steal`: from its controller."]


class ShiftMove(TypedDict):
    """A card changes its place in the row."""

    do: Annotated[Literal["move"], "A card is moved."]
    slot: Annotated[SlotNumber, "The card of this slot."]
    gap: Annotated[int, Within(0), "Behind so many slots; 0: before the first."]


class SwapMove(TypedDict):
    """The informant takes a card of the hand's place."""

    do: Annotated[Literal["swap"], "Cards are swapped."]
    card: Annotated[CardName, "Which card of your hand comes into the row."]


class PlainMove(TypedDict):
    """A word says it all."""

    do: Annotated[Literal["wait", "reveal", "take", "gain", "stay", "leave"], "What is done."]


Move = Annotated[PlaceMove | SlotMove | ShiftMove | SwapMove | PlainMove, Tagged("Move", "do")]


def as_data(move: str) -> Move:
    """Of a move in notation, as legal moves and logs have it."""
    return cast(Move, _read(move).copy())


# A view has dozens of them, out of some two thousand that there are.
@lru_cache(4096)
def _read(move: str) -> dict[str, object]:
    match move.split():
        case ["place", card, "on", slot]:
            return {"do": "place", "card": card, "at": "on", "slot": int(slot)}
        case ["place", card, place]:
            return {"do": "place", "card": card, "at": place}
        case ["move", slot, "to", gap]:
            return {"do": "move", "slot": int(slot), "gap": int(gap)}
        case ["swap", card]:
            return {"do": "swap", "card": card}
        case [verb, slot]:
            return {"do": verb, "slot": int(slot)}
        case _:
            return {"do": move}


def as_text(move: Move) -> str:
    match move:
        case {"do": "place", "card": card, "slot": slot}:
            return f"place {card} on {slot}"
        case {"do": "place", "card": card, "at": place}:
            return f"place {card} {place}"
        case {"do": "move", "slot": slot, "gap": gap}:
            return f"move {slot} to {gap}"
        case {"do": "swap", "card": card}:
            return f"swap {card}"
        case {"do": verb, "slot": slot}:
            return f"{verb} {slot}"
    return move["do"]
