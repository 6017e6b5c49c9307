"""Plays by rules of thumb: earn early, save up, hit whoever leads, spare oneself.

The rules read a game in full, for a bot that thinks plays whole worlds by them; but only what the
seat that decides may know: its own cards, and what lies open.
"""

from functools import cache
from random import Random

from games.bots.imagine import Worlds
from games.engine import State, View
from games.engine.legal import REVEAL, WAIT, question
from games.engine.names import FAMILY, KIND, Step
from games.engine.terms import CLOSED, OPEN, ROUNDS
from games.engine.turn import RULES, Rule
from games.engine.types import known

# About what a card earns once, and again in each round that is left.
_EARNS = {
    "ambush": (1.5, 0.0),
    "apothecary": (0.5, 1.2),
    "archer": (0.5, 1.2),
    "assassination": (2.5, 0.0),
    "bribe": (2.5, 0.0),
    "combination": (1.0, 0.4),
    "conspiracy": (0.0, 1.8),
    "criminal": (0.5, 0.5),
    "cutthroat": (0.5, 1.2),
    "deserter": (1.5, 0.5),
    "diplomat": (1.0, 1.0),
    "empress": (2.0, 1.8),
    "extortion": (1.5, 0.0),
    "fanatic": (1.0, 1.3),
    "heir": (2.0, 1.5),
    "infiltration": (1.0, 0.5),
    "informant": (0.5, 0.5),
    "judge": (1.0, 1.2),
    "lord": (1.5, 1.3),
    "prince": (2.0, 1.8),
    "queen": (2.0, 1.8),
    "royal_decree": (1.0, 0.0),
    "schemer": (1.0, 0.8),
    "shapeshifter": (1.0, 1.0),
    "soldier": (0.5, 1.3),
    "spy": (1.0, 1.0),
    "substitution": (2.5, 0.0),
    "trap": (1.5, 0.0),
    "treaty": (0.0, 1.5),
    "twin": (1.0, 1.0),
    "uprising": (0.5, 0.6),
}
_USUAL = (1.0, 0.7)
_ATTACKS = {"eliminate", "steal", "mark", "bribe"}


def choose(view: View, rng: Random) -> str:
    moves = known(known(view["question"])["moves"])
    if len(moves) == 1:
        return moves[0]
    return decide(Worlds(view).draw(rng), rng)


def decide(state: State, rng: Random) -> str:
    """What the seat that is asked does."""
    asked = question(state)
    assert asked is not None
    if asked.kind == "place":
        return _place(state, asked.seat, rng)
    if asked.kind == "wait_or_reveal":
        return _turn_over(state, asked.seat) if REVEAL in (asked.moves or ()) else WAIT
    best, chosen = -9.0, ""
    for move in asked.moves or ():
        worth = worth_of(state, asked.seat, move) + rng.random() * 0.2
        if worth > best:
            best, chosen = worth, move
    return chosen


@cache
def is_lure(rule: Rule) -> bool:
    """It does its work by being eliminated; to turn it over ends that."""
    return not rule.character and type(rule).eliminated is not Rule.eliminated


@cache
def is_hoard(rule: Rule) -> bool:
    """Its tokens are more than tokens."""
    return not rule.character and type(rule).revealed is not Rule.revealed and not is_lure(rule)


@cache
def patience(rule: Rule) -> float:
    """How likely it lies closed with tokens on it, beside a lure."""
    if is_lure(rule) or is_hoard(rule):
        return 1.0
    return 0.4 if _attacks(rule) else 0.1


# --- playing a card -----------------------------------------------------------------------------


def _place(state: State, seat: int, rng: Random) -> str:
    left = ROUNDS - state.round
    best, chosen = -9.0, ""
    for kind in state.hands[seat]:
        once, each = _EARNS.get(kind, _USUAL)
        worth = once + each * left + rng.random() * 1.5
        if worth > best:
            best, chosen = worth, kind
    return f"place {chosen} {_end_for(state, seat, chosen, rng)}"


def _end_for(state: State, seat: int, kind: str, rng: Random) -> str:
    """Beside a rival for a card that attacks, beside the own for others."""
    row = state.row
    if len(row) < 2:
        return "end"
    rule = RULES[state.version][kind]
    wants = 1.0 if _attacks(rule) or is_lure(rule) else -1.0
    start = wants if state.holder(0) != seat else -wants
    end = wants if state.holder(len(row) - 1) != seat else -wants
    return "start" if start + rng.random() > end + rng.random() else "end"


@cache
def _attacks(rule: Rule) -> bool:
    return any(ask.kind in _ATTACKS for ask in rule.asks)


# --- a closed card's turn -----------------------------------------------------------------------


def _turn_over(state: State, seat: int) -> str:
    card = state.row[state.cursor][-1]
    kind = KIND[card]
    rule = RULES[state.version][kind]
    left = ROUNDS - state.round
    if is_lure(rule):
        return WAIT if left else REVEAL
    if is_hoard(rule):
        return _end_hoard(state, rule, state.tokens.get(card, 0), left)
    if left and _attacks(rule):
        moves = rule.asks[0].moves(state, Step(kind, card, (), True)) or ()
        best = max((worth_of(state, seat, move) for move in moves), default=0.0)
        return REVEAL if best > (0.3 if rule.character else 1.0) else WAIT
    return REVEAL


def _end_hoard(state: State, rule: Rule, tokens: int, left: int) -> str:
    if rule.keeps:  # pays its tokens in each round to come and at the end
        return REVEAL if tokens >= left else WAIT
    return REVEAL if not left or (tokens >= 3 and state.round >= 4) else WAIT


# --- choosing a target --------------------------------------------------------------------------


@cache
def _read(move: str) -> tuple[str, int]:
    verb, *rest = move.split()
    return verb, int(rest[0]) - 1 if rest and rest[0].isdecimal() else -1


def worth_of(state: State, seat: int, move: str) -> float:
    """What a choice is to the seat that has it."""
    verb, slot = _read(move)
    if slot < 0 or verb == "move":
        return {"take": 1.5, "gain": 1.0, "stay": 1.0, "leave": 0.8}.get(verb, 0.7)
    card = state.row[slot][-1]
    own = state.holder(slot) == seat
    if verb == "give":
        return 2.0 if own else 1.0
    if verb in {"use", "copy"}:
        return _flow(card)
    if verb == "bribe":
        return 0.0 if own else 1.0 + _flow(card)
    if verb == "steal":
        return 0.0 if own else min(1.0, state.influence[state.holder(slot)])
    worth = _loss(state, card, seat, own=own)
    return 1.0 + worth / 3 if verb == "mark" else worth + 1.0


def _flow(card: str) -> float:
    return _EARNS.get(KIND[card], _USUAL)[1]


def _loss(state: State, card: str, seat: int, *, own: bool) -> float:
    """What it means to this seat that the card goes."""
    left = ROUNDS - state.round
    tokens = state.tokens.get(card, 0)
    if state.faces[card] == CLOSED and FAMILY[card] != seat:
        # It may be a lure, the more so the longer it has waited; it may hold a hoard.
        return 0.3 * min(tokens, 5) - 0.4
    lost = 0.3 + _flow(card) * left * 0.5 + tokens * 0.5
    if own:
        return -2.0 - lost
    if state.faces[card] != OPEN and is_lure(RULES[state.version][KIND[card]]):
        return -3.0
    rivals = state.influence
    leads = rivals[state.controller(card)] >= max(rivals) - 1
    return lost * (1.3 if leads else 0.9)
