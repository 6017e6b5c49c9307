"""What is seen of a text, of each legal move and of "no move at all", for `leaning` to weigh.

Of a move: which clauses are true of it, and how each sentence reads from where it stands – "a card
that fits, a denial, a place that does not" – in pairs and triples, and the words beside each. So
"the Spy, not on the Lord" teaches the same shape as "the Heir, not on the Queen". Of no move: the
words, by whether their sentence says something of the question, only another one does, or none.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log1p
from typing import NamedTuple
from zlib import crc32

from games.engine.types import known
from games.replies.called import seat_of
from games.replies.lexicon import Position, Token, words_of
from games.replies.loosely import SENTENCE, fitting, is_verb, weighs
from games.replies.sounds import of_one_alphabet, plain
from games.replies.weighing import Clause, Said, half, loosened, true_of

# Features share so many weights, of a byte each.
SIZE = 2**19
# So much of what all words of a text weigh together is heard beside what they say.
OF_WORDS = 0.15
_OF_TRIPLES, _OF_NEIGHBOURS = 0.7, 0.4
_PARTS = (3, 4, 5)
_MOST_LETTERS = 16
_MANY = (3, 6, 12)

Features = dict[int, float]
_Named = defaultdict[str, float]


class Seen(NamedTuple):
    """What is seen of one text: of moving nothing, of each move, and of its words."""

    nothing: Features
    moves: dict[str, Features]
    grams: tuple[int, ...]
    # What each move is, as numbers that are put together with those of the words.
    aspects: dict[str, tuple[int, ...]]


class _Part(NamedTuple):
    """A word of a sentence: what it is, and the moves it may speak of if it tells them apart."""

    token: Token
    sign: str
    fits: frozenset[str] | None


class _Sentence(NamedTuple):
    clauses: list[Clause]
    # The moves that one of its clauses is true of.
    says: frozenset[str]


def seen(said: Said, position: Position) -> Seen:
    text, clauses = said
    of_nothing: _Named = defaultdict(float)
    of_moves: dict[str, _Named] = {move: defaultdict(float) for move in position.moves}
    told = [true_of(one, position) for one in clauses]
    parts = {token: _part(token, position) for clause in clauses for token in clause.tokens}
    sentences: dict[int, _Sentence] = {}
    for clause, says in zip(clauses, told, strict=True):
        before = sentences.get(clause.sentence, _Sentence([], frozenset()))
        sentences[clause.sentence] = _Sentence([*before.clauses, clause], before.says | says)
    _of_clauses(clauses, told, parts, of_nothing, of_moves)
    _of_sentences(sentences, parts, position, of_moves)
    _of_words(text, sentences, position, of_nothing)
    _of_all(said, told, position, of_nothing)
    return Seen(
        _numbered(of_nothing),
        {move: _numbered(found) for move, found in of_moves.items()},
        tuple(map(number, sorted(set(_grams(text, position))))),
        {move: tuple(number(one) for one in _aspects(move, position)) for move in position.moves},
    )


def _of_clauses(
    clauses: Sequence[Clause],
    told: Sequence[frozenset[str]],
    parts: dict[Token, _Part],
    of_nothing: _Named,
    of_moves: dict[str, _Named],
) -> None:
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
            part = parts[token]
            fits = part.fits or frozenset()
            is_denied = guard if guard in {"", "negation"} else "guarded"
            for move in fits:
                of_moves[move][f"word {part.sign} {token.is_loose} {is_denied}"] += 1 / len(fits)


def _of_sentences(
    sentences: dict[int, _Sentence],
    parts: dict[Token, _Part],
    position: Position,
    of_moves: dict[str, _Named],
) -> None:
    last = max((at for at, one in sentences.items() if one.says), default=-1)
    for at, (clauses, says) in sentences.items():
        row = [parts[token] for clause in clauses for token in clause.tokens]
        guards = sorted({guard for clause in clauses for guard in clause.guards})
        guard = "+".join(guards) if len(guards) < 2 else "several"
        is_asked = any(clause.is_asked for clause in clauses)
        place = "only" if len(sentences) == 1 else "last" if at == last else "other"
        unknown = _many(sum(not part.token.means for part in row))
        is_plain = f"{len(says) == 1} {bool(guards)} {is_asked} {place}"
        amid = f"{len(says) == 1} {guard} {is_asked} {unknown}"
        words = [_folded(part.token.words[-1], position) for part in row]
        read: dict[tuple[bool | None, ...], dict[str, float]] = {}
        for move, found in of_moves.items():
            fits = tuple(
                None if part.fits is None or len(part.fits) == len(of_moves) else move in part.fits
                for part in row
            )
            if fits not in read:
                read[fits] = _read_so(row, fits, words)
            for name, value in read[fits].items():
                found[name] += value
            if move in says:
                found[f"sentence {is_plain}"] += 1 / len(says)
                found[f"amid {amid}"] += 1 / len(says)


def _read_so(
    row: Sequence[_Part], fits: Sequence[bool | None], words: Sequence[str]
) -> dict[str, float]:
    """How a sentence reads from where a move stands that fits some of its words."""
    if not any(one is not None for one in fits):
        return {}
    signs = [
        part.sign if fit is None else part.sign + "-+"[fit]
        for part, fit in zip(row, fits, strict=True)
    ]
    found: dict[str, float] = {}
    known_ones = ["<", *(one for one in signs if one not in _EMPTY), ">"]
    every = ["<"]
    for one in signs:
        if one not in _EMPTY:
            every.append(one)
        elif every[-1] != "_":
            every.append("_")
    for first, then in pairwise([*every, ">"]):
        if _is_told(first) or _is_told(then):
            found[f"2 {first} {then}"] = 1
    for three in zip(known_ones, known_ones[1:], known_ones[2:], strict=False):
        if any(map(_is_told, three)):
            found["3 " + " ".join(three)] = _OF_TRIPLES
    for first, then in pairwise(known_ones):
        if _is_told(first) or _is_told(then):
            found[f"known {first} {then}"] = _OF_TRIPLES
    for at, (sign, fit) in enumerate(zip(signs, fits, strict=True)):
        if fit is not None:
            before, after = ["<", *words, ">"][at], ["<", *words, ">"][at + 2]
            found[f"before {before} {sign}"] = _OF_NEIGHBOURS
            found[f"after {sign} {after}"] = _OF_NEIGHBOURS
    return found


_EMPTY = {"?", "."}


def _is_told(sign: str) -> bool:
    return sign[-1] in "+-"


def _of_words(
    text: str, sentences: dict[int, _Sentence], position: Position, of_nothing: _Named
) -> None:
    is_said = any(one.says for one in sentences.values())
    for at, sentence in enumerate(SENTENCE.findall(text)):
        says = at in sentences and sentences[at].says
        kind = "said" if says else "beside" if is_said else "unsaid"
        for gram in set(_grams(sentence, position)):
            of_nothing[f"{kind} {gram}"] += OF_WORDS


def _of_all(
    said: Said, told: Sequence[frozenset[str]], position: Position, of_nothing: _Named
) -> None:
    text, clauses = said
    tokens = [token for clause in clauses for token in clause.tokens]
    sentences = {one.sentence for one in clauses}
    say = {one.sentence for one, moves in zip(clauses, told, strict=True) if moves}
    of_nothing["all"] = 1
    of_nothing[f"asked to {position.moves[0].split()[0]}"] = 1
    of_nothing["says nothing"] = not say
    of_nothing["unknown"] = log1p(sum(not token.means for token in tokens))
    of_nothing["length"] = log1p(len(tokens))
    of_nothing["ends in a question"] = text.rstrip().endswith("?")
    of_nothing["has a question"] = "?" in text
    of_nothing[f"say {min(len(say), 3)} of {_many(len(sentences))}"] = 1
    moves = frozenset().union(*told)
    of_nothing[f"of moves {_many(len(moves))} {len(position.moves) > 3}"] = 1


def _part(token: Token, position: Position) -> _Part:
    kind = _kind(token)
    if kind:
        return _Part(token, kind, _fits(token, position) or None)
    if token.guard:
        return _Part(token, f"g:{token.guard}", None)
    return _Part(token, "." if token.means else "?", None)


def _many(count: int) -> int:
    return count if count < _MANY[0] else max(one for one in _MANY if one <= count)


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
    seat = seat_of(word, position.names or ())
    if seat:
        return "@me" if seat == f"s:{position.view['you']}" else "@"
    return plain(of_one_alphabet(word))


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
