"""Which of the legal moves a statement is true of.

A statement is never taken apart into a command: each legal move is asked whether everything that
was said fits it. Said in full, one is left; said in part, several are.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from games.engine.types import known
from games.replies.lexicon import Position, Token
from games.replies.row import all_true, gaps, is_plainly_counted, is_true, slots_between

# A statement whose words can mean so many things is none.
_MOST_READINGS = 512
# What else people call a move.
ALSO_CALLED = {
    "place": {"use"},
    "eliminate": {"take"},
    "steal": {"take"},
    "copy": {"use"},
    "move": {"place"},
    "bribe": {"take"},
    "give": {"place"},
    "take": {"gain"},
    "gain": {"take"},
    "stay": {"keep"},
}
_ALONE = {"wait", "reveal", "take", "gain", "stay", "leave"}
# The row begins on the left for everybody, whatever side the rules draw.
_ENDS = {"left": "start", "right": "end"}
_SIDES = {**_ENDS, "start": "start", "end": "end"}
_WHERE = {"on", "under", "to", "before", "after", "between", "beside", "left", "right"}


class Found(NamedTuple):
    """The moves that fit. `surely`: none but one, whichever way the words are taken."""

    moves: frozenset[str]
    surely: bool


_Where = tuple[str, tuple[str, ...]]


class _Said(NamedTuple):
    """One way to take a statement: verbs, what is spoken of, and where."""

    verbs: frozenset[str]
    what: tuple[str, ...]
    where: tuple[_Where, ...]


def find(tokens: Sequence[Token], position: Position, most: int = _MOST_READINGS) -> Found:
    moves: set[str] = set()
    hedged = False
    choices = [token.means for token in tokens]
    for means in islice(product(*choices), most + 1):
        said = _arrange(means)
        if not (said.verbs or said.what or said.where):
            continue
        for move, is_plain in _fitting(said, position):
            moves.add(move)
            hedged = hedged or not is_plain
    too_many = 1
    for choice in choices:
        too_many *= max(len(choice), 1)
    return Found(frozenset(moves), not hedged and too_many <= most)


def _arrange(means: Sequence[str]) -> _Said:
    verbs: set[str] = set()
    what: list[str] = []
    where: list[tuple[str, list[str]]] = []
    into = what
    for one in means:
        if one.startswith("v:"):
            verbs.add(one[2:])
        elif one in {"start", "end"} and where and where[-1][0] == "between":
            into.append("o:1" if one == "start" else "o:-1")
        elif one in {"start", "end"}:
            where.append((one, []))
            into = what
        elif one in _WHERE:
            into = []
            where.append((one, into))
        elif one == "sep":
            if where and where[-1][0] == "between":
                into.append(one)
            else:
                into = what
        elif one:
            into.append(one)
    # "to the start": the word before a place of its own says nothing more.
    full = [(word, tuple(of)) for word, of in where]
    if any(word in {"start", "end"} for word, _of in full):
        full = [(word, of) for word, of in full if of or word not in {"to", "on"}]
    # "On the Spy, on top".
    if any(word == "on" and of for word, of in full):
        full = [one for one in full if one != ("on", ())]
    # "In front, before everybody" says one thing twice.
    return _Said(frozenset(verbs), tuple(what), tuple(dict.fromkeys(_of_sides(full))))


def _of_sides(where: list[_Where]) -> list[_Where]:
    """ "The left end", "the end, on the right" – but "right at the start" is no side."""
    sides = [one for one in where if one[0] in _ENDS and not one[1]]
    if not sides or not any(word in {"start", "end"} for word, _of in where):
        return where
    is_left = any(word == "left" for word, _of in sides)
    rest = [one for one in where if one not in sides]
    return [("start", of) if is_left and word == "end" else (word, of) for word, of in rest]


def _fitting(said: _Said, position: Position) -> Iterator[tuple[str, bool]]:
    legal = _legal(position.moves)
    called = legal.verbs & said.verbs
    for move, words in legal.moves:
        if called and words[0] not in called:
            continue
        if not _is_called(words[0], said):
            continue
        plain = _fits(words, said, position)
        if plain is not None:
            yield move, plain


class _Legal(NamedTuple):
    moves: tuple[tuple[str, tuple[str, ...]], ...]
    verbs: frozenset[str]
    # There is one card to play, which need not be named.
    is_one_card: bool


# They are asked about again and again while a text is read.
@lru_cache(maxsize=16)
def _legal(moves: tuple[str, ...]) -> _Legal:
    split = tuple((move, tuple(move.split())) for move in moves)
    verbs = frozenset(words[0] for _move, words in split)
    return _Legal(split, verbs, len({words[1:2] for _move, words in split}) == 1)


def _is_called(verb: str, said: _Said) -> bool:
    if verb == "wait":
        closed = "closed" in said.what
        return said.verbs <= {"keep", "wait"} and (
            "wait" in said.verbs or (closed and bool(said.verbs))
        )
    if not said.verbs:
        return verb not in _ALONE
    return said.verbs <= {verb, *ALSO_CALLED.get(verb, ())}


def _fits(words: tuple[str, ...], said: _Said, position: Position) -> bool | None:
    """Whether a move is what was said: None if not, False if it takes some good will."""
    match words:
        case ["place", card, *where]:
            return _places(card, where, said, position)
        case ["move", slot, "to", gap]:
            return _moves(int(slot), int(gap), said, position)
        case ["swap", card]:
            what = {
                *said.what,
                *(one for word, of in said.where if word in {"on", "to"} for one in of),
            }
            beside = {word for word, _of in said.where} - {"on", "to"}
            return True if f"c:{card}" in what <= {f"c:{card}", "mine"} and not beside else None
        case [_verb, slot]:
            return _targets(int(slot), said, position)
        case [verb]:
            return True if _acts(verb, said, position) else None
    return None


def _acts(verb: str, said: _Said, position: Position) -> bool:
    slot = known(position.view["question"])["slot"]
    what = [one for one in said.what if one != "token"]
    if verb == "take":
        what = [one for one in what if one != "n:1"]
    if said.where or (what and slot is None):
        return False
    return all(slot is not None and is_true(one, slot, position) for one in what)


def _places(card: str, where: list[str], said: _Said, position: Position) -> bool | None:
    is_only = _legal(position.moves).is_one_card
    for what, spoken in _arrangements(card, said):
        if not (f"c:{card}" in what or is_only) or not set(what) <= {f"c:{card}", "mine", "closed"}:
            continue
        plain = [_lies_there(where, *one, position) for one in spoken]
        if None not in plain:
            return all(plain)
    return None


def _arrangements(card: str, said: _Said) -> Iterator[tuple[tuple[str, ...], tuple[_Where, ...]]]:
    """Which words are the card's and which the place's: "on 2 the Spy", "slot 2: Spy" too."""
    yield said.what, said.where
    if not said.where:
        rest = tuple(one for one in said.what if one != f"c:{card}")
        if any(one.startswith("n:") for one in rest):
            yield (f"c:{card}",), (("on", rest),)
        return
    (word, of), *others = said.where
    rest = tuple(one for one in said.what if one != f"c:{card}")
    if word == "on" and not of and len(rest) < len(said.what):
        yield (f"c:{card}",), ((word, rest), *others)
    if word == "under" or (word == "on" and said.what):
        # "The Spy is of no use: the Lord on it".
        yield of, (("on", said.what), *others)
    if word in _ENDS and not said.what and of == (f"c:{card}",):
        # "On the right the Lord".
        yield of, ((word, ()), *others)
    if not said.what and len(of) > 1:
        yield of[-1:], ((word, of[:-1]), *others)
        yield of[:1], ((word, of[1:]), *others)


def _lies_there(
    where: list[str], word: str, of: tuple[str, ...], position: Position
) -> bool | None:
    row = position.view["row"]
    if word in {"start", "end"}:
        return True if where == [word] or not row else None
    if word == "on":
        fits = where[0] == "on" and all_true(of, int(where[1]), position)
        return True if fits else None
    if word in {"left", "right"} and not of:
        return False if where == [_ENDS[word]] else None
    found = gaps(word, of, position)
    here = {"start": 0, "end": len(row)}.get(where[0])
    if word == "beside":
        return False if here in found else None
    return word not in {"left", "right"} if len(found) == 1 and here in found else None


def _moves(slot: int, gap: int, said: _Said, position: Position) -> bool | None:
    if not said.where or not said.what or not all_true(said.what, slot, position):
        return None
    plain = [_leads_to(gap, *one, position) for one in said.where]
    return None if None in plain else all(plain)


def _leads_to(gap: int, word: str, of: tuple[str, ...], position: Position) -> bool | None:
    ends = {"start": 0, "end": len(position.view["row"])}
    if word in ends:
        return True if gap == ends[word] else None
    if word == "to":
        return False if of == (f"n:{gap}",) else None
    if word in _ENDS and not of:
        return False if gap == ends[_ENDS[word]] else None
    found = gaps(word, of, position)
    return word not in _ENDS if found == {gap} else None


def _targets(slot: int, said: _Said, position: Position) -> bool | None:
    what = [one for one in said.what if one != "token"]
    beside: list[_Where] = []
    for word, of in said.where:
        if word in {"on", "to"}:
            what += of
        else:
            beside.append((word, of))
    acting = f"c:{known(position.view['question'])['card']}"
    if len([*what, *beside]) > 1 and acting in what and not is_true(acting, slot, position):
        # "My Spy steals …"
        what = [one for one in what if one not in {acting, "mine"}]
    what, beside = _counted_from(what, beside)
    for word in ("start", "end"):
        if (word, ()) in beside:
            beside.remove((word, ()))
            what.append("o:1" if word == "start" else "o:-1")
    if not what and not beside:
        return None
    if not all(is_true(one, slot, position) for one in what):
        return None
    plain = not beside and all(is_plainly_counted(one, slot, position) for one in what)
    return plain if all(_is_beside(slot, *one, position) for one in beside) else None


def _counted_from(what: list[str], beside: list[_Where]) -> tuple[list[str], list[_Where]]:
    """ "The second from the right"."""
    side = next((word for word, of in beside if word in _SIDES and not of), "")
    nth = next((int(one[2:]) for one in what if one.startswith("o:")), 0)
    if not side or not nth:
        return what, beside
    of_side = nth if _SIDES[side] == "start" or nth == -1 else -nth
    rest = [one for one in what if not one.startswith("o:")]
    return [*rest, f"o:{of_side}"], [one for one in beside if one != (side, ())]


def _is_beside(slot: int, word: str, of: tuple[str, ...], position: Position) -> bool:
    """Whether a slot lies left or right of another, or before or behind it."""
    if word == "between":
        return slot in slots_between(of, position)
    own = known(position.view["question"])["slot"]
    slots = range(1, len(position.view["row"]) + 1)
    beyond = [n for n in slots if all_true(of, n, position)] if of else [own]
    if len(beyond) != 1 or beyond[0] is None:
        return False
    if word == "beside":
        return abs(slot - beyond[0]) == 1
    is_before = word in {"before", "left"}
    return bool(slot == beyond[0] + (-1 if is_before else 1))
