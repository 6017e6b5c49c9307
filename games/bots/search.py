"""Thinks before it moves: plays each move to the end in many imagined worlds.

All moves are tried in the same worlds with the same luck, so that it is moves that are compared;
then the worse half is given up, and the better one tried further. Everybody in a world plays by
the rules of thumb of `careful`, which read only what that seat may know there.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from time import thread_time
from typing import NamedTuple, TypeVar

from games.bots import careful
from games.bots.imagine import Hidden, Worlds
from games.engine import State, View, play, to_move
from games.engine.turn import RULES, Rule
from games.engine.types import known

# A lead of so many points is about as good as won.
CLEAR_LEAD = 6
One = TypeVar("One")


class Budget(NamedTuple):
    """How long to think: so many games, or so many seconds, whichever is over first.

    Seconds of work: on a busy machine it takes longer, and plays no worse.
    """

    games: float = math.inf
    seconds: float = math.inf


def choose(view: View, rng: Random, budget: Budget) -> str:
    question, you = known(view["question"]), known(view["you"])
    moves = known(question["moves"])
    if len(moves) == 1 and question["kind"] != "wait_or_reveal":
        return moves[0]  # a closed card takes its time, or a quick answer would say which it is
    return best_of(
        moves, lambda move, world, luck: play_out(world, move, you, luck), view, rng, budget
    )


def best_of(
    all_of_them: Sequence[One],
    worth_in: Callable[[One, State, Random], float],
    view: View,
    rng: Random,
    budget: Budget,
) -> One:
    """The one that is worth most in the worlds of this view."""
    worlds = worlds_of(view)
    worth = dict.fromkeys(range(len(all_of_them)), 0.0)
    games = 0
    for games_until, seconds_until in _halvings(len(worth), budget):
        while True:
            world, luck = worlds.draw(rng), rng.getrandbits(32)
            for number in worth:
                worth[number] += worth_in(all_of_them[number], world.copy(), Random(luck))
            games += len(worth)
            if games + len(worth) > games_until or thread_time() >= seconds_until:
                break
        best = sorted(worth, key=worth.__getitem__, reverse=True)
        worth = {number: worth[number] for number in best[: math.ceil(len(best) / 2)]}
    return all_of_them[next(iter(worth))]


def worlds_of(view: View) -> Worlds:
    """Its worlds; those in which people have played as they usually do come up more often."""
    return Worlds(view, partial(_likely, RULES[view["rules_version"]]))


def _halvings(moves: int, budget: Budget) -> Iterator[tuple[float, float]]:
    """Until which game, and until when, each halving of the moves goes on."""
    began = thread_time()
    times = max(1, math.ceil(math.log2(moves)))
    for time in range(1, times + 1):
        yield budget.games * time / times, began + budget.seconds * time / times


def _likely(rules: dict[str, Rule], hidden: Hidden, kind: str) -> float:
    return careful.patience(rules[kind]) if hidden.card["tokens"] else 1.0


def play_out(world: State, move: str, seat: int, rng: Random) -> float:
    """How well the seat comes out of this world if it makes the move now."""
    play(world, move)
    while to_move(world) is not None:
        play(world, careful.decide(world, rng))
    return lead(world, seat)


def lead(world: State, seat: int) -> float:
    """How well the seat has come out of a game that is over."""
    scores = world.influence
    best = max(score for one, score in enumerate(scores) if one != seat)
    return math.tanh((scores[seat] - best) / CLEAR_LEAD)
