"""Which way a text leans whose words do not decide: learnt from answers that were kept. Asked back,
never done.

Each legal move, and "nothing at all", is given a weight: by what the clauses say that `weighing`
hears, and by the words and parts of words themselves, each for what a move is – that it waits,
takes a place, strikes an open card. What all of these weigh is learnt by `tests.post.learning`
from `tests/post/answers`, and kept in `leaning.bin`, which ends with a digest of what it was learnt
from. No word is learnt for a position or a person.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, log1p
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from games.engine.types import known
from games.replies.called import seat_of
from games.replies.lexicon import Position, Token, words_of
from games.replies.loosely import fitting, is_verb, weighs
from games.replies.sounds import of_one_alphabet, plain
from games.replies.weighing import Clause, Said, half, loosened, true_of

WEIGHTS = Path(__file__).with_name("leaning.bin")
# Features share so many weights, of a byte each.
SIZE = 2**18
STEP = 0.03
# So much of what all words of a text weigh together is heard beside what they say.
OF_WORDS = 0.15
_PARTS = (3, 4, 5)
_MOST_LETTERS = 16

Weights = Sequence[float]
Features = dict[int, float]


class Seen(NamedTuple):
    """What is seen of one text: of moving nothing, of each move, and of its words."""

    nothing: Features
    moves: dict[str, Features]
    grams: tuple[int, ...]
    # What each move is, as numbers that are put together with those of the words.
    aspects: dict[str, tuple[int, ...]]


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


def seen(said: Said, position: Position) -> Seen:
    text, clauses = said
    of_nothing: dict[str, float] = defaultdict(float)
    of_moves: dict[str, dict[str, float]] = {move: defaultdict(float) for move in position.moves}
    told = [true_of(one, position) for one in clauses]
    last = max((at for at, moves in enumerate(told) if moves), default=-1)
    for at, (clause, moves) in enumerate(zip(clauses, told, strict=True)):
        guard = _guard(clause)
        is_turned = clause.turn < clauses[-1].turn
        how = f"{guard} {clause.is_asked} {clause.is_reason} {is_turned}"
        for move in moves:
            of_moves[move][f"says {how}"] += 1 / len(moves)
            of_moves[move][f"only {guard}"] += len(moves) == 1
            of_moves[move][f"last {guard}"] += (at == last) / len(moves)
        where = "itself" if moves else "after" if at > last else "before"
        has_verb = any(map(is_verb, clause.tokens))
        for one in clause.guards:
            of_nothing[f"guard {one} {where} {has_verb}"] += 1
        of_nothing[f"asked {where}"] += clause.is_asked
        for token in clause.tokens:
            kind = _kind(token)
            fits = _fits(token, position) if kind else frozenset()
            for move in fits:
                is_denied = guard if guard in {"", "negation"} else "guarded"
                of_moves[move][f"word {kind} {token.is_loose} {is_denied}"] += 1 / len(fits)
    tokens = [token for clause in clauses for token in clause.tokens]
    of_nothing["all"] = 1
    of_nothing[f"asked to {position.moves[0].split()[0]}"] = 1
    of_nothing["says nothing"] = last < 0
    of_nothing["unknown"] = log1p(sum(not token.means for token in tokens))
    of_nothing["length"] = log1p(len(tokens))
    of_nothing["ends in a question"] = text.rstrip().endswith("?")
    of_nothing["has a question"] = "?" in text
    return Seen(
        _numbered(of_nothing),
        {move: _numbered(found) for move, found in of_moves.items()},
        tuple(map(number, sorted(set(_grams(text, position))))),
        {move: tuple(number(one) for one in _aspects(move, position)) for move in position.moves},
    )


def _guard(clause: Clause) -> str:
    if len(clause.guards) > 1:
        return "several, a denial" if "negation" in clause.guards else "several"
    return next(iter(clause.guards), "")


def _kind(token: Token) -> str:
    """Of what a word speaks."""
    if not weighs(token):
        return ""
    kinds = {one[:2] if one[1:2] == ":" else "which" for one in token.means if one}
    return " ".join(sorted(kinds - {"g:"}))


def _fits(token: Token, position: Position) -> frozenset[str]:
    tokens = [loosened(token, position)]
    return fitting(tokens, position) or half(tokens, position)


def number(name: str) -> int:
    return crc32(name.encode()) % SIZE


NOTHING = number("nothing")


def _numbered(found: dict[str, float]) -> Features:
    return {number(name): float(value) for name, value in found.items() if value}


def _grams(text: str, position: Position) -> Iterator[str]:
    """Words, pairs of them, and their parts; whoever is called by name could be anybody."""
    words = [_folded(word, position) for word in words_of(text)]
    for before, word in zip(["", *words], [*words, ""], strict=True):
        yield f"{before} {word}"
    for word in words:
        yield word
        whole = f"<{word[:_MOST_LETTERS]}>"
        for size in _PARTS:
            yield from (f"…{whole[at : at + size]}" for at in range(len(whole) - size + 1))


def _folded(word: str, position: Position) -> str:
    if word.isdecimal():
        return "#"
    return "@" if seat_of(word, position.names or ()) else plain(of_one_alphabet(word))


def _aspects(move: str, position: Position) -> Iterator[str]:
    """What a move is, as words may say it at any position."""
    verb, *rest = move.split()
    verbs = {other.split()[0] for other in position.moves}
    if len(verbs) > 1:
        yield verb
    if verb in {"place", "swap"}:
        yield f"card {rest[0]}"
    if verb == "place":
        yield f"where {rest[1]}"
    if not rest or not rest[0].isdecimal():
        return
    slot = int(rest[0])
    top = position.view["row"][slot - 1]["top"]
    yield "open" if top["open"] else "closed"
    if top["card"]:
        yield f"card {top['card']}"
    if position.view["row"][slot - 1]["controller"] == known(position.view["you"]):
        yield "one's own"
    slots = sorted({int(one) for other in position.moves for one in other.split()[1:2]})
    yield from (name for name, end in (("first", slots[0]), ("last", slots[-1])) if slot == end)
    if verb == "move":
        ends = {"0": "to the start", str(len(position.view["row"])): "to the end"}
        yield ends.get(rest[2], "between")
