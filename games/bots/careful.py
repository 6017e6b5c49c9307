"""Plays by a few rules of thumb: save up while it is early, hit whoever leads, spare oneself."""

from random import Random
from typing import Any

from games.engine import View

# Worth more the longer they have lain closed: their tokens count when they are turned over.
_SAVES = {"conspiracy", "treaty", "combination", "uprising", "infiltration"}
# Do their work by being eliminated; turning them over gives one point and ends that.
_LURES = {"ambush", "trap", "extortion"}


def choose(view: View, rng: Random) -> str:
    moves = view["question"]["moves"]
    best = max(_worth(view, move) for move in moves)
    return str(rng.choice([move for move in moves if _worth(view, move) == best]))


def _worth(view: View, move: str) -> float:
    verb, *rest = move.split()
    if verb in {"place", "swap"}:
        return _worth_of_place(view, rest)
    if verb in {"wait", "reveal"}:
        return _worth_of_turn(view, verb)
    if rest and verb in {"eliminate", "steal", "mark", "give", "bribe"}:
        return _worth_of_target(view, verb, int(rest[0]))
    return {"gain": 1.5, "take": 1.5}.get(verb, 1.0)


def _worth_of_target(view: View, verb: str, slot: int) -> float:
    own = view["row"][slot - 1]["controller"] == view["you"]
    if verb == "give":
        return 2.0 if own else 1.0
    if verb == "bribe":
        return 0.0 if own else 2.0
    worth = _worth_of_attack(view, slot, card_is_lost=verb != "steal")
    return 0.5 + worth / 4 if verb == "mark" else worth


def _worth_of_place(view: View, rest: list[str]) -> float:
    """Slots of one's own in the row break ties and pay for some; a stack loses one."""
    if rest[1:2] == ["on"]:
        top = view["row"][int(rest[2]) - 1]["top"]
        return 0.2 if top["open"] and top["card"] in {"spy", "archer", "soldier"} else 0.0
    early = view["rounds"] - view["round"]
    card = rest[0]
    return early * 0.5 if card in _SAVES else 1.0 if card != "heir" else 1.2


def _worth_of_turn(view: View, verb: str) -> float:
    top = view["row"][view["question"]["slot"] - 1]["top"]
    last_round = view["round"] == view["rounds"]
    if top["card"] in _LURES:
        return 1.0 if (verb == "reveal") == last_round else 0.0
    if top["card"] in _SAVES:
        ready = last_round or (top["tokens"] >= 3 and view["round"] >= 4)
        return 1.0 if (verb == "reveal") == ready else 0.0
    # Tokens are safe in the hand only; a character earns from the moment it is open.
    return 1.0 if verb == "reveal" else 0.4


def _worth_of_attack(view: View, slot: int, *, card_is_lost: bool) -> float:
    place: dict[str, Any] = view["row"][slot - 1]
    victim, top = place["controller"], place["top"]
    if victim == view["you"]:
        return -3.0
    seats = view["seats"]
    rank = sum(other["influence"] < seats[victim]["influence"] for other in seats)
    worth: float = rank / len(seats)
    if card_is_lost:
        # A closed card may be a lure; one with tokens is worth the risk.
        worth += 1.0 if top["open"] else min(top["tokens"], 4) * 0.5 - 0.5
    return worth
