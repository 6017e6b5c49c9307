"""How strong the bots are: one against three of another kind, with rotated seats.

    python -m tests.bench.bots [--set NAME] [--tables N] [--processes N] [ONE:REST …]

A pair is played over the same deals from every seat in turn. A tie for the first place shares the
win. The interval is Wilson's at 95 %. A match ends early once enough tables are played and the
lower end of its interval is safe; then it is a little optimistic. The scale puts `random` at 0;
400 more means ten times the odds of finishing ahead of one opponent.
"""

import argparse
import math
import os
import random
import time
from collections import defaultdict
from dataclasses import dataclass, field
from multiprocessing import Pool

from games import bots, engine

SEATS = 4
SETS = ("oriflamme", "ablaze", "alliance")
# Fast pairs play many tables, thinking bots as many as patience allows.
PAIRS = {"careful:random": 1000, "owl:careful": 40}
SAFE, SAFE_AFTER = 0.36, 20


@dataclass
class Match:
    """What came of the tables played so far, for the one who plays against the others."""

    tables: int = 0
    wins: float = 0.0
    places: int = 0
    ahead: float = 0.0
    moves: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def share(self) -> float:
        return self.wins / self.tables

    def interval(self) -> tuple[float, float]:
        """Wilson's, at 95 %."""
        n, p, z = self.tables, self.share(), 1.96
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return middle - reach, middle + reach

    def lead(self) -> float:
        """By how much the one is stronger, on the scale."""
        pairs = self.tables * (SEATS - 1)
        share = (self.ahead + 0.5) / (pairs + 1)
        return 400 * math.log10(share / (1 - share))


def play(table: tuple[str, str, str, int]) -> tuple[list[int], int, dict, dict]:
    """One table: the ranks, the seat of the one, and how many moves and seconds each bot took."""
    box, one, rest, number = table
    deal, seat_of_one = divmod(number, SEATS)
    state = engine.deal(set=box, seats=SEATS, seed=random.Random(deal).randbytes(32))
    rng = random.Random(f"{box} {one} {rest} {number}")
    moves: dict[str, int] = defaultdict(int)
    seconds: dict[str, float] = defaultdict(float)
    events: list[engine.Event] = []
    while (seat := engine.to_move(state)) is not None:
        name = one if seat == seat_of_one else rest
        view = engine.view(state, seat)
        began = time.thread_time()
        move = bots.choose(name, view, rng)
        seconds[name] += time.thread_time() - began
        moves[name] += 1
        events = engine.play(state, move, seat)
    return events[-1]["ranks"], seat_of_one, dict(moves), dict(seconds)


def count(match: Match, played: tuple[list[int], int, dict, dict]) -> None:
    ranks, seat, moves, seconds = played
    mine = ranks[seat]
    others = [rank for other, rank in enumerate(ranks) if other != seat]
    match.tables += 1
    match.wins += 1 / ranks.count(1) if mine == 1 else 0
    match.places += mine
    match.ahead += sum(1.0 if mine < rank else 0.5 if mine == rank else 0.0 for rank in others)
    for name, number in moves.items():
        match.moves[name] += number
        match.seconds[name] += seconds[name]


def run(box: str, one: str, rest: str, tables: int, processes: int) -> Match:
    early = bots.thinks(one) or bots.thinks(rest)
    match = Match()
    with Pool(processes) as pool:
        wanted = [(box, one, rest, number) for number in range(tables)]
        for played in pool.imap(play, wanted):
            count(match, played)
            whole = match.tables % SEATS == 0  # every deal from every seat
            if early and whole and match.tables >= SAFE_AFTER and match.interval()[0] > SAFE:
                break
        pool.terminate()
    return match


def report(box: str, one: str, rest: str, match: Match) -> None:
    low, high = match.interval()
    print(
        f"{box:10} one {one} against {SEATS - 1} {rest}: {match.tables} tables, "
        f"win share {match.share():.1%} ({low:.1%} to {high:.1%}), "
        f"average place {match.places / match.tables:.2f}, {match.lead():+.0f} on the scale"
    )
    for name in sorted(match.moves):
        each = match.seconds[name] / match.moves[name]
        print(
            f"{'':10}   {name}: {match.moves[name]} moves, {each * 1000:.2f} ms a move, "
            f"{1 / each:.0f} decisions a second",
            flush=True,
        )


def main() -> None:
    asked = argparse.ArgumentParser(description="How strong the bots are.")
    asked.add_argument("pairs", nargs="*", default=list(PAIRS))
    asked.add_argument("--set", choices=engine.SETS, action="append")
    asked.add_argument("--tables", type=int)
    asked.add_argument("--processes", type=int, default=os.cpu_count())
    wanted = asked.parse_args()
    for pair in wanted.pairs:
        one, _, rest = pair.partition(":")
        for box in wanted.set or SETS:
            tables = wanted.tables or PAIRS.get(pair, 100)
            report(box, one, rest, run(box, one, rest, tables, wanted.processes))


if __name__ == "__main__":
    main()
