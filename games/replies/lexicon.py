"""What words can mean at a position: a text becomes tokens, each with all that it may stand for.

v:wait      a verb of the notation, or `v:keep`, which with "closed" is waiting
c:spy       a card          s:2   a player            n:3   a number      o:1, o:-1   an ordinal
start, end, on, to, before, after, between, left, right         where
mine, others, open, closed, token                               which
t:2, t:+, t:most, t:verdict     what lies on it: tokens, any, the most, a verdict
sep         a comma or an "and"                       ""        nothing of a move
g:doubt     a guard: a statement with it in it is not done
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple

from games.engine.types import Board
from games.engine.words import FAMILIES
from games.engine.words import LANGUAGES as ENGINE
from games.replies.words import LANGUAGES

_APOSTROPHES = re.compile(r"['\u2019\u02bc`\u00b4]")
_WORD = re.compile(r"\w+|,|;|\?")
_AND = ("and", "і", "й", "и", "та", "e", "ed")
# How nouns end when they are declined; what a name ends in is taken off before.
_ENDINGS = (
    *(
        "",
        "а",
        "у",
        "е",
        "и",
        "ы",
        "і",
        "ю",
        "я",
        "ь",
        "й",
        "о",
        "ом",
        "ем",
        "ою",
        "ею",
        "єю",
        "ой",
    ),
    *(
        "ей",
        "ов",
        "ові",
        "еві",
        "єві",
        "ам",
        "ям",
        "ами",
        "ями",
        "ах",
        "ях",
        "ев",
        "ию",
        "ії",
        "ії",
    ),
    *("ого", "ому", "им", "ым", "ім", "ия", "ии", "ием", "ієм", "ої", "ий", "ый", "ій", "ая", "ую"),
)
_LONGEST = 6
# Of shorter words names of cards alone: "Pat" is a name and no slip of "put".
_SHORTEST_TYPED_WRONG, _SHORTEST_CARD = 4, 3


Choices = tuple[tuple[str, ...], ...]


class Found(NamedTuple):
    """The moves that fit. `surely`: none but one, whichever way the words are taken."""

    moves: frozenset[str]
    surely: bool


@dataclass(frozen=True, slots=True)
class Position:
    """What is asked, as the one who is asked may know it. `moves` in the order of the letter;
    `names` of the players by seat, None where they are called after their families."""

    lang: str
    view: Board
    moves: tuple[str, ...]
    names: tuple[str, ...] | None
    # Of which moves words are true, as far as it was asked.
    found: dict[tuple[int, Choices], Found] = field(
        init=False, default_factory=dict, compare=False, repr=False
    )

    def languages(self) -> list[str]:
        return list(dict.fromkeys([self.lang, "en", *LANGUAGES]))


class Token(NamedTuple):
    words: tuple[str, ...]
    means: tuple[str, ...]
    # Taken so with some good will: slang, a slip, a stem.
    is_loose: bool = False

    @property
    def guard(self) -> str:
        return next((one[2:] for one in self.means if one.startswith("g:")), "")


Lexicon = Mapping[tuple[str, ...], tuple[str, ...]]


def words_of(text: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    return tuple(_WORD.findall(_APOSTROPHES.sub(" ", plain)))


def said(text: str) -> str:
    """A statement as words with blanks between them, to be compared."""
    return " ".join(word for word in words_of(text) if word.isalnum())


def cut(words: Sequence[str], lang: str, position: Position) -> list[Token]:
    """The tokens of a statement in one language; what is not known means ()."""
    return list(_cut(tuple(words), lang, position.names or ()))


# A statement is cut again and again while it is read, and then never more.
@lru_cache(maxsize=64)
def _cut(words: tuple[str, ...], lang: str, names: tuple[str, ...]) -> tuple[Token, ...]:
    known, called = known_words(lang), _names_of(names)
    tokens = []
    at = 0
    while at < len(words):
        for size in range(min(_LONGEST, len(words) - at), 0, -1):
            run = words[at : at + size]
            means = (*known.get(run, ()), *called.get(run, ()))
            if size == 1:
                means = (*means, *_one_word(run[0], lang))
                means = means or _by_sound(run[0], names)
            if means:
                break
        tokens.append(Token(run, tuple(dict.fromkeys(means))))
        at += size
    return tuple(tokens)


def typed_right(word: str, lang: str, position: Position) -> str | None:
    """The one known word of weight that differs from this by one slip of a finger."""
    if len(word) < _SHORTEST_CARD or not word.isalpha():
        return None
    near = [
        one
        for size in (len(word) - 1, len(word), len(word) + 1)
        for begins in set(word[:2])
        for one in _typed(lang, position.names or ()).get((size, begins), ())
    ]
    found = {
        (means, other)
        for other, means in near
        if _is_slip(word, other)
        and (len(word) >= _SHORTEST_TYPED_WRONG or all(one.startswith("c:") for one in means))
    }
    if len({means for means, _other in found}) != 1:
        return None
    return min(other for _means, other in found)


@cache
def _typed(
    lang: str, names: tuple[str, ...]
) -> Mapping[tuple[int, str], list[tuple[str, tuple[str, ...]]]]:
    """Words of weight by their length and first letter. A slip that leaves neither of the first
    two letters in the first place is not looked for."""
    typed: dict[tuple[int, str], list[tuple[str, tuple[str, ...]]]] = {}
    for run, means in (*known_words(lang).items(), *_names_of(names).items()):
        weight = _of_moves(means)
        is_card = all(one.startswith("c:") for one in weight)
        shortest = _SHORTEST_CARD if is_card else _SHORTEST_TYPED_WRONG
        if len(run) == 1 and len(run[0]) >= shortest and weight:
            typed.setdefault((len(run[0]), run[0][0]), []).append((run[0], weight))
    return typed


def _of_moves(means: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one for one in means if one and not one.startswith("g:") and one != "sep")


def read_card(text: str) -> str | None:
    """The card that some words are the name of, declined perhaps, in any language."""
    cards = {
        one[2:]
        for lang in LANGUAGES
        for one in known_words(lang).get(words_of(text), ())
        if one.startswith("c:")
    }
    return cards.pop() if len(cards) == 1 else None


def is_of_weight(text: str) -> bool:
    """Whether a line has a word in it that makes or unmakes a move, in whatever language."""
    words = words_of(text)
    return any(
        means.startswith(("v:", "g:"))
        for lang in LANGUAGES
        for at in range(len(words))
        for size in range(1, _LONGEST)
        for means in known_words(lang).get(words[at : at + size], ())
    )


@cache
def known_words(lang: str) -> Lexicon:
    known: dict[tuple[str, ...], list[str]] = {}

    def learn(phrases: Iterable[str], means: str) -> None:
        for phrase in phrases:
            if not phrase.endswith("*"):
                known.setdefault(words_of(phrase), []).append(means)

    words = LANGUAGES[lang]
    for means, phrases in words.MEANS.items():
        learn(phrases, means)
    for word, phrases in ENGINE[lang].WORDS.items():
        means = word if word in {"start", "end", "on", "to"} else f"v:{word}"
        learn([word, *phrases] if lang == "en" else phrases, means)
    learn(words.FILLERS, "")
    learn(words.POLITE, "")
    learn(_AND, "sep")
    learn([",", ";"], "sep")
    for kind, phrases in words.GUARDS.items():
        learn(phrases, f"g:{kind}")
    # Cards are called by their names of any language: an edition is in one, a letter in another.
    for names in ENGINE.values():
        for card, name in names.NAMES.items():
            for called in (card, name, *names.ALSO.get(card, ())):
                for run in declined(called):
                    known.setdefault(run, []).append(f"c:{card}")
        if names is ENGINE[lang]:
            for seat, family in enumerate(FAMILIES):
                for run in declined(names.FAMILIES[family]):
                    known.setdefault(run, []).append(f"s:{seat}")
    return {run: tuple(dict.fromkeys(means)) for run, means in known.items()}


@cache
def beginnings(lang: str) -> tuple[tuple[str, str], ...]:
    words = LANGUAGES[lang]
    return tuple(
        (phrase[:-1], means)
        for means, phrases in (
            *words.MEANS.items(),
            *((f"g:{kind}", phrases) for kind, phrases in words.GUARDS.items()),
        )
        for phrase in phrases
        if phrase.endswith("*")
    )


def _one_word(word: str, lang: str) -> tuple[str, ...]:
    if word.isdecimal() and len(word) < 4:
        return (f"n:{int(word)}",)
    return tuple(means for begins, means in beginnings(lang) if word.startswith(begins))


@cache
def declined(name: str) -> frozenset[tuple[str, ...]]:
    """A name as it stands in sentences, of all languages that decline names."""
    forms: set[tuple[str, ...]] = {()}
    for word in words_of(name.replace("_", " ")):
        forms = {(*form, one) for form in forms for one in _forms(word)}
    return frozenset(forms - {()})


def _forms(word: str) -> set[str]:
    if not re.search("[а-яіїєґ]", word):
        return {word}
    stems = {word.rstrip("аяоеіиьйыу") if len(word) > 3 else word}
    for ends, stem in (("ець", "ц"), ("єць", "йц"), ("ец", "ц"), ("ок", "к")):
        if word.endswith(ends):
            stems.add(word.removesuffix(ends) + stem)
    return {word} | {stem + ending for stem in stems if len(stem) > 1 for ending in _ENDINGS}


@cache
def _names_of(names: tuple[str, ...]) -> Lexicon:
    known: dict[tuple[str, ...], list[str]] = {}
    firsts = [words_of(name)[:1] for name in names]
    for seat, name in enumerate(names):
        if len(name) > 40 or not words_of(name):
            continue
        for run in declined(name) if len(words_of(name)) == 1 else [words_of(name)]:
            known.setdefault(run, []).append(f"s:{seat}")
        if firsts.count(firsts[seat]) == 1:
            # "Bohdans spy"
            for run in declined(firsts[seat][0]) | {(f"{firsts[seat][0]}s",)}:
                known.setdefault(run, []).append(f"s:{seat}")
    return {run: tuple(dict.fromkeys(means)) for run, means in known.items()}


# A name in Latin letters as it is written in Cyrillic ones, near enough for who sits at a table.
_SOUNDS = {
    **dict(zip("абвгґдежзиіїйклмнопрстуфцьы", "abvhgdežziiijklmnoprstufc'i", strict=True)),
    "х": "h",
    "ч": "č",
    "ш": "š",
    "щ": "šč",
    "ю": "u",
    "я": "a",
    "є": "e",
    "ё": "e",
    "э": "e",
}
_SPELLED = (
    ("zh", "ž"),
    ("kh", "h"),
    ("ts", "c"),
    ("ch", "č"),
    ("sh", "š"),
    ("ya", "a"),
    ("yu", "u"),
)
_VOWELS = "aeiouj'"
_SHORTEST_SOUND = 4


def _by_sound(word: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The one player whose name in Latin letters a Cyrillic word is, in whatever case."""
    if not re.fullmatch("[а-яіїєґ]{4,}", word):
        return ()
    sound = "".join(_SOUNDS.get(letter, "") for letter in word)
    seats = {seat for seat, stem in _stems(names) if _is_case_of(sound, stem)}
    return (f"s:{seats.pop()}",) if len(seats) == 1 else ()


def _is_case_of(sound: str, stem: str) -> bool:
    rest = sound.replace("g", "h").removeprefix(stem)
    return rest != sound.replace("g", "h") and len(rest) <= 3 and not rest.strip(_VOWELS + "mv")


@cache
def _stems(names: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    found = []
    for seat, name in enumerate(names):
        first = "".join(words_of(name)[:1])
        if not first.isascii():
            continue
        for spelled, sound in _SPELLED:
            first = first.replace(spelled, sound)
        stem = first.replace("y", "i").replace("g", "h").rstrip(_VOWELS)
        if len(stem) >= _SHORTEST_SOUND:
            found.append((seat, stem))
    return tuple(found)


def _is_slip(word: str, other: str) -> bool:
    """One letter too many, too few, another, or two that changed places."""
    if word == other or abs(len(word) - len(other)) > 1:
        return False
    at = next(
        (n for n, (one, two) in enumerate(zip(word, other, strict=False)) if one != two),
        min(len(word), len(other)),
    )
    mine, theirs = word[at:], other[at:]
    return (
        mine[1:] == theirs
        or mine == theirs[1:]
        or mine[1:] == theirs[1:]
        or (mine[:2] == theirs[1::-1] and mine[2:] == theirs[2:])
    )
