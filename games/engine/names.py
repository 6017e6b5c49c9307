"""What cards are called: the same in every version of the rules.

A card in a game is named by a short string, "soldier/2": its kind and its family. Every family
has a kind at most once, so the name says which card it is, and a state is JSON as it stands.
These names never leave the engine: a view tells kind and family apart, where both may be known.
"""

from __future__ import annotations

from typing import NamedTuple

FAMILIES = 5
# Five players, six cards and a twin each: no row is longer.
LONGEST_ROW = FAMILIES * 7

KIND: dict[str, str] = {}  # of every card of every family
FAMILY: dict[str, int] = {}
CARD: list[dict[str, str]] = [{} for _ in range(FAMILIES)]  # family, kind → the card's name
CHARACTERS: set[str] = set()  # the cards that stay in the row and act again; all others act once


class Step(NamedTuple):
    """An effect waiting for its choices: which rule, for which card, and what was chosen so far.

    `revealed`: the card was turned over for this; `tokens`: still to be used (combination).
    """

    rule: str
    card: str
    answers: tuple[str | None, ...] = ()
    revealed: bool = False
    tokens: int = 0


class Fall(NamedTuple):
    """One elimination, as things stood before it."""

    victim: str
    controller: int
    was_open: bool
    by: str
    seat: int
    slot: int


def is_kind(kind: str) -> bool:
    """Whether there is such a card under any version of the rules."""
    return kind in CARD[0]


def add_kind(kind: str, *, character: bool) -> None:
    """Name the cards of a kind. What is a character is one for ever: else it is another kind."""
    for family, cards in enumerate(CARD):
        card = f"{kind}/{family}"
        if cards.setdefault(kind, card) in KIND and (card in CHARACTERS) != character:
            raise ValueError(f"'{kind}' cannot become a character, or cease to be one")
        KIND[card], FAMILY[card] = kind, family
        if character:
            CHARACTERS.add(card)
