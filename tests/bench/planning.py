"""What planning costs in strength: bots that think and plan against bots that think as they go.

    python -m tests.bench.planning --games 200 [--seats 5] [--blind] [--says-all] [--hours 16 8]

Both think equally long, counted in imagined games: for a decision, and for a plan; who plans can
think `--longer`, as nobody waits for them. Each deal is
played once for each seat: there one plans, and all others decide when they are asked. So what the
deal gives to a seat is taken out, and even is one win in as many games as there are seats. A tie
shares the win. `--half`: every other seat plans, in two games of each deal.

At a table that is not blind, what a plan leaves open is decided by thinking, as a person is asked:
whom cards strike, or, with `--says-all`, only what the orders cannot tell when it comes, which is
how plans are made where tests.bench.together counts days. At a blind one it is decided by rules of
thumb, and what is said stands. `--hours`: all look in when simulated
people do (tests.bench.together), and whoever has not been there when a phase is so many hours old
– in which a card is said, or what cards do – is held to what they have said of it one phase ahead;
without, everybody is waited for.
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
from tests.bench.further import further
from tests.bench.together import Gathering, Patience, Person, patient

SETS = ("oriflamme", "ablaze", "alliance", "mixed")


class Manner(NamedTuple):
    budget: search.Budget
    of_plans: search.Budget
    blind: bool
    says_all: bool
    patience: Patience | None = None


class Outcome(NamedTuple):
    share: float  # of the win, of all who planned
    lead: float  # in influence, of who planned before who did not, on average
    by_plan: int
    left_open: int
    ahead: float  # share of the plans that were made one phase ahead


class Planner:
    """A seat that plans, at a table of its own time."""

    def __init__(self, seat: int, manner: Manner, rng: random.Random) -> None:
        self.seat, self.manner, self.rng = seat, manner, rng
        self.given: list[Given] = []
        # How the last phase began, and what was said of it: enough to have looked further.
        self.before: tuple[engine.View, list[Given]] | None = None

    def plan(self, state: engine.State, seq: int, *, is_there: bool) -> None:
        """A phase begins; who is not there goes by what they have said a phase ahead."""
        view, manner = engine.view(state, self.seat), self.manner
        given: list[Given] = []
        if self.before is not None and not is_there:
            view, given = self.before
        if is_there:
            binds = manner.says_all or manner.blind
            said = planning.by_thinking(view, self.rng, binds=binds, budget=manner.of_plans)
        elif given:
            seq = given[0].since
            said = further(view, [one.order for one in given], self.rng, manner.of_plans)
        else:
            said = []
        lies = orders.around(view)
        self.given = [Given(order, seq, lies) for order in said]
        self.before = (view, self.given) if is_there else None

    def answer(self, view: engine.View, log: list[list[engine.Event]]) -> str | None:
        since = min((one.since for one in self.given), default=len(log))
        told = [
            (seq, event)
            for seq, happened in enumerate(log[since:], since + 1)
            for event in engine.redact(happened, self.seat)
        ]
        return orders.decide(view, self.given, told).move


def play(box: str, seats: int, deal: int, planners: set[int], manner: Manner) -> Outcome:
    """One game to its end."""
    seed = random.Random(f"{box} {seats} {deal}").randbytes(32)
    state = engine.deal(set=box, seats=seats, seed=seed)
    rng = random.Random(f"{box} {deal} {sorted(planners)}")
    hours = random.Random(f"{box} {seats} {deal} hours")
    gathering = Gathering([Person(hours) for _ in range(seats)], manner.patience)
    there = [False] * seats
    log: list[list[engine.Event]] = []
    planning_seats = {seat: Planner(seat, manner, rng) for seat in planners}
    began: tuple[int, str] | None = None
    by_plan = left_open = ahead = phases = 0
    last: int | None = None
    events: list[engine.Event] = []
    while (seat := engine.to_move(state)) is not None:
        if (state.round, state.phase) != began:
            began = state.round, state.phase
            # Who decides as they go is one of the people all the same: a table waits for all.
            there = gathering.phase(began, there) if manner.patience else [True] * seats
            for planner in planning_seats.values():
                planner.plan(state, len(log), is_there=there[planner.seat])
                ahead += not there[planner.seat]
                phases += 1
        view = engine.view(state, seat)
        move = None
        if seat in planners:
            move = planning_seats[seat].answer(view, log)
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
    before = statistics.mean(scores[one] for one in planners) - statistics.mean(
        score for one, score in enumerate(scores) if one not in planners
    )
    share = sum(seat in planners for seat in won) / len(won)
    return Outcome(share, before, by_plan, left_open, ahead / phases)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="of all sets")
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--thought", type=int, default=24, help="imagined games")
    parser.add_argument("--longer", type=float, default=1, help="times as long about a plan")
    parser.add_argument("--hours", type=float, nargs=2)
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--blind", action="store_true")
    parser.add_argument("--says-all", action="store_true")
    chosen = parser.parse_args()
    seats = chosen.seats
    budgets = [search.Budget(games=chosen.thought * times) for times in (1, chosen.longer)]
    patience = patient(chosen.hours) if chosen.hours else None
    manner = Manner(*budgets, chosen.blind, chosen.says_all, patience)
    if chosen.half:
        companies = [set(range(one, seats, 2)) for one in (0, 1)]
    else:
        companies = [{seat} for seat in range(seats)]
    even = statistics.mean(len(planners) / seats for planners in companies)
    deals: list[float] = []
    outcomes: list[Outcome] = []
    began = time.process_time()
    for number in range(chosen.first, chosen.first + chosen.games // len(companies)):
        deal, at = divmod(number, len(SETS))
        of_deal = [play(SETS[at], seats, deal, planners, manner) for planners in companies]
        outcomes += of_deal
        deals.append(statistics.mean(one.share for one in of_deal))
    total, squares = sum(deals), sum(one * one for one in deals)
    report(len(companies), even, len(deals), total, squares)
    print(f"lead of planners in influence: {statistics.mean(one.lead for one in outcomes):+.2f}")
    waits = statistics.mean(one.left_open for one in outcomes)
    each = (time.process_time() - began) / len(outcomes)
    print(f"{sum(one.by_plan for one in outcomes)} answers by plans, {waits:.2f} left open a game;")
    ahead = statistics.mean(one.ahead for one in outcomes)
    print(f"{ahead:.0%} of the plans were made a phase ahead; {each:.2f} s CPU a game")
    print(f"sum {len(deals)} {total} {squares}")


def report(each: int, even: float, deals: int, total: float, squares: float) -> None:
    mean = total / deals
    error = math.sqrt(max(0.0, squares / deals - mean * mean) / deals)
    print(
        f"{each * deals} games: planners win {mean:.1%}, even is {even:.1%} "
        f"(± {1.96 * error:.1%} at 95 %)"
    )


if __name__ == "__main__":
    main()
