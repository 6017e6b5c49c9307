"""What has to be decided now, and which moves are legal."""

from __future__ import annotations

from .names import KIND, LONGEST_ROW, Step
from .state import Question, State
from .turn import RULES

WAIT, REVEAL = "wait", "reveal"
_CHOICES: tuple[str, ...] = (REVEAL, WAIT)
_ONLY_WAIT: tuple[str, ...] = (WAIT,)

# "on SLOT" as part of a move, and the slots in the order in which their moves sort as text.
_ON = tuple(f" on {slot}" for slot in range(1, LONGEST_ROW + 1))
_AS_TEXT = sorted(range(LONGEST_ROW), key=_ON.__getitem__)


def to_move(state: State) -> int | None:
    """The seat that decides now; None when the game is over."""
    asked = question(state)
    return None if asked is None else asked.seat


def legal_moves(state: State) -> list[str]:
    """Everything the decider may do, sorted as text; empty when the game is over."""
    asked = question(state)
    if asked is None:
        return []
    return list(moves_of(state, asked))


def question(state: State) -> Question | None:
    """What has to be decided now: it follows from the state."""
    if state.question is None and state.phase != "over":
        state.question = _find_question(state)
    return state.question


def _find_question(state: State) -> Question:
    if state.phase == "planning":
        return Question((state.first + state.placed) % state.seats, "place")
    if state.agenda:
        step = state.agenda[-1]
        ask = RULES[state.version][step.rule].asks[len(step.answers)]
        moves = ask.moves(state, step) or []
        return of_effect(state, step, ask.kind, moves)
    top = state.row[state.cursor][-1]
    stuck = RULES[state.version][KIND[top]].needs_token and top not in state.tokens
    choices = _ONLY_WAIT if stuck else _CHOICES
    return Question(state.controller(top), "wait_or_reveal", None, None, choices)


def of_effect(state: State, step: Step, kind: str, moves: list[str]) -> Question:
    moves.sort()
    return Question(state.controller(step.card), kind, step.card, step.rule, tuple(moves))


def moves_of(state: State, asked: Question) -> tuple[str, ...]:
    return asked.moves if asked.moves is not None else _places(state, asked)


def _places(state: State, asked: Question) -> tuple[str, ...]:
    """The places for every card of the hand; noted, for `play` wants them again."""
    seat, row = asked.seat, state.row
    hand = state.hands[seat]
    if not row:
        moves = [f"place {kind} end" for kind in hand]
    elif state.round == 1:
        moves = [f"place {kind}{place}" for kind in hand for place in (" end", " start")]
    else:
        size, holder = len(row), state.holder
        if size < 10:
            own = [_ON[slot] for slot in range(size) if holder(slot) == seat]
        else:
            own = [_ON[slot] for slot in _AS_TEXT if slot < size and holder(slot) == seat]
        places = (" end", *own, " start")
        moves = [f"place {kind}{place}" for kind in hand for place in places]
    state.question = asked._replace(moves=tuple(moves))
    return tuple(moves)
