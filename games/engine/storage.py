"""A state as JSON text, out and in.

Reading trusts nothing: a text that is damaged, of another version, or tells of a game that cannot
be – a card in two places, a hand too large, a question that nobody would be asked – is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .cards import BOXES, is_dealt, kinds_of
from .cards.rule import CARD, FAMILIES, FAMILY, KIND, RULE, RULES, Step
from .errors import BadState
from .terms import (
    CLOSED,
    DECK_SIZE,
    DIRECTIONS,
    EDITIONS,
    HAND_SIZE,
    OPEN,
    ROUNDS,
    RULES_VERSION,
    SEEN,
)

if TYPE_CHECKING:
    from .state import State

_encode = json.JSONEncoder(separators=(",", ":")).encode

# Every field of a stored game and its JSON type.
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "set": str,
    "edition": str,
    "deck": list,
    "seats": int,
    "direction": str,
    "phase": str,
    "round": int,
    "first": int,
    "placed": int,
    "cursor": int,
    "active": (str, type(None)),
    "influence": list,
    "row": list,
    "hands": list,
    "aside": list,
    "discards": list,
    "kept": list,
    "twins": list,
    "faces": dict,
    "tokens": dict,
    "verdicts": dict,
    "bribed": dict,
    "asleep": list,
    "agenda": list,
}
_KEYS = {"rules_version", *_FIELDS}


def dump(state: State) -> str:
    """The state as JSON text."""
    stored: dict[str, Any] = {"rules_version": RULES_VERSION}
    for field in _FIELDS:
        stored[field] = getattr(state, field)
    return _encode(stored)


def load_into(state: State, text: str | bytes) -> None:
    """Fill an empty state from JSON text, or raise BadState."""
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadState(f"This is no stored game: it is not JSON ({error}).") from error
    _require(type(data) is dict, "it is no JSON object")
    version = data.get("rules_version")
    if type(version) is not int or version != RULES_VERSION:
        raise BadState(
            f"This game was stored under version {version!r} of the rules; "
            f"this is version {RULES_VERSION}. Replay its record instead."
        )
    try:
        _check_form(data)
        _fill(state, data)
        _check_deck(state.set, state.deck)
        _check_cards(state)
        _check_markers(state)
        _check_moment(state)
    except (LookupError, TypeError, ValueError) as error:
        if isinstance(error, BadState):
            raise
        # A value of the wrong type or range deep inside: found by using it.
        raise BadState(f"This is no stored game: {error!r}.") from error


def _require(condition: bool, otherwise: str) -> None:
    if not condition:
        raise BadState(f"This is no stored game: {otherwise}.")


def _check_form(data: dict[str, Any]) -> None:
    _require(data.keys() == _KEYS, "fields are missing or unknown")
    for field, kind in _FIELDS.items():
        value = data[field]
        fits = type(value) in kind if isinstance(kind, tuple) else type(value) is kind
        _require(fits, f"'{field}' has the wrong type")
    seats = data["seats"]
    _require(2 <= seats <= FAMILIES, "the number of seats is impossible")
    for field in ("influence", "hands", "aside", "discards", "kept", "twins"):
        _require(len(data[field]) == seats, f"'{field}' does not fit the seats")
    for field in ("row", "hands", "aside", "discards", "kept", "agenda"):
        for inner in data[field]:
            _require(type(inner) is list, f"'{field}' does not hold lists")


def _fill(state: State, data: dict[str, Any]) -> None:
    for field in _FIELDS:
        setattr(state, field, data[field])
    state.deck = tuple(data["deck"])
    state.row = [tuple(stack) for stack in data["row"]]
    for field in ("hands", "aside", "discards", "kept"):
        setattr(state, field, [tuple(kinds) for kinds in data[field]])
    state.twins = tuple(data["twins"])
    state.asleep = tuple(data["asleep"])
    state.agenda = tuple([_step(step) for step in data["agenda"]])
    state.question = None


def _step(data: list[Any]) -> Step:
    rule, card, answers, revealed, tokens = data
    _require(
        type(answers) is list
        and type(revealed) is bool
        and type(tokens) is int
        and tokens >= 0
        and rule in RULES
        and card in KIND,
        "an effect in progress is impossible",
    )
    return Step(rule, card, tuple(answers), revealed, tokens)


@lru_cache(maxsize=1024)
def _check_deck(name: str, deck: tuple[str, ...]) -> None:
    if name in BOXES:
        _require(deck == kinds_of(name), "its deck is not the one of its set")
        return
    _require(name == "mixed", "there is no such set")
    _require(
        len(deck) == DECK_SIZE and list(deck) == sorted({*deck}) and all(map(is_dealt, deck)),
        "its deck is not ten different kinds, sorted",
    )


def _check_cards(state: State) -> None:
    """Every family has each of its cards in exactly one place, and the hands are as large as
    they must be."""
    seats = state.seats
    lying: list[list[str]] = [[] for _ in range(seats)]
    for stack in state.row:
        _require(bool(stack), "a slot is empty")
        for card in stack:
            lying[FAMILY[card]].append(KIND[card])
    whole = list(state.deck)
    if "prince" in whole:
        whole = sorted([*whole, "twin"])
    for seat in range(seats):
        hand, aside, waiting = state.hands[seat], state.aside[seat], state.twins[seat]
        _require(type(waiting) is bool, "'twins' is not true or false")
        everywhere = [*hand, *aside, *state.discards[seat], *state.kept[seat], *lying[seat]]
        if waiting:
            everywhere.append("twin")
        everywhere.sort()
        _require(everywhere == whole, f"the cards of family {seat} are not in one place each")
        size = HAND_SIZE - state.round
        if state.phase == "planning" and (seat - state.first) % seats >= state.placed:
            size += 1
        _require(len(hand) == size, f"the hand of seat {seat} has the wrong size")
        _require(
            len(aside) == DECK_SIZE - HAND_SIZE
            or (len(aside) < DECK_SIZE - HAND_SIZE and "substitution" in whole),
            "cards set aside are missing or too many",
        )
        _require(
            list(hand) == sorted(hand) and list(aside) == sorted(aside) and "twin" not in hand,
            "a hand is not sorted",
        )
        for kind in state.kept[seat]:
            _require(RULES[kind].keeps, "a card is kept that cannot be")


def _check_markers(state: State) -> None:
    """Faces, tokens and markers lie on cards that can carry them."""
    faces = state.faces
    row_cards = [card for stack in state.row for card in stack]
    _require(len(faces) == len(row_cards), "faces and cards of the row differ")
    for card in row_cards:
        face = faces[card]
        _require(type(face) is int and CLOSED <= face <= OPEN, "a face is impossible")
        _require(
            face == CLOSED
            or (face == OPEN and (RULE[card].character or card == state.active))
            or (face == SEEN and RULE[card].turns_down),
            "a card cannot lie like this",
        )
    kept = {CARD[seat][kind] for seat, kinds in enumerate(state.kept) for kind in kinds}
    _require(faces.keys() | kept >= state.tokens.keys(), "tokens lie nowhere")
    _require(faces.keys() >= state.verdicts.keys(), "a verdict lies nowhere")
    _require(faces.keys() >= {*state.asleep}, "a card sleeps nowhere")
    _require(_all_ints(state.tokens.values(), 1), "tokens are no numbers above 0")
    _require(_all_ints(state.verdicts.values(), 1), "verdicts are no numbers above 0")
    _require(_all_ints(state.influence, 0), "influence is no number")
    if state.verdicts:
        _require("judge" in state.deck and state.verdicts_left() >= 0, "too many verdicts")
    if state.bribed:
        givers = list(state.bribed.values())
        _require(_all_ints(givers, 0) and max(givers) < state.seats, "a bribe is nobody's")
        _require(len({*givers}) == len(givers), "a bribe token lies in two places")
        for card, giver in state.bribed.items():
            _require(
                faces[card] == OPEN and RULE[card].character and "bribe" in state.discards[giver],
                "a bribe is impossible",
            )
        for stack in state.row:
            sides = {state.controller(card) for card in stack}
            _require(len(sides) == 1, "a stack has two controllers")
    else:
        for stack in state.row:
            _require(len({FAMILY[card] for card in stack}) == 1, "a stack has two controllers")


def _all_ints(values: Iterable[Any], least: int) -> bool:
    return all(type(value) is int and value >= least for value in values)


def _check_moment(state: State) -> None:
    """The game is at a point where it can wait for somebody, or over."""
    _require(state.edition in EDITIONS, "there is no such edition")
    _require(state.direction in DIRECTIONS, "there is no such direction")
    _require(1 <= state.round <= ROUNDS, "there is no such round")
    _require(0 <= state.first < state.seats, "there is no such first player")
    if state.phase == "events":
        _require(state.placed == state.seats, "not all have played")
        _check_events(state)
        return
    _require(
        not state.agenda and not state.asleep and state.active is None and state.cursor == 0,
        "something is being resolved outside the events",
    )
    if state.phase == "over":
        _require(state.round == ROUNDS and state.placed == 0, "it is over before its end")
    else:
        _require(state.phase == "planning", "there is no such phase")
        _require(0 <= state.placed < state.seats, "too many have played")


def _check_events(state: State) -> None:
    row, cursor, active = state.row, state.cursor, state.active
    _require(0 <= cursor <= len(row), "the cursor is outside the row")
    for card in state.asleep:
        _require(state.faces[card] == CLOSED and "informant" in state.deck, "a card cannot sleep")
    if not state.agenda:
        _require(active is None and cursor < len(row), "nobody has to decide")
        top = row[cursor][-1]
        _require(
            state.faces[top] != OPEN and top not in state.asleep,
            "the card at the cursor waits for nobody",
        )
        return
    if active in state.faces:
        _require(cursor < len(row) and row[cursor][-1] == active, "the active card lies elsewhere")
        _require(len(state.agenda) == 1 and state.agenda[0].card == active, "a stray effect")
    else:
        kind, family = KIND[active or ""], FAMILY[active or ""]
        in_parts = any(rule.startswith(f"{kind}/") for rule in RULES)
        _require(in_parts, "the active card has left the row")
        _require(kind in state.discards[family], "the active card is nowhere")
        _require(len(state.agenda) <= 2, "too much is going on")
    for depth, step in enumerate(state.agenda):
        _check_step(state, step, innermost=depth == len(state.agenda) - 1)


def _check_step(state: State, step: Step, *, innermost: bool) -> None:
    rule = RULES[step.rule]
    kind = KIND[step.card]
    part_of = step.rule.partition("/")[0]
    if part_of != step.rule:  # a combination, which has left the row
        _require(
            kind == part_of
            and step.card not in state.faces
            and kind in state.discards[FAMILY[step.card]]
            and (step.tokens > 0 or step.rule != "combination/further"),
            "a combination is impossible",
        )
    else:
        _require(innermost and state.faces[step.card] == OPEN, "an effect has no card")
        state.slot(step.card)  # on top of its slot
        _require(
            step.rule == kind or (RULES[kind].copies and rule.character),
            "an effect is not its card's",
        )
    _require(FAMILY[step.card] < state.seats, "an effect is nobody's")
    for number in range(len(step.answers) + 1):
        before = step._replace(answers=step.answers[:number])
        if number < len(step.answers):
            moves = rule.asks[number].moves(state, before)
            answer = step.answers[number]
            _require(answer in moves if moves else answer is None, "an answer is impossible")
        elif innermost:
            moves = rule.asks[number].moves(state, before)
            _require(moves is not None and len(moves) > 1, "a question has no choice")
        else:
            _require(number == 0, "an answer is too early")
