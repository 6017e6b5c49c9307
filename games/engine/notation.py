"""Moves as text: forgiving to read, strict to write.

A move is one line of lower-case words, slots counted from 1. Reading takes any case, extra
blanks, stray punctuation and filler words, a few everyday synonyms, and the names of cards in
every language of the game.
"""

from __future__ import annotations

import re
import unicodedata

from .cards import RULES
from .errors import BadNotation

_SEPARATORS = re.compile(r"[,;\n\r\u2028\u2029]+")
_CANONICAL = re.compile(
    r"(?:place [a-z_]+ (?:start|end|on [1-9]\d?)"
    r"|(?:eliminate|steal|copy|bribe|use|give|mark) [1-9]\d?"
    r"|move [1-9]\d? to (?:0|[1-9]\d?)"
    r"|swap [a-z_]+"
    r"|wait|reveal|take|gain|stay|leave)"
)
_FILLERS = frozenset("a an the my at slot slots card cards of token tokens gap please".split())
_SYNONYMS = {
    "play": "place",
    "put": "place",
    "lay": "place",
    "pass": "wait",
    "flip": "reveal",
    "open": "reveal",
    "show": "reveal",
    "kill": "eliminate",
    "remove": "eliminate",
    "rob": "steal",
    "exchange": "swap",
    "first": "start",
    "beginning": "start",
    "front": "start",
    "last": "end",
    "onto": "on",
    "upon": "on",
    "top": "on",
    "go": "leave",
    "remain": "stay",
}
_LONGEST_NAME = 4  # words

Names = dict[str, str]


def plain(text: str) -> str:
    """Text as it is compared: one case, one way to write a letter, apostrophe and blank."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    text = re.sub(r"[\u2018\u2019\u02bc\u0060\u00b4']", "'", text)
    return " ".join(text.replace("_", " ").split())


def _names() -> Names:
    """Every way to name a card, in plain text → its kind. Names in other tongues come in here."""
    return {plain(kind): kind for kind in RULES if "/" not in kind}


def read_moves(text: str) -> list[str]:
    """The moves of a text, in canonical notation: several are split by , ; or the line's end."""
    if not isinstance(text, str):
        raise BadNotation("A move is a text, like 'wait' or 'place spy end'.")
    pieces = [piece for piece in _SEPARATORS.split(text) if piece.strip(" \t.!*->•\"'")]
    if not pieces:
        raise BadNotation("There is no move in this text. Write one, like 'wait'.")
    names = _names()
    return [_read(piece, names) for piece in pieces]


def _read(piece: str, names: Names) -> str:
    words = _with_kinds(re.sub(r"[#.!?:\"()]", " ", plain(piece)).split(), names)
    read: list[str] = []
    for word in words:
        if word.isascii() and word.isdigit():
            read.append(word.lstrip("0") or "0")
        elif word not in _FILLERS:
            written = _SYNONYMS.get(word, word)
            if written != "on" or read[-1:] != ["on"]:  # "on top of 3"
                read.append(written)
    move = " ".join(read)
    if not _CANONICAL.fullmatch(move) or not _knows_card(read):
        raise BadNotation(
            f"'{piece.strip()[:80]}' cannot be read as a move. "
            "Moves look like 'wait', 'reveal', 'eliminate 3' or 'place spy on 2'."
        )
    return move


def _with_kinds(words: list[str], names: Names) -> list[str]:
    """The words with every name of a card, however many words long, as the card's id."""
    read: list[str] = []
    at = 0
    while at < len(words):
        for size in range(_LONGEST_NAME, 0, -1):
            kind = names.get(" ".join(words[at : at + size]))
            if kind is not None and (at or size > 1):  # the first word is a verb, not a card
                read.append(kind)
                at += size
                break
        else:
            read.append(words[at])
            at += 1
    return read


def _knows_card(words: list[str]) -> bool:
    return words[0] not in {"place", "swap"} or words[1] in RULES
