"""Which words are which symbol, in all languages at once; and cutting a text into symbols."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from games.engine.words import FAMILIES
from games.engine.words import LANGUAGES as ENGINE

from .order import OF_CARDS, OF_MOVES, QUESTIONS, RANKS, Setting
from .words import LANGUAGES

Words = tuple[str, ...]


class Symbol(NamedTuple):
    """What some words mean: ("until_round", ""), ("card", "spy"), ("number", "4") …"""

    kind: str
    value: str = ""


class Unreadable(ValueError):
    """A text that is no order. `piece` is where it stops making sense."""

    def __init__(self, piece: str) -> None:
        super().__init__(piece)
        self.piece = piece


_TERMS = frozenset([*OF_CARDS, *RANKS])
VERBS = tuple(
    dict.fromkeys([*QUESTIONS, *(v for v in OF_MOVES if v not in {"start", "end", "on"})])
)


def words_of(text: str) -> Words:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    return tuple(re.findall(r"\w+", plain))


def verb(word: str, lang: str) -> str:
    """How a language writes a verb of the notation."""
    return word if lang == "en" else str(ENGINE[lang].WORDS[word][0])


def phrases() -> Iterator[tuple[str, Symbol, str]]:
    """Every phrase, what it means, and its language."""
    for lang, words in LANGUAGES.items():
        for name, said in words.PHRASES.items():
            symbol = Symbol("term", name) if name in _TERMS else Symbol(name)
            yield from ((phrase, symbol, lang) for phrase in said)
        for word in VERBS:
            for phrase in (word, *ENGINE[lang].WORDS[word]):
                yield phrase, Symbol("verb", word), lang
        engine = ENGINE[lang]
        for card, name in engine.NAMES.items():
            for phrase in (card, name, *engine.ALSO.get(card, ())):
                yield phrase, Symbol("card", card), lang
        for seat, family in enumerate(FAMILIES):
            yield engine.FAMILIES[family], Symbol("seat", str(seat)), lang


@cache
def _known() -> dict[Words, Symbol]:
    known: dict[Words, Symbol] = {}
    for phrase, symbol, _lang in phrases():
        # A card is a card, whatever else its name means: "bribe" alone is none of the verbs here.
        known.setdefault(words_of(phrase), symbol)
    for words in LANGUAGES.values():
        for filler in words.FILLERS:
            known.setdefault(words_of(filler), Symbol("filler"))
    return known


_AMBIGUOUS = Symbol("ambiguous")


def cut(text: str, at: Setting) -> list[Symbol]:
    """The symbols of a text; the longest run of words that means something is taken each time."""
    known = {**_names(at), **_known()}
    longest = max(map(len, known))
    words = words_of(text)
    symbols = []
    start = 0
    while start < len(words):
        for size in range(min(longest, len(words) - start), 0, -1):
            symbol = known.get(words[start : start + size])
            if symbol is None and size == 1 and words[start].isdecimal() and len(words[start]) < 9:
                symbol = Symbol("number", words[start])
            if symbol is not None:
                break
        if symbol is None or symbol == _AMBIGUOUS:
            raise Unreadable(" ".join(words[start:]))
        if symbol.kind != "filler":
            symbols.append(symbol)
        start += size
    return symbols


def _names(at: Setting) -> dict[Words, Symbol]:
    names: dict[Words, Symbol] = {}
    for seat, name in enumerate(at.names or ()):
        words = words_of(name)
        if words:
            names[words] = _AMBIGUOUS if words in names else Symbol("seat", str(seat))
    return names


def is_plain_name(name: str, seat: int, at: Setting) -> bool:
    """Whether a player's name is read as that player, whatever stands beside it."""
    if not at.names or len(name) > 40:
        return False
    words = words_of(name)
    if not words or any(word.isdecimal() for word in words):
        return False
    try:
        return cut(name, at) == [Symbol("seat", str(seat))]
    except Unreadable:
        return False
