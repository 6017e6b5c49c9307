"""Words taken loosely: in the language that knows most of them, by stem, by sound, with slips.

A tongue is a language as it is written, or – Ukrainian and Russian in Latin letters – as it sounds.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from games.replies import broad
from games.replies.called import seat_of
from games.replies.lexicon import Position, Token, beginnings, known_words, words_of
from games.replies.relevance import is_beside, is_verb, of_question
from games.replies.sounds import is_slip, of_one_alphabet, plain, respelled, sound
from games.replies.words import LANGUAGES

_LONGEST_RUN = 6
_MOST_WORDS = 80
# Of more words that nobody knows, the rest are left so.
_MOST_SLIPS = 16
_LONGEST_WORD, _LONGEST_STEM = 40, 20
_SHORTEST_SLIP, _SHORTEST_TWO_SLIPS = 4, 9
# A slip in a short word may be another word: of what weighs most it is believed sooner.
_SHORTEST_BY_KIND = {"v:": 4, "c:": 4, "g:": 6, "n:": 6, "o:": 6}
_SHORTEST_OTHER = 5
_SHORTEST_BEGUN = 4
# What weighs nothing by itself; "still" puts nothing off beside waiting, but anything else.
_SIGNS = {"sep", "r:", "x:", "still", "ask", "else"}
# "W A I T".
_SPACED = re.compile(r"(?<!\w)(?:[^\W\d] ){2,}[^\W\d](?!\w)")
_NUMBER = re.compile(r"(?:\bn(?:o|r)\.?\s*|[№#]\s*)(?=\d)", re.IGNORECASE)
# Punctuation that was dictated.
_DICTATED = re.compile(r"\s(?:comma|full stop|кома|крапка|запятая|точка|virgola)\b", re.IGNORECASE)
# "The Spy, right?" asks for nothing that is not asked back anyway.
_TAG = re.compile(
    r"(?<=\w)[\s,\u2013\u2014-]+(?:ok|okay|all ?right|right|yes|yeah|no|добре|гаразд|так|ні|га|ок|"
    r"хорошо|ладно|да|нет|окей|va bene|d'accordo|vero|giusto|sì|si|eh)\s*\?+",
    re.IGNORECASE,
)
_PICTURES = {
    ord(sign): f" {word} "
    for signs, word in (
        ("🤫🤐🔒😴💤⏳⌛🙊🛌🙈", "wait"),
        ("🔓👀", "reveal"),
        ("🕵", "spy"),
        ("🏹", "archer"),
        ("👉➡", "right"),
        ("👈⬅", "left"),
    )
    for sign in signs
}
_DOUBLE = re.compile(r"(.)\1")
Means = tuple[str, ...]


class Heard(NamedTuple):
    text: str
    tongue: "Tongue"


def hear(text: str, position: Position) -> Heard | None:
    """The text, as it was meant to be spelled, and its tongue. None if it is too long to tell."""
    if len(words_of(text)) > _MOST_WORDS:
        return None
    text = _TAG.sub(".", text)
    text = _NUMBER.sub(" ", _DICTATED.sub(", ", text.translate(_PICTURES)))
    text = _SPACED.sub(lambda spaced: spaced[0].replace(" ", ""), text)
    best = _best(text, position)
    words = len(words_of(text))
    if best.unknown * 2 > words:
        for other in respelled(text):
            again = _best(other, position)
            if again.unknown * 3 <= len(words_of(other)):
                return Heard(other, again.tongue)
    return Heard(text, best.tongue)


class _Fit(NamedTuple):
    unknown: int
    tongue: "Tongue"


def _best(text: str, position: Position) -> _Fit:
    words = words_of(text)
    fits = (
        _Fit(sum(not token.means for token in tongue.cut(words, position)), tongue)
        for tongue in _tongues(text, position)
    )
    return min(fits, key=lambda fit: fit.unknown)


def _tongues(text: str, position: Position) -> "list[Tongue]":
    written = [_tongue(lang, False) for lang in position.languages()]
    if re.search("[а-яіїєґ]", text.casefold()):
        return written
    return [*written, *(_tongue(one.lang, True) for one in written if one.lang in {"uk", "ru"})]


def prepare() -> None:
    for lang in LANGUAGES:
        _tongue(lang, False).prepare()
    for lang in ("uk", "ru"):
        _tongue(lang, True).prepare()


@cache
def _tongue(lang: str, is_heard: bool) -> "Tongue":
    return Tongue(lang, is_heard)


@dataclass(frozen=True)
class Tongue:
    lang: str
    is_heard: bool

    def prepare(self) -> None:
        _ = self._lexicon, self._typed, self._begin

    @property
    def let(self) -> set[str]:
        """What stands before what others shall do."""
        let: set[str] = broad.LANGUAGES[self.lang].LET
        return {self._folded(word) for word in let}

    def tokens(self, text: str, position: Position) -> list[Token]:
        """What words mean here; those that this tongue does not know, in another or misspelled."""
        tokens = self.cut(words_of(text), position)
        slips = 0
        found = []
        for token in tokens:
            if token.means or slips > _MOST_SLIPS:
                found.append(token)
                continue
            slips += 1
            found += self._otherwise(token.words[0], position) or [token]
        return [of_question(token, position) for token in found]

    def cut(self, words: Sequence[str], position: Position) -> list[Token]:
        words = [self._folded(word) for word in words]
        tokens = []
        at = 0
        while at < len(words):
            for size in range(min(_LONGEST_RUN, len(words) - at), 0, -1):
                run = tuple(words[at : at + size])
                token = self._meant(run, position)
                # What says nothing of this question hides no word that does.
                if token.means and (size == 1 or not is_beside(token, position)):
                    break
            tokens.append(token)
            at += size
        return tokens

    def _folded(self, word: str) -> str:
        return sound(word) if self.is_heard else plain(of_one_alphabet(word))

    def _meant(self, run: tuple[str, ...], position: Position) -> Token:
        known = self._lexicon.runs.get(run)
        if known and not (len(run) == 1 and known.means == ("g:speech",)):
            return Token(run, known.means, known.is_loose)
        if len(run) == 1:
            word = run[0]
            if word.isdecimal():
                return Token(run, (f"n:{int(word)}",) if len(word) < 4 else ())
            seat = seat_of(word, position.names or ())
            if seat:
                return Token(run, (seat,))
        stems = self._lexicon.stems.get(run[:-1], {})
        for size in range(min(len(run[-1]), _LONGEST_STEM), 1, -1) if stems else ():
            means = stems.get(run[-1][:size])
            if means:
                meant = self._of_stem(run[-1][size:], means)
                # "Waits" is said of others, unless one's own card does it.
                if not known or "g:other" in meant:
                    return Token(run, meant, True)
        return Token(run, known.means if known else ())

    def _of_stem(self, ending: str, means: Means) -> Means:
        """Verbs of the past make no move; those of others do where the card is their subject."""
        if any(one.startswith("v:") for one in means):
            if self._lexicon.past.fullmatch(ending):
                return ("g:time", *means)
            if self._lexicon.third.fullmatch(ending):
                return ("g:other", *means)
        return means

    def _otherwise(self, word: str, position: Position) -> list[Token]:
        for lang in position.languages():
            token = _tongue(lang, False)._meant((plain(word),), position)
            if token.means and (token.guard != "doubt" or lang != "it"):
                return [token._replace(is_loose=True)]
        if len(word) > _LONGEST_WORD:
            return []
        single = self._meant((_DOUBLE.sub(r"\1", word),), position)
        means = single.means or self._slipped(word) or self._begun(word)
        if means:
            return [Token((word,), means, True)]
        begins: tuple[str, ...] = broad.LANGUAGES[self.lang].BEGIN
        for first in map(self._folded, begins):
            token = self._meant((word.removeprefix(first),), position)
            if word.startswith(first) and any(map(is_verb, token.means)):
                return [token._replace(words=(word,), is_loose=True)]
        pieces = [self._meant((piece,), position) for piece in self._parted(word)]
        if any(piece.guard for piece in pieces) or not any(map(_decides, pieces)):
            return []
        return [piece._replace(is_loose=True) for piece in pieces]

    @lru_cache(maxsize=2048)  # noqa: B019 – there are six tongues
    def _slipped(self, word: str) -> Means:
        if len(word) < _SHORTEST_SLIP or not word.isalpha():
            return ()
        mask = _mask(word)
        most = 2 if len(word) >= _SHORTEST_TWO_SLIPS else 1
        for slips in range(1, most + 1):
            near = {
                means
                for size in range(len(word) - slips, len(word) + slips + 1)
                for other, letters, means in self._typed.get(size, ())
                if (mask ^ letters).bit_count() <= 2 * slips
                and (other[0] == word[0] or len(word) > _SHORTEST_OTHER)
                and is_slip(word, other, slips)
                and not (len(word) == len(other) == _SHORTEST_SLIP and mask != letters)
            }
            if near:
                return near.pop() if len(near) == 1 else ()
        return ()

    def _begun(self, word: str) -> Means:
        """ "Rev."": what all known words that begin so are."""
        if len(word) < _SHORTEST_BEGUN:
            return ()
        found = {
            one
            for other, means in self._begin.get(word[:_SHORTEST_BEGUN], ())
            if other.startswith(word)
            for one in means
            if one[:2] in {"v:", "c:"}
        }
        return tuple(found) if len(found) == 1 else ()

    @cached_property
    def _begin(self) -> dict[str, list[tuple[str, Means]]]:
        begin: dict[str, list[tuple[str, Means]]] = {}
        for words in self._typed.values():
            for word, _letters, means in words:
                begin.setdefault(word[:_SHORTEST_BEGUN], []).append((word, means))
        return begin

    def _parted(self, word: str) -> list[str]:
        """ "spyend": words that were written as one."""
        best: dict[int, list[str]] = {0: []}
        for end in range(2, len(word) + 1):
            for begin in range(max(0, end - 16), end - 1):
                known = self._lexicon.runs.get((word[begin:end],))
                if begin in best and known and known.means[0] not in _SIGNS:
                    pieces = [*best[begin], word[begin:end]]
                    if end not in best or len(pieces) < len(best[end]):
                        best[end] = pieces
        pieces = best.get(len(word), [])
        return pieces if all(len(piece) > 1 for piece in pieces) and len(pieces) < 6 else []

    @cached_property
    def _typed(self) -> dict[int, list[tuple[str, int, Means]]]:
        typed: dict[int, list[tuple[str, int, Means]]] = {}
        for run, known in self._lexicon.runs.items():
            weight = tuple(one for one in known.means if one and one not in _SIGNS)
            shortest = max(
                (_SHORTEST_BY_KIND.get(one[:2], _SHORTEST_OTHER) for one in weight), default=99
            )
            if len(run) == 1 and len(run[0]) >= shortest:
                typed.setdefault(len(run[0]), []).append((run[0], _mask(run[0]), weight))
        return typed

    @cached_property
    def _lexicon(self) -> "_Lexicon":
        runs: dict[tuple[str, ...], _Known] = {}
        stems: dict[tuple[str, ...], dict[str, Means]] = {}
        for begins, means in beginnings(self.lang):
            stems.setdefault((), {}).setdefault(self._folded(begins), (means,))
        looser: dict[tuple[str, ...], list[str]] = {}
        for means, phrases in broad.LANGUAGES[self.lang].BROAD.items():
            for phrase in phrases:
                *first, last = map(self._folded, words_of(phrase.removesuffix("*")))
                if phrase.endswith("*"):
                    of = stems.setdefault(tuple(first), {})
                    of[last] = (*of.get(last, ()), means)
                else:
                    looser.setdefault((*first, last), []).append(means)
        for means, phrases in (
            ("v:wait", LANGUAGES[self.lang].NOT_NOW),
            ("still", LANGUAGES[self.lang].STILL),
        ):
            for phrase in phrases:
                looser.setdefault(tuple(map(self._folded, words_of(phrase))), []).append(means)
        for run, known in known_words(self.lang).items():
            folded = tuple(map(self._folded, run))
            before = runs.get(folded, _Known((), False)).means
            runs[folded] = _Known(tuple(dict.fromkeys((*before, *known))), False)
        for run, loose in looser.items():
            strict = runs.get(run, _Known((), True))
            runs[run] = _Known(_merged(strict.means, loose), strict.is_loose)
        words = broad.LANGUAGES[self.lang]
        return _Lexicon(runs, stems, self._endings(words.THIRD), self._endings(words.PAST))

    def _endings(self, pattern: str) -> re.Pattern[str]:
        if self.is_heard:
            pattern = re.sub("[а-яіїєґ]", lambda letter: sound(letter[0]), pattern)
        return re.compile(pattern)


class _Known(NamedTuple):
    means: Means
    is_loose: bool


class _Lexicon(NamedTuple):
    runs: dict[tuple[str, ...], _Known]
    stems: dict[tuple[str, ...], dict[str, Means]]
    third: re.Pattern[str]
    past: re.Pattern[str]


def _merged(strict: Means, loose: Sequence[str]) -> Means:
    """What says nothing here guards nothing; what guards here is no mere filler; what begins a
    reason or a contrast is neither."""
    parts = [one for one in loose if one in _SIGNS - {"sep"}]
    if parts:
        return (parts[0],)
    if "" in loose or any(one.startswith("g:") for one in loose):
        strict = tuple(one for one in strict if not one.startswith("g:"))
    if any(one.startswith("g:") for one in loose):
        strict = tuple(one for one in strict if one)
    return tuple(dict.fromkeys((*strict, *loose)))


def _decides(token: Token) -> bool:
    return any(one[:2] in {"v:", "c:"} or one in {"start", "end"} for one in token.means)


def _mask(word: str) -> int:
    return sum(1 << (ord(letter) % 61) for letter in set(word))
