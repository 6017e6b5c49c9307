"""Moves as text: forgiving to read, strict to write.

A move is one line of lower-case words, slots counted from 1. Reading takes any case, extra
blanks, stray punctuation and filler words, everyday synonyms, and the names of cards and verbs
in every language of the game (words/ holds those).
"""

from __future__ import annotations

import re
import unicodedata

from .errors import BadNotation
from .names import is_kind
from .words import read_card, read_word

_SEPARATORS = re.compile(r"[,;\n\r\u2028\u2029]+")
_PUNCTUATION = re.compile(r"[^\w'\u2019\u02bc-]+|(?<!\w)-+|-+(?!\w)")
_CANONICAL = re.compile(
    r"(?:place [a-z_]+ (?:start|end|on [1-9]\d?)"
    r"|(?:eliminate|steal|copy|bribe|use|give|mark) [1-9]\d?"
    r"|move [1-9]\d? to (?:0|[1-9]\d?)"
    r"|swap [a-z_]+"
    r"|wait|reveal|take|gain|stay|leave)"
)
# Words that may stand in a move and mean nothing.
_FILLERS = frozenset(
    [
        *("a", "an", "the", "my", "at", "in", "slot", "card", "gap", "please"),
        *("карту", "картку", "слот", "місце", "место", "в", "у", "из", "з"),
        *("carta", "la", "il", "lo", "l'", "posto", "da", "al", "alla"),
    ]
)
_LONGEST = 5  # words in a name or a phrase


def read_moves(text: str) -> list[str]:
    """The moves of a text, in canonical notation: several are split by , ; or the line's end."""
    if not isinstance(text, str):
        raise BadNotation("A move is a text, like 'wait' or 'place spy end'.")
    pieces = [(piece, _words(piece)) for piece in _SEPARATORS.split(text)]
    moves = [_read(piece, words) for piece, words in pieces if words]
    if not moves:
        raise BadNotation("There is no move in this text. Write one, like 'wait'.")
    return moves


def _words(piece: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", piece).casefold()
    return _PUNCTUATION.sub(" ", plain).split()


def _read(piece: str, words: list[str]) -> str:
    read: list[str] = []
    while words:
        meaning, size = _meaning(words, card=read in (["place"], ["swap"]))
        if meaning is not None:
            read.append(meaning)
        words = words[size:]
    move = " ".join(read)
    if not _CANONICAL.fullmatch(move) or (read[0] in {"place", "swap"} and not is_kind(read[1])):
        raise BadNotation(
            f"'{' '.join(piece.split())[:80]}' cannot be read as a move. "
            "Moves look like 'wait', 'reveal', 'eliminate 3' or 'place spy on 2'."
        )
    return move


def _meaning(words: list[str], *, card: bool) -> tuple[str | None, int]:
    """What the first words mean, the longest run that means something, and how many they are.

    A name is looked for only where a card must stand: a bribe is a card and a verb.
    """
    first = words[0]
    if first.isdecimal() and len(first) < 9:
        return str(int(first)), 1
    for size in range(min(_LONGEST, len(words)), 0, -1):
        run = " ".join(words[:size])
        meaning = _card(run) if card else read_word(run)
        if meaning is not None:
            return meaning, size
    return (None if first in _FILLERS else first), 1


def _card(name: str) -> str | None:
    return name if is_kind(name) else read_card(name)
