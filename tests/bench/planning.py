"""What planning costs in strength: bots that think and plan against bots that think as they go.

    python -m tests.bench.planning --games 200 [--seats 4] [--blind] [--from 0]

Both think equally long, counted in imagined games: for a decision, and for a plan. Each deal is
played twice, with every other seat planning and with the others: what the deal gives to a seat is
taken out. A tie shares the win. At a table that is not blind, what a plan leaves open is decided
by thinking, as a person is asked; at a blind one by rules of thumb, and what is said stands.
What is lost, and where, tests.bench.foresight tells of much fewer games.
Parts add up: --from says with which deal to begin, and the last line of a part is for adding.
"""

import argparse
import math
import random
import statistics
import time
from typing import NamedTuple

from games import engine, orders
from games.bots import careful, planning, search
from games.orders import Given

SETS = ("oriflamme", "ablaze", "alliance", "mixed")


class Manner(NamedTuple):
    budget: search.Budget
    blind: bool


class Outcome(NamedTuple):
    share: float  # of the win, of all who planned
    lead: float  # in influence, of who planned before who did not, on average
    by_plan: int
    left_open: int


def play(box: str, seats: int, deal: int, planners: set[int], manner: Manner) -> Outcome:
    """One game to its end."""
    seed = random.Random(f"{box} {seats} {deal}").randbytes(32)
    state = engine.deal(set=box, seats=seats, seed=seed)
    rng = random.Random(f"{box} {deal} {sorted(planners)}")
    log: list[list[engine.Event]] = []
    given: dict[int, list[Given]] = {}
    began: tuple[int, str] | None = None
    by_plan = left_open = 0
    last: int | None = None
    events: list[engine.Event] = []
    while (seat := engine.to_move(state)) is not None:
        if (state.round, state.phase) != began:
            began = state.round, state.phase
            given = {one: _given(state, one, len(log), manner, rng) for one in planners}
        view = engine.view(state, seat)
        move = None
        if seat in planners:
            since = min((one.since for one in given[seat]), default=len(log))
            told = [
                (seq, event)
                for seq, happened in enumerate(log[since:], since + 1)
                for event in engine.redact(happened, seat)
            ]
            move = orders.decide(view, given[seat], told).move
            by_plan += move is not None
            # Whoever is asked on has been waited for once.
            left_open += move is None and last != seat
            last = seat if move is None else None
        else:
            last = None
        if move is None and seat in planners and manner.blind:
            move = careful.choose(view, rng)
        events = engine.play(state, move or search.choose(view, rng, manner.budget), seat)
        log.append(events)
    ranks = events[-1]["ranks"]
    won = [seat for seat, rank in enumerate(ranks) if rank == 1]
    scores = events[-1]["scores"]
    ahead = statistics.mean(scores[one] for one in planners) - statistics.mean(
        score for one, score in enumerate(scores) if one not in planners
    )
    share = sum(seat in planners for seat in won) / len(won)
    return Outcome(share, ahead, by_plan, left_open)


def _given(
    state: engine.State, seat: int, seq: int, manner: Manner, rng: random.Random
) -> list[Given]:
    view = engine.view(state, seat)
    said = planning.by_thinking(view, rng, binds=manner.blind, budget=manner.budget)
    lies = orders.around(view)
    return [Given(order, seq, lies) for order in said]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="of all sets; a multiple of 8")
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--thought", type=int, default=24, help="imagined games")
    parser.add_argument("--blind", action="store_true")
    chosen = parser.parse_args()
    manner = Manner(search.Budget(games=chosen.thought), chosen.blind)
    pairs: list[float] = []
    leads: list[float] = []
    by_plan = left_open = 0
    began = time.process_time()
    for number in range(chosen.first, chosen.first + chosen.games // 2):
        deal, at = divmod(number, len(SETS))
        both = []
        for half in (0, 1):
            planners = set(range(half, chosen.seats, 2))
            outcome = play(SETS[at], chosen.seats, deal, planners, manner)
            leads.append(outcome.lead)
            both.append(outcome.share - len(planners) / chosen.seats)
            by_plan, left_open = by_plan + outcome.by_plan, left_open + outcome.left_open
        pairs.append(sum(both) / 2)
    total, squares = sum(pairs), sum(one * one for one in pairs)
    report(len(pairs), total, squares)
    each = (time.process_time() - began) / (2 * len(pairs))
    print(f"lead of planners in influence: {statistics.mean(leads):+.2f}")
    waits = left_open / (2 * len(pairs))
    print(f"{by_plan} answers by plans, {waits:.1f} waits a game; {each:.2f} s CPU a game")
    print(f"sum {len(pairs)} {total} {squares}")


def report(pairs: int, total: float, squares: float) -> None:
    mean = total / pairs
    error = math.sqrt(max(0.0, squares / pairs - mean * mean) / pairs)
    print(
        f"{2 * pairs} games: planners win {0.5 + mean:.1%} of what is half theirs "
        f"(± {1.96 * error:.1%} at 95 %)"
    )


if __name__ == "__main__":
    main()
