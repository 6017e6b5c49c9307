"""How fast the rules are: random play, and what a server does between two decisions.

    python -m tests.bench.engine            (or: make bench)

One process, one core, plain Python; every figure is the median of several rounds. python-chess
does the same beside it – ask for the legal moves, choose one at random, play it – if it is there.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable, Iterator
from time import perf_counter

try:
    import chess
except ImportError:
    chess = None

from games import engine

SEATS = 4
# What is demanded, and what is aimed at: decisions relative to chess moves, the rest to decisions.
GOALS = {"chess": (1.0, 2.0), "copy": (0.2, 0.05), "view": (5.0, 2.0), "json": (8.0, 3.0)}


def play_a_game(name: str, rng: random.Random) -> int:
    """Play a random game to its end; how many decisions it took."""
    state = engine.deal(set=name, seats=SEATS, seed=rng.randbytes(32))
    decisions = 0
    while moves := engine.legal_moves(state):
        engine.play(state, rng.choice(moves))
        decisions += 1
    return decisions


def play_chess(rng: random.Random) -> int:
    """The same with random chess moves, 300 at most."""
    board, moves = chess.Board(), 0
    while moves < 300 and not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        moves += 1
    return moves


def rate(game: Callable[[random.Random], int], seconds: float, rounds: int) -> float:
    """Decisions a second, the median of some rounds."""
    rates = []
    for number in range(rounds):
        rng = random.Random(number)
        done, start = 0, perf_counter()
        while (spent := perf_counter() - start) < seconds:
            done += game(rng)
        rates.append(done / spent)
    return statistics.median(rates)


def sixth_rounds(name: str, count: int = 60) -> Iterator[engine.State]:
    """Games in the middle of the events of their last round."""
    for number in range(count):
        rng = random.Random(number)
        state = engine.deal(set=name, seats=SEATS, seed=rng.randbytes(32))
        while state.round < 6 or state.phase == "planning":
            engine.play(state, rng.choice(engine.legal_moves(state)))
        if state.phase != "over":
            yield state


def cost(
    action: Callable[[engine.State], object], states: list[engine.State], rounds: int
) -> float:
    """Seconds that an action on one state takes, the median of some rounds."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        for _ in range(20):
            for state in states:
                action(state)
        times.append((perf_counter() - start) / (20 * len(states)))
    return statistics.median(times)


def see(state: engine.State) -> object:
    return engine.view(state, engine.to_move(state))


def store(state: engine.State) -> object:
    return engine.load(engine.dump(state))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of play, each round")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()

    chess_pace = rate(play_chess, chosen.seconds, chosen.rounds) if chess else None
    if chess_pace is None:
        print("python-chess is not installed; its figures are left out (pip install chess).\n")

    print(f"Random play, {SEATS} seats; copy, view and JSON in the sixth round (microseconds).\n")
    print(f"{'':<12}{'decisions/s':>12}{'× chess':>9}{'copy':>8}{'view':>8}{'JSON':>8}", end="")
    print(f"{'copy':>10}{'view':>7}{'JSON':>7}   (in decisions)")
    if chess_pace:
        print(f"{'chess':<12}{chess_pace:>12,.0f}{1:>9.2f}")
    for name in engine.SETS:
        pace = rate(lambda rng, name=name: play_a_game(name, rng), chosen.seconds, chosen.rounds)
        states = list(sixth_rounds(name))
        costs = [cost(action, states, chosen.rounds) for action in (engine.State.copy, see, store)]
        beside = f"{pace / chess_pace:>9.2f}" if chess_pace else f"{'':>9}"
        print(f"{name:<12}{pace:>12,.0f}{beside}", end="")
        print("".join(f"{1e6 * one:>8.2f}" for one in costs), end="")
        print(f"{costs[0] * pace:>10.3f}" + "".join(f"{one * pace:>7.2f}" for one in costs[1:]))
    print("\nmust / aim: " + ", ".join(f"{key} {a:g} / {b:g}" for key, (a, b) in GOALS.items()))


if __name__ == "__main__":
    main()
