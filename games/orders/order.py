"""An order as data: what may be in it, and what is wrong with one that cannot be.

    {"do": "wait", "card": "ambush", "until_round": 4}
    {"do": "reveal", "card": "soldier", "neighbour": ["open"], "prefer": ["richest"]}
    {"do": "place", "card": "spy", "place": "on", "on": "heir", "round": 5}
    {"do": "choose", "card": "spy", "prefer": ["richest"], "never": ["mine"]}
    {"do": "ask", "if": ["attacked", "neighbour"]}

A term says something of a card in the row, or of a choice: "open", "seat 2", "heir", "richest".
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, Required, TypedDict, cast

from games.engine import View
from games.engine.types import known

Order = TypedDict(
    "Order",
    {
        "do": Required[str],
        "card": str,
        "from_round": int,
        "until_round": int,
        "from_tokens": int,
        "until_tokens": int,
        "neighbour": list[str],
        "no_neighbour": list[str],
        "prefer": list[str],
        "never": list[str],
        "place": str,
        "on": str,
        "round": int,
        "question": str,
        "if": list[str],
    },
    total=False,
)
# What a field may hold.
Value = str | int | list[str]

MOST = 30  # orders of one seat
MOST_TERMS = 12
# A round that is never reached: "until round 7" is to the end.
LAST_ROUND = 7
MOST_TOKENS = 20

# What can be true of a card: for neighbours, for preferences, and for what is never chosen.
OF_CARDS = ("open", "closed", "mine", "others", "leader")
# … of a choice that is more than a slot, by the words of the notation.
OF_MOVES = (
    *("eliminate", "mark", "gain", "swap", "stay", "leave", "use", "take"),
    *("start", "end", "on"),
)
# What is best, of several.
RANKS = ("richest", "poorest", "most_tokens", "lowest", "highest")
# Kinds of question that an order may name; the others are those of one card.
QUESTIONS = ("eliminate", "steal", "copy", "move", "use", "give")
WIRES = ("neighbour", "attacked", "moved")

_SEAT = re.compile(r"seat ([0-4])\Z")


class Setting(NamedTuple):
    """What words mean at a table just now: its cards and players, and the round it is in."""

    cards: frozenset[str]
    seats: int
    round: int
    # The next round in which this seat plays a card.
    next_place: int
    names: tuple[str, ...] | None = None
    # A plan is asked for: what names no round is for this one, and it reaches to the next card.
    is_asked: bool = False


class Unfit(ValueError):
    """An order that cannot be. `field` says where, `problem` is a word for what."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


def setting(view: View, names: list[str] | None = None) -> Setting:
    seats = len(view["seats"])
    you, first, question = view["you"], view["first"], view["question"]
    to_play = False
    if view["phase"] == "planning" and question:
        to_play = (known(you) - first) % seats >= (question["seat"] - first) % seats
    return Setting(
        cards=frozenset([*view["deck"], *(("twin",) if "prince" in view["deck"] else ())]),
        seats=seats,
        round=view["round"],
        next_place=view["round"] + (not to_play),
        names=tuple(names) if names else None,
    )


def check(raw: object, at: Setting) -> Order:
    """The order in its one form: fields in order, nothing that says nothing."""
    if not isinstance(raw, Mapping):
        raise Unfit("", "wrong_kind")
    do = raw.get("do")
    if not isinstance(do, str) or do not in DOES:
        raise Unfit("do", "unknown_do")
    for field in raw:
        if field not in DOES[do]:
            raise Unfit(str(field), "unknown_field")
    checked: dict[str, Value] = {"do": do}
    for field in DOES[do][1:]:
        value = raw.get(field)
        if value is not None and value != []:
            checked[field] = _FIELDS[field](field, value, at)
    order = cast(Order, checked)  # field by field
    _check_whole(order, at)
    return order


def _check_whole(order: Order, at: Setting) -> None:
    do = order["do"]
    if do == "place":
        _check_place(order, at)
    if do == "choose" and not (order.get("prefer") or order.get("never")):
        raise Unfit("prefer", "says_nothing")
    if do == "ask" and not (order.get("if") or order.get("card") or at.is_asked):
        raise Unfit("if", "says_nothing")
    if order.get("from_round", 0) >= order.get("until_round", LAST_ROUND):
        raise Unfit("until_round", "never_true")
    if order.get("from_tokens", 0) >= order.get("until_tokens", MOST_TOKENS + 1):
        raise Unfit("until_tokens", "never_true")
    if order.get("until_round", LAST_ROUND) <= at.round:
        raise Unfit("until_round", "past")


def _check_place(order: Order, at: Setting) -> None:
    for field in ("card", "place", "round"):
        if field not in order:
            raise Unfit(field, "missing")
    if (order["place"] == "on") != ("on" in order):
        raise Unfit("on", "missing" if order["place"] == "on" else "unknown_field")
    if order["round"] < at.next_place:
        raise Unfit("round", "past")
    if at.is_asked and order["round"] > at.next_place:
        raise Unfit("round", "too_far")
    if order["card"] == "twin":
        raise Unfit("card", "unknown_card")


# --- field by field -----------------------------------------------------------------------


def _card(field: str, value: object, at: Setting) -> str:
    if not isinstance(value, str):
        raise Unfit(field, "wrong_kind")
    if value not in at.cards:
        raise Unfit(field, "unknown_card")
    return value


def _one_of(*words: str) -> Callable[[str, object, Setting], str]:
    def check_word(field: str, value: object, _at: Setting) -> str:
        if not isinstance(value, str) or value not in words:
            raise Unfit(field, "unknown_word")
        return value

    return check_word


def _number(least: int, most: int) -> Callable[[str, object, Setting], int]:
    def check_number(field: str, value: object, _at: Setting) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Unfit(field, "wrong_kind")
        if not least <= value <= most:
            raise Unfit(field, "out_of_range")
        return value

    return check_number


def _terms(*words: str, names: bool = True) -> Callable[[str, object, Setting], list[str]]:
    def check_terms(field: str, value: object, at: Setting) -> list[str]:
        if not isinstance(value, list):
            raise Unfit(field, "wrong_kind")
        if len(value) > MOST_TERMS:
            raise Unfit(field, "too_many")
        for term in value:
            if not isinstance(term, str) or not (term in words or (names and _names(term, at))):
                raise Unfit(field, "unknown_word")
        return list(dict.fromkeys(value))

    return check_terms


def _names(term: str, at: Setting) -> bool:
    """Whether it names a card of this game, or a seat of this table."""
    seat = seat_of(term)
    return term in at.cards if seat is None else seat < at.seats


def seat_of(term: str) -> int | None:
    match = _SEAT.match(term)
    return int(match[1]) if match else None


_ROUND = _number(1, LAST_ROUND - 1)
_UNTIL_ROUND = _number(2, LAST_ROUND)
_FIELDS: dict[str, Callable[[str, object, Setting], Value]] = {
    "card": _card,
    "on": _card,
    "place": _one_of("start", "end", "on"),
    "round": _ROUND,
    "question": _one_of(*QUESTIONS),
    "from_round": _ROUND,
    "until_round": _UNTIL_ROUND,
    "from_tokens": _number(1, MOST_TOKENS),
    "until_tokens": _number(1, MOST_TOKENS),
    "neighbour": _terms(*OF_CARDS),
    "no_neighbour": _terms(*OF_CARDS),
    "prefer": _terms(*OF_CARDS, *OF_MOVES, *RANKS),
    "never": _terms(*OF_CARDS, *OF_MOVES),
    "if": _terms(*WIRES, names=False),
}
_ROUNDS = ("from_round", "until_round")
_WHEN = ("card", *_ROUNDS, "from_tokens", "until_tokens", "neighbour", "no_neighbour")
# The fields of each kind of order.
DOES: dict[str, tuple[str, ...]] = {
    "wait": ("do", *_WHEN),
    "reveal": ("do", *_WHEN, "prefer", "never"),
    "place": ("do", "card", "place", "on", "round", "neighbour", "no_neighbour"),
    "choose": ("do", "card", "question", *_ROUNDS, "prefer", "never"),
    "ask": ("do", "card", "if"),
}
