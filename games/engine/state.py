"""A game as data: everything a game is between two decisions, and nothing else.

Cards are named "kind/family" (see names.py). What has to be decided is not stored: it
follows from the rest. `agenda` holds the effects that wait for a choice, the innermost last.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from .names import FAMILY, Step
from .terms import OPEN, VERDICTS
from .types import Phase

Piles = tuple[tuple[str, ...], ...]  # cards of each seat
One = TypeVar("One")


class Question(NamedTuple):
    """Who has to decide what: its kind and the card that acts are public, the moves are not."""

    seat: int
    kind: str
    card: str | None = None
    rule: str | None = None
    moves: tuple[str, ...] | None = None  # None: worked out when somebody asks


class State:
    """One game. Its lists, `faces` and `tokens` are its own and change in place; all else is
    replaced, never changed, so that a copy can share it."""

    __slots__ = (
        "active",
        "agenda",
        "aside",
        "asleep",
        "bribed",
        "cursor",
        "deck",
        "direction",
        "discards",
        "edition",
        "faces",
        "first",
        "hands",
        "influence",
        "kept",
        "phase",
        "placed",
        "question",
        "round",
        "row",
        "seats",
        "set",
        "tokens",
        "twins",
        "verdicts",
        "version",
    )

    version: int  # of the rules, from the deal to the end
    set: str
    edition: str
    deck: tuple[str, ...]
    seats: int
    direction: str
    phase: Phase
    round: int
    first: int  # seat that plays first in this round
    placed: int  # how many have played a card in this round
    cursor: int  # slot being resolved, from 0; one of the row or one past it
    active: str | None  # the card whose turn it is, from its turning over until all is done
    influence: list[int]
    row: list[tuple[str, ...]]  # slots in order of resolution, each from bottom to top
    hands: Piles  # kinds, sorted
    aside: Piles  # kinds, sorted
    discards: Piles  # kinds, in order of leaving
    kept: Piles  # kinds, in order of keeping
    twins: tuple[bool, ...]  # whose twin still waits outside the row
    faces: dict[str, int]  # of every card in the row
    tokens: dict[str, int]  # 1 or more on a card, in the row or kept
    verdicts: dict[str, int]  # 1 or more on a card of the row
    bribed: dict[str, int]  # card → seat whose bribe token lies on it, and who controls it
    asleep: tuple[str, ...]  # put in by a swap in this round
    agenda: tuple[Step, ...]
    question: Question | None  # a note of what follows from the rest; never stored

    def __repr__(self) -> str:
        """Nothing of it: whatever prints it, by mistake or after one, shows no hand."""
        return "State([secret])"

    def copy(self) -> State:
        """The same game, to be played on independently."""
        new = State.__new__(State)
        new.version = self.version
        new.set = self.set
        new.edition = self.edition
        new.deck = self.deck
        new.seats = self.seats
        new.direction = self.direction
        new.phase = self.phase
        new.round = self.round
        new.first = self.first
        new.placed = self.placed
        new.cursor = self.cursor
        new.active = self.active
        new.influence = self.influence[:]
        new.row = self.row[:]
        new.hands = self.hands
        new.aside = self.aside
        new.discards = self.discards
        new.kept = self.kept
        new.twins = self.twins
        new.faces = self.faces.copy()
        new.tokens = self.tokens.copy()
        new.verdicts = self.verdicts
        new.bribed = self.bribed
        new.asleep = self.asleep
        new.agenda = self.agenda
        new.question = self.question
        return new

    def __eq__(self, other: object) -> bool:
        """The same game at the same moment; what is noted of the question follows from the rest."""
        return isinstance(other, State) and all(
            getattr(self, field) == getattr(other, field)
            for field in self.__slots__
            if field != "question"
        )

    __hash__ = None  # type: ignore[assignment]

    def controller(self, card: str) -> int:
        return self.bribed.get(card, FAMILY[card])

    def holder(self, slot: int) -> int:
        """Who controls the top card of a slot."""
        card = self.row[slot][-1]
        return self.bribed.get(card, FAMILY[card])

    def is_open(self, card: str) -> bool:
        return self.faces[card] == OPEN

    def slot(self, card: str) -> int:
        """The slot on top of which a card lies."""
        for slot, stack in enumerate(self.row):
            if stack[-1] == card:
                return slot
        raise LookupError(card)

    def in_row(self, card: str) -> bool:
        return card in self.faces

    def verdicts_left(self) -> int:
        return VERDICTS - sum(self.verdicts.values())

    def next_cursor(self) -> int:
        """The cursor with sleeping cards passed over."""
        slot, row = self.cursor, self.row
        while slot < len(row) and row[slot][-1] in self.asleep:
            slot += 1
        return slot

    def row_cards(self) -> list[int]:
        """Per seat: the top cards it controls."""
        held = [0] * self.seats
        for slot in range(len(self.row)):
            held[self.holder(slot)] += 1
        return held


def changed(seats: tuple[One, ...], seat: int, value: One) -> tuple[One, ...]:
    """What belongs to the seats, with another value for one of them."""
    return (*seats[:seat], value, *seats[seat + 1 :])


def without(markers: dict[str, int], card: str) -> dict[str, int]:
    """The markers without those on a card."""
    return {one: marker for one, marker in markers.items() if one != card}
