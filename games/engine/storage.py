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
_KEYS = _FIELDS.keys()
_TYPES = [*_FIELDS.values()]
_PILES = ("hands", "aside", "discards", "kept")
_FACES = ("0", "1", "2")
_ASIDE_SIZE = DECK_SIZE - HAND_SIZE


def dump(state: State) -> str:
    """The state as JSON text."""
    faces = state.faces
    return _encode(
        {
            "rules_version": RULES_VERSION,
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
        _fill(state, data)
        _check_deck(state.set, state.deck)
        _check_cards(state)
        _check_markers(state)
        _check_moment(state)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, BadState):
            raise
        # A value of the wrong type or range deep inside: found by using it.
        raise BadState(f"This is no stored game: {error!r}.") from error


def _require(condition: bool, otherwise: str) -> None:
    if not condition:
        raise BadState(f"This is no stored game: {otherwise}.")


def _fill(state: State, data: dict[str, Any]) -> None:
    _require(data.keys() == _KEYS, "fields are missing or unknown")
    types = [type(data[field]) for field in _KEYS]
    _require(types == _TYPES, "a field has the wrong type")
    seats = data["seats"]
    _require(2 <= seats <= FAMILIES, "the number of seats is impossible")
    _require(
        all(len(data[field]) == seats for field in (*_PILES, "influence", "twins")),
        "a list does not fit the seats",
    )

    state.set, state.edition, state.deck = data["set"], data["edition"], _words(data["deck"])
    state.seats, state.direction = seats, data["direction"]
    state.phase, state.round, state.first = data["phase"], data["round"], data["first"]
    state.placed, state.cursor, state.active = (
        data["placed"],
        data["cursor"],
        data["active"] or None,
    )
    state.influence = data["influence"]
    state.row = [*map(_words, data["row"])]
    state.hands, state.aside, state.discards, state.kept = (
        [*map(_words, data[field])] for field in _PILES
    )
    state.twins = tuple(data["twins"])
    cards = [card for stack in state.row for card in stack]
    state.faces = dict(zip(cards, map(_FACES.index, data["faces"]), strict=True))
    _require(len(state.faces) == len(cards), "a card lies in the row twice")
    state.tokens, state.verdicts, state.bribed = data["tokens"], data["verdicts"], data["bribed"]
    state.asleep = _words(data["asleep"])
    state.agenda = tuple(map(_step, data["agenda"]))
    state.question = None


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(" ")) if text else ()


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
    for card in state.faces:
        lying[FAMILY[card]].append(KIND[card])
    _require(all(state.row), "a slot is empty")
    whole = list(state.deck)
    if "prince" in whole:
        whole = sorted([*whole, "twin"])
    least_aside = 0 if "substitution" in whole else _ASIDE_SIZE
    for seat in range(seats):
        hand, aside = state.hands[seat], state.aside[seat]
        kept, waiting = state.kept[seat], state.twins[seat]
        everywhere = [*hand, *aside, *state.discards[seat], *kept, *lying[seat]]
        if waiting is not False:
            _require(waiting is True, "'twins' is not true or false")
            everywhere.append("twin")
        everywhere.sort()
        _require(everywhere == whole, "the cards of a family are not in one place each")
        size = HAND_SIZE - state.round
        if state.phase == "planning" and (seat - state.first) % seats >= state.placed:
            size += 1
        _require(len(hand) == size, "a hand has the wrong size")
        _require(least_aside <= len(aside) <= _ASIDE_SIZE, "the cards set aside are too few")
        _require(
            [*hand] == sorted(hand) and [*aside] == sorted(aside) and "twin" not in hand + aside,
            "a hand is not as it must be",
        )
        for kind in kept:
            _require(RULES[kind].keeps, "a card is kept that cannot be")


def _check_markers(state: State) -> None:
    """Faces, tokens and markers lie on cards that can carry them."""
    faces = state.faces
    for card, face in faces.items():
        if face != CLOSED:
            rule = RULE[card]
            _require(
                rule.turns_down if face == SEEN else rule.character or card == state.active,
                "a card cannot lie like this",
            )
    kept = {CARD[seat][kind] for seat, kinds in enumerate(state.kept) for kind in kinds}
    _require(faces.keys() | kept >= state.tokens.keys(), "tokens lie nowhere")
    _require(_all_ints(state.tokens.values(), 1), "tokens are no numbers above 0")
    _require(_all_ints(state.influence, 0), "influence is no number")
    if state.verdicts:
        _require("judge" in state.deck, "there are no verdicts in this game")
        _require(faces.keys() >= state.verdicts.keys(), "a verdict lies nowhere")
        _require(_all_ints(state.verdicts.values(), 1), "verdicts are no numbers above 0")
        _require(state.verdicts_left() >= 0, "there are too many verdicts")
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
        if len(stack) > 1:
            sides = {state.controller(card) for card in stack}
            _require(len(sides) == 1, "a stack has two controllers")


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
