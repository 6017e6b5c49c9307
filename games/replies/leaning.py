"""Which way a text leans whose words do not decide: learnt from answers that were kept. Asked back,
never done.

Each legal move, and "nothing at all", is given a weight: by what is seen of it (`traits`), and by
the words and parts of words themselves, each for what a move is – that it waits, takes a place,
strikes an open card. What all of these weigh is learnt by `tests.post.learning` from
`tests/post/answers`, and kept in `leaning.bin`, which ends with a digest of what it was learnt
from. No word is learnt for a position or a person.
"""

from array import array
from collections.abc import Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import NamedTuple

from games.replies.lexicon import Position
from games.replies.traits import NOTHING, OF_WORDS, SIZE, Features, Seen, seen
from games.replies.weighing import Said

WEIGHTS = Path(__file__).with_name("leaning.bin")
STEP = 0.03

Weights = Sequence[float]


class Leaning(NamedTuple):
    """`nothing`: how likely it is that no move is meant; then how likely each is, the likeliest
    first."""

    nothing: float
    moves: tuple[tuple[float, str], ...]


def lean(said: Said, position: Position) -> Leaning:
    return leans(seen(said, position), kept())


@cache
def kept() -> Weights:
    return array("f", [(one - 128) * STEP for one in WEIGHTS.read_bytes()[:SIZE]])


def leans(found: Seen, weights: Weights) -> Leaning:
    by_words = {
        aspect: sum(weights[(gram ^ aspect) % SIZE] for gram in found.grams) * OF_WORDS
        for aspect in {NOTHING, *(one for each in found.aspects.values() for one in each)}
    }
    nothing = by_words[NOTHING] + _sum(found.nothing, weights)
    heavy = {
        move: _sum(features, weights) + sum(by_words[one] for one in found.aspects[move])
        for move, features in found.moves.items()
    }
    most = max([nothing, *heavy.values()])
    odds = {move: exp(weight - most) for move, weight in heavy.items()}
    total = exp(nothing - most) + sum(odds.values())
    ranked = sorted(((one / total, move) for move, one in odds.items()), key=lambda one: -one[0])
    return Leaning(exp(nothing - most) / total, tuple(ranked))


def _sum(features: Features, weights: Weights) -> float:
    return sum(weights[one] * value for one, value in features.items())
