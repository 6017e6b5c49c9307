"""What is dealt, and by which rules it is played, under each version that ever dealt a game.

A version that has dealt games is kept as it is, for as long as there is a game of it: it deals the
same decks from the same seeds, and its cards do what they did. What changes is a new version,
added below; docs/adding-a-card.md shows how. A game knows its version (`State.version`).
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import NamedTuple

from .cards import REGISTERED
from .cards.targets import anything, ends, neighbours_of_other_own
from .effect_questions import Pick
from .errors import UnknownRules
from .turn import RULES, Rule


class Version(NamedTuple):
    """The decks of a version of the rules."""

    sets: Mapping[str, tuple[str, ...]]  # by name: the ten kinds that every family is dealt
    pool: tuple[str, ...]  # what mixed decks are made of, sorted


def deck(kinds: str) -> tuple[str, ...]:
    """Kinds, written in one line, in the order in which a version holds them."""
    return tuple(sorted(kinds.split()))


_BOXES = {
    "oriflamme": deck(
        "archer soldier spy heir shapeshifter lord assassination royal_decree ambush conspiracy"
    ),
    "ablaze": deck(
        "prince schemer queen cutthroat apothecary criminal substitution bribe combination trap"
    ),
    "alliance": deck(
        "empress fanatic informant diplomat deserter judge uprising extortion infiltration treaty"
    ),
}

VERSIONS = {
    1: Version(sets=_BOXES, pool=deck(" ".join(map(" ".join, _BOXES.values())))),
}
NEWEST = max(VERSIONS)
# Every set that any version deals.
SETS = (*dict.fromkeys(name for one in VERSIONS.values() for name in one.sets), "mixed")


def at(version: int) -> Version:
    """What a version deals; UnknownRules where this software does not have it."""
    if version not in VERSIONS:
        raise UnknownRules(version, NEWEST)
    return VERSIONS[version]


def asks_of(kind: str, version: int) -> tuple[str, ...]:
    """The kinds of question that a card asks when it acts."""
    return tuple(one.kind for one in RULES[version][kind].asks)


# What is no neighbour.
_FAR: Mapping[object, str] = {ends: "ends", anything: "row", neighbours_of_other_own: "beside_own"}


def reach_of(kind: str, version: int) -> str:
    """Where what a card asks for first can lie: "beside" it, "beside_own" others, at the "ends" or
    anywhere in the "row". Empty where it asks for no card of the row."""
    asks = RULES[version][kind].asks[:1]
    return next((_FAR.get(one.targets, "beside") for one in asks if isinstance(one, Pick)), "")


def _rules_of(version: int) -> dict[str, Rule]:
    """Each card as it is since the latest version up to this one."""
    known = [rule for rule in REGISTERED if rule.since <= version]
    return {rule.kind: rule for rule in sorted(known, key=attrgetter("since"))}


RULES.update({version: _rules_of(version) for version in VERSIONS})
