"""Whether a state that was read can be one of a real game, waiting for somebody to decide.

Each check relies on those before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .errors import BadState
from .names import CARD, CHARACTERS, FAMILY, KIND, Step
from .state import State
from .terms import (
    CLOSED,
    DECK_SIZE,
    DIRECTIONS,
    EDITIONS,
    HAND_SIZE,
    OPEN,
    ROUNDS,
    SEEN,
)
from .turn import RULES
from .versions import at

_ASIDE_SIZE = DECK_SIZE - HAND_SIZE


def check(state: State) -> None:
    """Raise BadState, or what comes of using values of a wrong type, if it cannot be."""
    _check_deck(state.version, state.set, state.deck)
    _check_cards(state)
    _check_markers(state)
    _check_moment(state)


def require(condition: bool, otherwise: str) -> None:
    if not condition:
        raise BadState(f"This is no stored game: {otherwise}.")


@lru_cache(maxsize=1024)
def _check_deck(version: int, name: str, deck: tuple[str, ...]) -> None:
    dealt = at(version)
    if name in dealt.sets:
        require(deck == dealt.sets[name], "its deck is not the one of its set")
        return
    require(name == "mixed", "there is no such set")
    require(
        len(deck) == DECK_SIZE and list(deck) == sorted({*deck}) and {*deck} <= {*dealt.pool},
        "its deck is not ten different kinds, sorted",
    )


def _check_cards(state: State) -> None:
    """Every family has each of its cards in exactly one place, and the hands are as large as
    they must be."""
    seats = state.seats
    lying: list[list[str]] = [[] for _ in range(seats)]
    for card in state.faces:
        lying[FAMILY[card]].append(KIND[card])
    require(all(state.row), "a slot is empty")
    rules = RULES[state.version]
    whole = {*state.deck, "twin"} if "prince" in state.deck else {*state.deck}
    least_aside = 0 if "substitution" in whole else _ASIDE_SIZE
    for seat in range(seats):
        hand, aside = state.hands[seat], state.aside[seat]
        kept, waiting = state.kept[seat], state.twins[seat]
        everywhere = [*hand, *aside, *state.discards[seat], *kept, *lying[seat]]
        if waiting is not False:
            require(waiting is True, "'twins' is not true or false")
            everywhere.append("twin")
        require(
            len(everywhere) == len(whole) and {*everywhere} == whole,
            "the cards of a family are not in one place each",
        )
        size = HAND_SIZE - state.round
        if state.phase == "planning" and (seat - state.first) % seats >= state.placed:
            size += 1
        require(len(hand) == size, "a hand has the wrong size")
        require(least_aside <= len(aside) <= _ASIDE_SIZE, "the cards set aside are too few")
        require(
            [*hand] == sorted(hand) and [*aside] == sorted(aside) and "twin" not in hand + aside,
            "a hand is not as it must be",
        )
        for kind in kept:
            require(rules[kind].keeps, "a card is kept that cannot be")


def _check_markers(state: State) -> None:
    """Faces, tokens and markers lie on cards that can carry them."""
    faces, rules = state.faces, RULES[state.version]
    for card, face in faces.items():
        if face != CLOSED:
            require(
                rules[KIND[card]].turns_down
                if face == SEEN
                else card in CHARACTERS or card == state.active,
                "a card cannot lie like this",
            )
    kept = {CARD[seat][kind] for seat, kinds in enumerate(state.kept) for kind in kinds}
    require(faces.keys() | kept >= state.tokens.keys(), "tokens lie nowhere")
    require(_all_ints(state.tokens.values(), 1), "tokens are no numbers above 0")
    require(_all_ints(state.influence, 0), "influence is no number")
    if state.verdicts:
        require("judge" in state.deck, "there are no verdicts in this game")
        require(faces.keys() >= state.verdicts.keys(), "a verdict lies nowhere")
        require(_all_ints(state.verdicts.values(), 1), "verdicts are no numbers above 0")
        require(state.verdicts_left() >= 0, "there are too many verdicts")
    if state.bribed:
        givers = list(state.bribed.values())
        require(_all_ints(givers, 0) and max(givers) < state.seats, "a bribe is nobody's")
        require(len({*givers}) == len(givers), "a bribe token lies in two places")
        for card, giver in state.bribed.items():
            require(
                faces[card] == OPEN and card in CHARACTERS and "bribe" in state.discards[giver],
                "a bribe is impossible",
            )
    for stack in state.row:
        if len(stack) > 1:
            sides = {state.controller(card) for card in stack}
            require(len(sides) == 1, "a stack has two controllers")


def _all_ints(values: Iterable[object], least: int) -> bool:
    return all(type(value) is int and value >= least for value in values)


def _check_moment(state: State) -> None:
    """The game is at a point where it can wait for somebody, or over."""
    require(state.edition in EDITIONS, "there is no such edition")
    require(state.direction in DIRECTIONS, "there is no such direction")
    require(1 <= state.round <= ROUNDS, "there is no such round")
    require(0 <= state.first < state.seats, "there is no such first player")
    if state.phase == "events":
        require(state.placed == state.seats, "not all have played")
        _check_events(state)
        return
    require(
        not state.agenda and not state.asleep and state.active is None and state.cursor == 0,
        "something is being resolved outside the events",
    )
    if state.phase == "over":
        require(state.round == ROUNDS and state.placed == 0, "it is over before its end")
    else:
        require(state.phase == "planning", "there is no such phase")
        require(0 <= state.placed < state.seats, "too many have played")


def _check_events(state: State) -> None:
    row, cursor, active = state.row, state.cursor, state.active
    require(0 <= cursor <= len(row), "the cursor is outside the row")
    for card in state.asleep:
        require(state.faces[card] == CLOSED and "informant" in state.deck, "a card cannot sleep")
    if not state.agenda:
        require(active is None and cursor < len(row), "nobody has to decide")
        top = row[cursor][-1]
        require(
            state.faces[top] != OPEN and top not in state.asleep,
            "the card at the cursor waits for nobody",
        )
        return
    if active in state.faces:
        require(cursor < len(row) and row[cursor][-1] == active, "the active card lies elsewhere")
        require(len(state.agenda) == 1 and state.agenda[0].card == active, "a stray effect")
    else:
        kind, family = KIND[active or ""], FAMILY[active or ""]
        in_parts = any(rule.startswith(f"{kind}/") for rule in RULES[state.version])
        require(in_parts, "the active card has left the row")
        require(kind in state.discards[family], "the active card is nowhere")
        require(len(state.agenda) <= 2, "too much is going on")
    for depth, step in enumerate(state.agenda):
        _check_step(state, step, innermost=depth == len(state.agenda) - 1)


def _check_step(state: State, step: Step, *, innermost: bool) -> None:
    rules = RULES[state.version]
    rule = rules[step.rule]
    kind = KIND[step.card]
    part_of = step.rule.partition("/")[0]
    if part_of != step.rule:  # a combination, which has left the row
        require(
            kind == part_of
            and step.card not in state.faces
            and kind in state.discards[FAMILY[step.card]]
            and (step.tokens > 0 or step.rule != "combination/further"),
            "a combination is impossible",
        )
    else:
        require(innermost and state.faces[step.card] == OPEN, "an effect has no card")
        state.slot(step.card)  # on top of its slot
        require(
            step.rule == kind or (rules[kind].copies and rule.character),
            "an effect is not its card's",
        )
    require(FAMILY[step.card] < state.seats, "an effect is nobody's")
    for number in range(len(step.answers) + 1):
        before = step._replace(answers=step.answers[:number])
        if number < len(step.answers):
            moves = rule.asks[number].moves(state, before)
            answer = step.answers[number]
            require(answer in moves if moves else answer is None, "an answer is impossible")
        elif innermost:
            moves = rule.asks[number].moves(state, before)
            require(moves is not None and len(moves) > 1, "a question has no choice")
        else:
            require(number == 0, "an answer is too early")
