"""What was written, as moves, orders, talk and wishes – or why not.

What was written is held against the legal moves, statement by statement. It is *clear* if every
word of it is understood and it leaves one move; *likely* (`asks`) if it leaves one and takes some
good will, or is read loosely (`weighing`, `leaning`); else `unclear`, with the pieces and why. A
condition, a no, a doubt, a question, word of others or of another time, and no move is made.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from games import engine
from games.engine.types import known
from games.replies import ahead, hearing, tail
from games.replies.choosing import is_chosen, is_courtesy
from games.replies.leaning import kept, lean
from games.replies.lexicon import (
    Position,
    Token,
    cut,
    known_words,
    said,
    typed_right,
    words_of,
)
from games.replies.loosely import PLACES
from games.replies.matching import find
from games.replies.requests import Wish, patterns, read_talk, read_wish
from games.replies.weighing import denied_in, said_in, weighed
from games.replies.words import LANGUAGES

_MOST_STATEMENTS = 30
_MOST_CLAUSES = 12
_LONGEST_STATEMENT = 40
# What is asked back by how a text leans: no move at all is so likely at most, where most of what
# is said speaks for one, and where nothing does; of the moves the first is so likely at least, and
# those that are offered beside it.
_MOST_NOTHING_SAID, _MOST_NOTHING = 0.9, 0.6
_LEAST, _LEAST_OTHER = 0.15, 0.04
_MOST_OTHERS = 2
# Guards of what is not decided yet.
_LEFT_OPEN = {"choice", "defer"}
# So few choices stand together below what is asked back.
_SEEN_AT_ONCE = 3
# "|" parts what our letters offer: whoever leaves it there has not chosen.
# So do crosses, what is struck out, and irony.
_DOUBTFUL_SIGNS = re.compile(
    "[\U0001f914\U0001f937\U0001f44e\u2753\u2754\u2049|\u274c\u274e\U0001f6ab\u2716-\u2718\u26d4]"
    r"|~~|(?<!\S)/s\b"
)
_SENTENCE = re.compile(r"[^.!?\u2026]+[.!?\u2026]*")
_CLAUSE = re.compile(
    # "Then" at the end of a statement is some other time.
    r"[,;]|\b(?:and then|and|then|потім|потом|а потім|а потом|poi|e poi|і|и|e)\b(?=\s*\w)",
    re.I,
)
_AFTERWORD = re.compile(r"(?:p\.? ?s|з\.? ?і|п\.? ?с)\b[.:\s]*", re.IGNORECASE)
# Before a card: somebody else's, though "reveal her" may be one's own.
_THEIRS = {(word,) for word in ("her", "його", "її", "їхню", "его", "ее", "их", "suo", "sua")}

# Heard beside words that nobody understands: they touch no game.
_HARMLESS = {Wish.TIME, Wish.STATUS, Wish.CARD, Wish.HELP}

IsOrder = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Talk:
    text: str
    to_seat: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    moves: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    talk: tuple[Talk, ...] = ()
    wish: Wish | None = None
    # The card that is asked about.
    about: str = ""
    # All of this is likely, not certain: it is asked back first.
    asks: bool = False
    # What else may be meant instead, the likelier first.
    others: tuple[str, ...] = ()
    # What could not be understood, and a word for why: condition, question, several …
    unclear: tuple[str, ...] = ()
    why: str = ""

    @property
    def is_empty(self) -> bool:
        return not (self.moves or self.orders or self.talk or self.wish or self.unclear)


@dataclass(slots=True)
class _Item:
    """What one statement comes to. None of all: it says nothing of the game."""

    move: str = ""
    further: tuple[str, ...] = ()
    order: str = ""
    # The order is for a card that this answer must play as well.
    played: str = ""
    wish: Wish | None = None
    about: str = ""
    is_likely: bool = False
    unclear: str = ""
    why: str = ""


@dataclass(slots=True)
class _Sum:
    items: list[_Item] = field(default_factory=list)
    talk: list[Talk] = field(default_factory=list)


def prepare() -> None:
    """Make all words ready: half a second that the first answer would take besides."""
    for lang in LANGUAGES:
        known_words(lang)
        patterns(lang)
    hearing.prepare()
    kept()


def read(text: str, position: Position, is_order: IsOrder = lambda _text: False) -> Reading:
    """What somebody means by what they wrote above the quotation."""
    body = tail.above(text)
    body = tail.without_name(body, lambda line: _is_name(line, position))
    total = _Sum()

    def is_order_for_later(text: str) -> bool:
        return is_order(text) and not _says_where_not(text, position)

    for paragraph in re.split(r"\n\s*\n", body):
        if len(total.items) > _MOST_STATEMENTS:
            break
        _read_paragraph(paragraph, position, is_order_for_later, total)
    reading = _settle(total, position)
    if reading.unclear and not (total.talk or reading.orders) and position.moves:
        is_half = is_order(body.strip()) and not is_order_for_later(body.strip())
        return _leaned(body, position, is_half=is_half) or _of_a_sentence(body, position) or reading
    return reading


def counted(text: str, position: Position) -> int:
    """The number that is all that an answer says: "2", "yes, the second one". 0 if it says more;
    -1 is the last."""
    words = words_of(" ".join(piece for piece in _CLAUSE.split(text) if not _agrees(piece)))
    for lang in position.languages():
        tokens = cut(words[:_LONGEST_STATEMENT], lang, position)
        numbers = [one for one in tokens if not set(one.means) <= {"", "sep"}]
        # "The second one" is no slot 1.
        firm = [one for one in numbers if "" not in one.means] or numbers
        if _unknown(tokens) or len(firm) != 1:
            continue
        means = {one for token in numbers for one in token.means} - {"", "sep"}
        (counts, *more) = [one for one in firm[0].means if one]
        if not more and all(one[:2] in {"n:", "o:"} for one in means):
            return int(counts[2:])
    return 0


def _agrees(text: str) -> bool:
    return any((read_wish(text, lang) or [None])[0] in {Wish.YES, Wish.NO} for lang in LANGUAGES)


def _leaned(body: str, position: Position, *, is_half: bool) -> Reading | None:
    """What most of it speaks for, else what it leans to; nothing if it leans to none, or if an "or"
    leaves it open. Where a line of it is a move by itself, it is told what was not understood
    besides. Of half an answer the likeliest of the rest is asked."""
    said = said_in(body, position)
    if said is None:
        return None
    move = weighed(said.clauses, position)
    found = lean(said, position)
    ranked = found.moves
    if _says_where_not(body, position):
        ranked = tuple(one for one in ranked if one[1] not in denied_in(said.clauses, position))
    if not ranked:
        return None
    (best, first), left = ranked[0], sum(odds for odds, _move in ranked)
    most = _MOST_NOTHING_SAID if move else _MOST_NOTHING
    is_open = any(clause.guards & _LEFT_OPEN for clause in said.clauses)
    lines = [line for line in body.split("\n") if line.strip()]
    is_open |= len(lines) > 1 and any(_read_whole(line, position).move for line in lines)
    is_unlikely = found.nothing > most or (not move and best < _LEAST * left)
    if (is_unlikely and not is_half) or (is_open and not move):
        return None
    move = move or first
    others = [other for odds, other in ranked if other != move and odds > _LEAST_OTHER * left]
    if len(position.moves) <= _SEEN_AT_ONCE:
        others = []
    return Reading(moves=(move,), asks=True, others=tuple(others[:_MOST_OTHERS]))


def _of_a_sentence(body: str, position: Position) -> Reading | None:
    """The only move that a sentence of it makes by itself, whatever the others chat about."""
    paragraphs = (" ".join(lines.split()) for lines in re.split(r"\n\s*\n", body))
    sentences = [one for text in paragraphs for one in _SENTENCE.findall(text) if said(one)]
    if not 1 < len(sentences) <= _MOST_STATEMENTS:
        return None
    made = {_read_whole(one, position).move for one in sentences if "?" not in one} - {""}
    return Reading(moves=(made.pop(),), asks=True) if len(made) == 1 else None


def _read_paragraph(text: str, position: Position, is_order: IsOrder, total: _Sum) -> None:
    lines = [line.strip(" \t*•·>–—-") for line in text.split("\n")]
    lines = [_without_afterword(line) for line in lines if line]
    for at, line in enumerate(lines):
        spoken = read_talk(line, position)
        if spoken:
            words, seat, takes_rest = spoken
            rest = lines[at + 1 :] if takes_rest else []
            total.talk.append(Talk("\n".join([words, *rest]).strip(), seat))
            if not takes_rest:
                _read_paragraph("\n".join(lines[at + 1 :]), position, is_order, total)
            lines = lines[:at]
            break
    if len(lines) + len(total.items) > _MOST_STATEMENTS:
        total.items.append(_Item(unclear=lines[0], why="words"))
    elif lines:
        total.items += _read_lines(lines, position, is_order)


def _without_afterword(line: str) -> str:
    """What a postscript says belongs to the mail."""
    begins = _AFTERWORD.match(line)
    return line[begins.end() :] if begins else line


def _read_lines(lines: list[str], position: Position, is_order: IsOrder) -> list[_Item]:
    """Each line by itself if each can be understood so; else all as one, as it was wrapped."""
    alone: list[_Item] = []
    for line in lines:
        alone += _read_line(line, position, is_order)
        if len(alone) > _MOST_STATEMENTS:
            return [_Item(unclear=lines[0], why="words")]
    if not any(item.unclear or item.is_likely for item in alone) or len(lines) == 1:
        return alone
    whole = " ".join(lines)
    if _DOUBTFUL_SIGNS.search(whole):
        return alone
    joined = [_read_line(whole, position, is_order), [_read_whole(whole, position)]]
    said = {item.move for item in alone if item.move}
    for items in joined:
        if not any(item.unclear for item in items):
            # A line that says a move by itself was not wrapped there: what is the next one for?
            return [replace(item, is_likely=item.is_likely or item.move in said) for item in items]
    return alone


def _read_line(line: str, position: Position, is_order: IsOrder) -> list[_Item]:
    is_doubtful = "?" in line or _DOUBTFUL_SIGNS.search(line)
    if not is_doubtful and is_order(line) and not _read_whole(line, position).move:
        spoken = said_in(line, position) if "wait" in position.moves else None
        now = weighed(spoken.clauses, position) if spoken else ""
        if now:
            # "Ambush: closed", where the Ambush is what is asked about.
            return [_Item(move=now, is_likely=True)]
        return [_Item(order=line, is_likely=_begins_with_guard(line, position))]
    sentences = _SENTENCE.findall(line) or [line]
    if len(sentences) > _MOST_STATEMENTS:
        return [_Item(unclear=line, why="words")]
    items = [item for one in sentences for item in _read_sentence(one, position, is_order)]
    if len(sentences) > 1 and any(item.unclear for item in items):
        whole = _read_whole(line, position)
        if whole.move and not is_doubtful:
            return [whole]
    return items


def _read_sentence(text: str, position: Position, is_order: IsOrder) -> Iterator[_Item]:
    whole = _read_statement(text, position, is_order)
    if not whole.unclear or "?" in text:
        yield whole
        return
    pieces = [piece for piece in _CLAUSE.split(text) if piece and said(piece)]
    if len(pieces) > _MOST_CLAUSES:
        yield whole
        return
    items = [_read_statement(piece, position, is_order) for piece in pieces]
    if len(pieces) > 1 and not any(item.unclear or item.is_likely for item in items):
        yield from items
    else:
        yield whole


def _read_statement(text: str, position: Position, is_order: IsOrder) -> _Item:
    """A statement by itself: nothing, a request, a move, an order – or unclear."""
    if not said(text):
        if _DOUBTFUL_SIGNS.search(text) or "?" in text:
            return _Item(unclear=text.strip(), why="doubt")
        return _Item()
    wish = read_wish(text, position.lang)
    # "The Spy. OK?" asks, and agrees to nothing.
    if wish and not ("?" in text and wish[0] in {Wish.YES, Wish.NO}):
        return _Item(wish=wish[0], about=wish[1])
    if "?" in text:
        return _Item(unclear=text.strip(), why="question")
    if _DOUBTFUL_SIGNS.search(text):
        return _Item(unclear=text.strip(), why="doubt")
    return _read_words(text, position, is_order)


def _read_words(text: str, position: Position, is_order: IsOrder) -> _Item:
    stated = _read_whole(text, position)
    if not stated.unclear and not stated.is_likely:
        return stated
    stripped = text.strip(" .!\u2026")
    if is_order(stripped):
        return _Item(order=stripped, is_likely=_begins_with_guard(stripped, position))
    if _greets(text, position):
        return _Item()
    if stated.unclear:
        with suppress(engine.BadNotation):
            return _Item(further=tuple(engine.read_moves(text)))
    return _later(text, position, is_order) or stated


def _later(text: str, position: Position, is_order: IsOrder) -> _Item | None:
    """What is no answer to this question, but an order for later ones."""
    early = ahead.order_for(position, _cards(text, position), lambda asked: _surely(text, asked))
    if is_order(early):
        return _Item(order=early, played=ahead.played(position, early))
    offered = _as_order(text.strip(" .!\u2026"), position, is_order)
    return _Item(order=offered, is_likely=True) if offered else None


def _cards(text: str, position: Position) -> set[str]:
    """Which are named, in whatever language, and not as somebody else's."""
    words = words_of(text)[:_LONGEST_STATEMENT]
    named = set()
    for lang in position.languages():
        tokens = cut(words, lang, position)
        for before, token in zip([None, *tokens], tokens, strict=False):
            if before is None or before.words not in _THEIRS:
                named |= {one[2:] for one in token.means if one.startswith("c:")}
    return named


def _surely(text: str, position: Position) -> str:
    stated = _read_whole(text, position)
    return "" if stated.is_likely else stated.move


def _read_whole(text: str, position: Position) -> _Item:
    """A text as one statement about one move."""
    try:
        written = engine.read_moves(text) if "?" not in text else []
    except engine.BadNotation:
        written = []
    if len(written) == 1 and written[0] in position.moves:
        return _Item(move=written[0], is_likely=_trails_off(text))
    words = words_of(text)[:_LONGEST_STATEMENT]
    if len(written) == 1 and " " in written[0]:
        # A whole move of the notation means itself, though it is none that can be made now.
        otherwise = said(text) != written[0] and _otherwise(words, position)
        return otherwise or _Item(further=(written[0],))
    fewest: list[Token] | None = None
    for lang in position.languages():
        tokens = cut(words, lang, position)
        if not any(token.guard for token in tokens):
            item = _of_known(tokens, position, text)
            if item is not None:
                return item
        if fewest is None or _unknown(tokens) < _unknown(fewest):
            fewest = tokens
    assert fewest is not None
    why = next((token.guard for token in fewest if token.guard), "") or _guard(words, position)
    if why:
        return _Item(unclear=text.strip(), why=why)
    return _Item(unclear=text.strip(), why=_why(fewest, position))


def _of_known(tokens: list[Token], position: Position, text: str) -> _Item | None:
    """A statement of which every word is understood; None if one is not, or it leaves several."""
    if _unknown(tokens):
        return None
    if all("" in token.means or "sep" in token.means for token in tokens) and not (
        find(tokens, position).moves
    ):
        return _Item()
    numbered = _by_number(tokens, position)
    if numbered:
        return numbered
    found = find(tokens, position)
    if is_courtesy(tokens):
        return _Item()
    if len(found.moves) != 1:
        return None
    (move,) = found.moves
    # A name alone does not say which of several things to do.
    is_said = len(_verbs(position)) == 1 or _verb_is_said(tokens)
    is_sure = found.surely and is_said and is_chosen(tokens, move, text) and not _trails_off(text)
    # One's own name is a signature sooner than the card that one strikes.
    is_signed = any(f"s:{position.view['you']}" in one.means for one in tokens)
    return _Item(move=move, is_likely=not is_sure or (is_signed and not _verb_is_said(tokens)))


def _verb_is_said(tokens: list[Token]) -> bool:
    return any(one.startswith("v:") for token in tokens for one in token.means)


def _by_number(tokens: list[Token], position: Position) -> _Item | None:
    """A number alone, where no slot is asked for: the place of a move in the letter's list."""
    numbers = [one for token in tokens for one in token.means if one.startswith("n:")]
    if len(numbers) != 1 or any(map(str.isdecimal, " ".join(position.moves).split())):
        return None
    if any(one != numbers[0] and one not in {"", "sep"} for token in tokens for one in token.means):
        return None
    number = int(numbers[0][2:])
    if not 0 < number <= len(position.moves) or any(" " in move for move in position.moves):
        return None
    return _Item(move=position.moves[number - 1], is_likely=True)


def _guard(words: tuple[str, ...], position: Position) -> str:
    """What in any language keeps a statement from being done that none explains in full."""
    for lang in position.languages():
        for token in cut(words, lang, position):
            if token.guard and len(token.words[0]) > 1:
                return token.guard
    return ""


def _begins_with_guard(text: str, position: Position) -> bool:
    """ "Not the Spy": an order for later, or half an answer to what is asked now."""
    words = words_of(text)
    return bool(position.moves) and any(
        tokens and tokens[0].guard
        for tokens in (cut(words, lang, position) for lang in position.languages())
    )


def _says_where_not(text: str, position: Position) -> bool:
    """ "The Spy, but not on the Lord", where it could be placed now: half an answer."""
    playable = {f"c:{move.split()[1]}" for move in position.moves if move.startswith("place ")}
    words = words_of(text)[:_LONGEST_STATEMENT]
    for lang in position.languages() if playable else ():
        tokens = cut(words, lang, position)
        said = {one for token in tokens for one in token.means}
        if "g:negation" in said and said & playable and said & PLACES:
            return True
    return False


def _otherwise(words: tuple[str, ...], position: Position) -> _Item | None:
    """A Decree's card is "put" somewhere, too, which is how playing one is written."""
    if not position.moves or position.moves[0].split()[0] != "move":
        return None
    found = [find(cut(words, lang, position), position).moves for lang in position.languages()]
    moves = {move for one in found for move in one}
    return _Item(move=moves.pop()) if len(moves) == 1 else None


def _why(tokens: list[Token], position: Position) -> str:
    if _unknown(tokens):
        return "words"
    return "several" if len(find(tokens, position).moves) > 1 else "impossible"


def _unknown(tokens: list[Token]) -> int:
    return sum(not token.means for token in tokens)


def _trails_off(text: str) -> bool:
    return text.rstrip().endswith(("...", "\u2026"))


def _greets(text: str, position: Position) -> bool:
    """ "Dear all", "Hello Bohdan": a greeting, and whom."""
    first, *rest = words_of(text)
    if len(rest) > 4:
        return False
    for lang in position.languages():
        known = LANGUAGES[lang].GREETINGS
        if any(first == one or (one[-1] == "*" and first.startswith(one[:-1])) for one in known):
            tokens = cut(rest, lang, position)
            return not any(one[:2] in {"v:", "g:"} for token in tokens for one in token.means)
    return False


def _is_name(line: str, position: Position) -> bool:
    """Whether a line is a name and no part of a move: "Ann Archer", one's own name."""
    if not said(line) or not tail.is_name_line(line):
        return False
    if read_wish(line, position.lang):
        return False
    own = f"s:{position.view['you']}"
    for lang in position.languages():
        tokens = cut(words_of(line), lang, position)
        # "Wiat" is no name.
        typed = [typed_right(one.words[0], lang, position) for one in tokens if not one.means]
        tokens += cut([word for word in typed if word], lang, position)
        if any(one[:2] in {"v:", "g:"} for token in tokens for one in token.means):
            return False
        if not _unknown(tokens) and not any(own in token.means for token in tokens):
            return False
    return True


def _as_order(text: str, position: Position, is_order: IsOrder) -> str:
    """A condition in the words of standing orders: "If …, reveal" about the card in question."""
    if "wait" not in position.moves:
        return ""
    slot = known(known(position.view["question"])["slot"])
    card = known(position.view["row"][slot - 1]["top"]["card"])
    first, comma, last = text.partition(",")
    for words in [text, *([f"{last.strip()} {first}"] if comma else [])]:
        verb, _, rest = words.partition(" ")
        for one in (words, f"{verb} {card.replace('_', ' ')} {rest}"):
            if is_order(one):
                return one
    return ""


def _settle(total: _Sum, position: Position) -> Reading:
    items = total.items
    unclear = tuple(item.unclear for item in items if item.unclear)
    why = next((item.why for item in items if item.why), "")
    moves = list(dict.fromkeys(item.move for item in items if item.move))
    further: list[str] = []
    for item in items:
        for move in item.further:
            further.append(move)
    orders = tuple(item.order for item in items if item.order)
    wishes = [item for item in items if item.wish]
    wish = wishes[0].wish if wishes else None
    is_likely = any(
        item.is_likely or not all(move.startswith(item.played) for move in moves[:1] or [""])
        for item in items
    )
    later = [*moves, *further][1:]
    if position.moves and any(move.split()[0] in _verbs(position) for move in later):
        unclear, why = unclear or (*moves, *further), why or "several"
        moves, further = [], []
    if wish in {Wish.YES, Wish.NO} and (moves or orders or further):
        # "Yes, reveal" says what; "no, reveal" does not say what not.
        unclear = unclear if wish == Wish.YES else (*unclear, "no")
        wish = None
    if wish in _HARMLESS and why == "words" and not (moves or orders or further):
        unclear = ()
    if unclear:
        plain = [item for item in items if item.move and not item.is_likely]
        if moves and why == "words" and (plain or is_likely) and not orders and not further:
            return Reading(moves=tuple(moves), asks=True)
        return Reading(unclear=unclear, why=why)
    return Reading(
        moves=(*moves, *further),
        orders=orders,
        talk=tuple(total.talk),
        wish=wish,
        about=wishes[0].about if wishes else "",
        asks=is_likely and bool(moves or orders or further),
    )


def _verbs(position: Position) -> set[str]:
    return {move.split()[0] for move in position.moves}
