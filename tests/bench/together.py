"""How long a game takes where everybody is asked at once, beside one decision after the other.

    python -m tests.bench.together --games 20 [--seats 5] [--lax 0.1] [--thinking 4]

Simulated people look in twice a day, at an hour that is another one every day; a tenth of them is
away for two days once in the game. They play by rules of thumb (tests.bench.orders), and say
beforehand what these would do; `--lax` is how often somebody leaves a question open, or does not
plan at all. The same games, of every set, are played both ways by the same people. `--thinking`:
plans of half rounds are those of bots that think (games.bots.planning) so many imagined games for a
decision, and what these leave open is asked.

A *wait* is a moment at which the table stands still until somebody looks in: a phase that gathers
plans is one, and so is a question that a plan left open.
"""

import argparse
import random
import statistics
from bisect import bisect_left
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from games import clock, engine, orders
from games.bots import planning
from games.bots.search import Budget
from games.orders import Given, Order
from games.pace import PACES
from tests.bench.orders import own_closed, plan, said, wanted_card, would

BEGIN = datetime(2026, 3, 2, tzinfo=UTC)
DAYS = 200
PACE = PACES["daily"]
HOUR = timedelta(hours=1)
GATHERED = timedelta(seconds=PACE.seconds_per_move)


class Person:
    """When somebody looks in."""

    def __init__(self, rng: random.Random) -> None:
        away = rng.randrange(20) if rng.random() < 0.1 else DAYS
        self.comes = sorted(
            BEGIN + timedelta(days=day) + HOUR * rng.uniform(7, 23)
            for day in range(DAYS)
            for _session in range(2)
            if not away <= day < away + 2
        )

    def next(self, at: datetime) -> datetime:
        return self.comes[bisect_left(self.comes, at)]


class Course(NamedTuple):
    days: float
    waits: int


class Table:
    def __init__(self, box: str, seats: int, seed: int) -> None:
        self.state = engine.deal(set=box, seats=seats, seed=seed.to_bytes(32, "big"))
        self.log: list[list[engine.Event]] = []

    def phase(self) -> tuple[int, str]:
        return self.state.round, self.state.phase

    def play(self, move: str, seat: int) -> None:
        self.log.append(engine.play(self.state, move, seat))

    def told(self, seat: int, since: int) -> list[tuple[int, engine.Event]]:
        return [
            (seq, event)
            for seq, events in enumerate(self.log[since:], since + 1)
            for event in engine.redact(events, seat)
        ]


def in_turn(table: Table, people: list[Person]) -> Course:
    """As at any table: each is asked when it is their turn."""
    now, waits, last = BEGIN + 12 * HOUR, 0, -1
    began = now
    while (seat := engine.to_move(table.state)) is not None:
        if seat != last:
            now, waits, last = people[seat].next(now), waits + 1, seat
        table.play(would(engine.view(table.state, seat)), seat)
    return Course((now - began) / timedelta(days=1), waits)


class Manner(NamedTuple):
    lax: float = 0.0
    # They say with their card what their cards do, and have answered for the round.
    whole: bool = False
    thinking: int | None = None


def at_once(table: Table, people: list[Person], manner: Manner, rng: random.Random) -> Course:
    """Everybody is asked at the beginning of each phase, then it is played."""
    now = began = BEGIN + 12 * HOUR
    waits = 0
    ahead: list[list[Given]] = [[] for _ in people]
    while engine.to_move(table.state) is not None:
        phase, opened = table.phase(), now
        comes = [now if ahead[seat] else person.next(now) for seat, person in enumerate(people)]
        in_time = [at for at in comes if at <= opened + GATHERED]
        all_came = len(in_time) == len(people)
        until = max(in_time) if all_came else opened + GATHERED
        now = min(clock.next_tick(PACE, opened, until), opened + GATHERED)
        waits += not all(ahead)
        given = [
            ahead[seat] or _plan(table, seat, manner, rng)
            if comes[seat] <= now and rng.random() >= manner.lax
            else []
            for seat in range(len(people))
        ]
        ahead = given if manner.whole and phase[1] == "planning" else [[] for _ in people]
        last = -1
        while table.phase() == phase and (seat := engine.to_move(table.state)) is not None:
            view = engine.view(table.state, seat)
            move = None
            if given[seat]:
                since = min(one.since for one in given[seat])
                move = orders.decide(view, given[seat], table.told(seat, since)).move
            if move is None:
                if seat != last:
                    now, waits = people[seat].next(now), waits + 1
                move, last = would(view), seat
            else:
                last = -1
            table.play(move, seat)
    return Course((now - began) / timedelta(days=1), waits)


def _plan(table: Table, seat: int, manner: Manner, rng: random.Random) -> list[Given]:
    view = engine.view(table.state, seat)
    wanted: list[Order]
    if manner.thinking is not None:
        budget = Budget(games=manner.thinking)
        wanted = planning.by_thinking(view, rng, binds=True, budget=budget)
    elif view["phase"] == "planning":
        card = wanted_card(view["yours"]["hand"], view["round"])
        wanted = [{"do": "place", "card": card, "place": "end", "round": view["round"]}]
        if view["round"] % 2 == 0:
            wanted[0]["place"] = "start"
        if manner.whole:
            wanted += said([*own_closed(view), card], view["round"])
    else:
        wanted = plan(view) if own_closed(view) else plan(view)[-3:]
    lies = orders.around(view)
    return [Given(one, len(table.log), lies) for one in wanted]


def figures(of: list[Course]) -> str:
    days, waits = [one.days for one in of], [one.waits for one in of]
    ninth = statistics.quantiles(days, n=10)[-1]
    return (
        f"{statistics.median(days):5.1f} days (p90 {ninth:4.1f}), "
        f"{statistics.mean(waits):5.1f} waits (p90 {statistics.quantiles(waits, n=10)[-1]:.0f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=125, help="of each set")
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--lax", type=float, default=0.0)
    parser.add_argument("--thinking", type=int, help="imagined games")
    chosen = parser.parse_args()
    worst = Course(0, 0)
    for seats in chosen.seats:
        slow: list[Course] = []
        halves: list[Course] = []
        fast: list[Course] = []
        for box in engine.SETS:
            for seed in range(chosen.games):
                rng = random.Random(f"{box} {seats} {seed}")
                people = [Person(rng) for _ in range(seats)]
                slow.append(in_turn(Table(box, seats, seed), people))
                half = Manner(chosen.lax, thinking=chosen.thinking)
                for courses, manner in ((halves, half), (fast, Manner(chosen.lax, whole=True))):
                    courses.append(at_once(Table(box, seats, seed), people, manner, rng))
        print(f"{seats} seats, {len(slow)} games")
        for name, courses in (("in turn", slow), ("halves", halves), ("rounds", fast)):
            print(f"  {name:<8} {figures(courses)}", flush=True)
        median = statistics.median(one.days for one in fast)
        waits = statistics.mean(one.waits for one in fast)
        worst = max(worst, Course(median, round(waits)))
    if not chosen.lax and (worst.days > 7 or worst.waits > 12):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
