"""A state as JSON text, out and in.

Reading trusts nothing: a text that is damaged, of a version of the rules that is not there, or
tells of a game that cannot be – a card in two places, a hand too large, a question that nobody
would be asked – is refused.
"""

from __future__ import annotations

import json
from typing import Any

from .errors import BadState
from .names import FAMILIES, KIND, Step
from .state import State
from .turn import RULES, Rule
from .validation import check, require
from .versions import at

_encode = json.JSONEncoder(separators=(",", ":")).encode

# Every field of a stored game and its JSON type. Lots of cards are words in one string.
_FIELDS: dict[str, type] = {
    "rules_version": int,
    "set": str,
    "edition": str,
    "deck": str,
    "seats": int,
    "direction": str,
    "phase": str,
    "round": int,
    "first": int,
    "placed": int,
    "cursor": int,
    "active": str,  # "" for none
    "influence": list,
    "row": list,
    "faces": str,  # a digit for each card of the row
    "hands": list,
    "aside": list,
    "discards": list,
    "kept": list,
    "twins": list,
    "tokens": dict,
    "verdicts": dict,
    "bribed": dict,
    "asleep": str,
    "agenda": list,
}
_TYPES = [*_FIELDS.values()]
_PILES = ("hands", "aside", "discards", "kept")
_FACES = ("0", "1", "2")


def dump(state: State) -> str:
    """The state as JSON text."""
    faces = state.faces
    return _encode(
        {
            "rules_version": state.version,
            "set": state.set,
            "edition": state.edition,
            "deck": " ".join(state.deck),
            "seats": state.seats,
            "direction": state.direction,
            "phase": state.phase,
            "round": state.round,
            "first": state.first,
            "placed": state.placed,
            "cursor": state.cursor,
            "active": state.active or "",
            "influence": state.influence,
            "row": list(map(" ".join, state.row)),
            "faces": "".join([_FACES[faces[card]] for stack in state.row for card in stack]),
            "hands": list(map(" ".join, state.hands)),
            "aside": list(map(" ".join, state.aside)),
            "discards": list(map(" ".join, state.discards)),
            "kept": list(map(" ".join, state.kept)),
            "twins": state.twins,
            "tokens": state.tokens,
            "verdicts": state.verdicts,
            "bribed": state.bribed,
            "asleep": " ".join(state.asleep),
            "agenda": state.agenda,
        }
    )


def load(text: str | bytes) -> State:
    """The game of a stored text; BadState if it is none."""
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadState(f"This is no stored game: it is not JSON ({error}).") from error
    require(type(data) is dict, "it is no JSON object")
    version = data.get("rules_version")
    require(type(version) is int, "the version of its rules is no number")
    at(version)
    state = State.__new__(State)
    try:
        _fill(state, data)
        check(state)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, BadState):
            raise
        # A value of the wrong type or range deep inside: found by using it.
        raise BadState(f"This is no stored game: {error!r}.") from error
    return state


def _fill(state: State, data: dict[str, Any]) -> None:
    types = [type(data[field]) for field in _FIELDS]
    require(types == _TYPES and len(data) == len(types), "a field is unknown or of a wrong type")
    seats, influence, twins = data["seats"], data["influence"], data["twins"]
    require(2 <= seats <= FAMILIES, "the number of seats is impossible")
    require(len(influence) == len(twins) == seats, "a list does not fit the seats")

    state.version = data["rules_version"]
    state.set, state.edition, state.deck = data["set"], data["edition"], _words(data["deck"])
    state.seats, state.direction = seats, data["direction"]
    state.phase, state.round, state.first = data["phase"], data["round"], data["first"]
    state.placed, state.cursor = data["placed"], data["cursor"]
    state.active = data["active"] or None
    state.influence = influence
    state.twins = tuple(twins)
    state.row = [_words(stack) for stack in data["row"]]
    state.hands, state.aside, state.discards, state.kept = piles = [
        tuple([_words(pile) for pile in data[field]]) for field in _PILES
    ]
    require(all(len(pile) == seats for pile in piles), "a list does not fit the seats")
    cards = [card for stack in state.row for card in stack]
    state.faces = dict(zip(cards, map(_FACES.index, data["faces"]), strict=True))
    require(len(state.faces) == len(cards), "a card lies in the row twice")
    state.tokens, state.verdicts, state.bribed = data["tokens"], data["verdicts"], data["bribed"]
    state.asleep = _words(data["asleep"])
    state.agenda = tuple([_step(RULES[state.version], step) for step in data["agenda"]])
    state.question = None


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(" ")) if text else ()


def _step(rules: dict[str, Rule], data: list[Any]) -> Step:
    rule, card, answers, revealed, tokens = data
    require(
        type(answers) is list
        and type(revealed) is bool
        and type(tokens) is int
        and tokens >= 0
        and rule in rules
        and card in KIND,
        "an effect in progress is impossible",
    )
    return Step(rule, card, tuple(answers), revealed, tokens)
