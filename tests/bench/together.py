"""How long a game takes where everybody is asked at once, beside one decision after the other.

    python -m tests.bench.together --games 20 [--seats 5] [--lax 0.1] [--thinking 4] [--from 0]

Simulated people look in twice a day, at an hour that is another one every day; a tenth of them is
away for two days once in the game. They play by rules of thumb (tests.bench.orders), and say
beforehand what these would do; `--lax` is how often somebody leaves a question open, or does not
plan at all. The same games, of every set, are played by the same people three ways: one decision
after the other; with plans of the phase; and with plans that reach one phase further, so that
nobody who has said something of one is waited for longer than games.services.phases.PATIENCE.
`--thinking`: plans are those of bots that think (games.bots.planning) so many imagined games for a
decision, and what these leave open is asked. Parts add up: --from says with which game of each set
to begin, --kept in which file what came of them is kept.

A *wait* is a moment at which the table stands still until somebody looks in: a phase that gathers
plans is one, and so is a question that a plan left open.
"""

import argparse
import json
import random
import statistics
from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from games import clock, engine, orders
from games.bots import planning
from games.bots.search import Budget
from games.orders import Given, Order
from games.pace import PACES
from tests.bench.further import further
from tests.bench.orders import LAST, own_closed, plan, said, wanted_card, would

BEGIN = datetime(2026, 3, 2, tzinfo=UTC)
DAYS = 200
PACE = PACES["daily"]
HOUR = timedelta(hours=1)
GATHERED = timedelta(seconds=PACE.seconds_per_move)
# games.services.phases has it, which needs a database.
PATIENCE = {"planning": 2 / 3, "events": 1 / 3}
Patience = dict[str, timedelta]


def patient(hours: Sequence[float]) -> Patience:
    """For a card, and for what cards do."""
    return {half: HOUR * of for half, of in zip(PATIENCE, hours, strict=True)}


USUAL = patient([24 * share for share in PATIENCE.values()])

# A round, and which half of it.
Phase = tuple[int, str]


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


class Gathering:
    """When phases of a table end: with the last of those who are waited for."""

    def __init__(self, people: list[Person], patience: Patience | None) -> None:
        self.people = people
        self.now = BEGIN + 12 * HOUR
        self.patience = patience
        self.gathered = 0

    def phase(self, phase: Phase, have_said: list[bool]) -> list[bool]:
        """It ends; who has been there. `have_said`: who has said something of it a phase ahead, and
        is not waited for to the end; in the first round not at all."""
        opened = until = self.now
        if phase == (1, "events") and self.patience and all(have_said):
            self.now = clock.next_tick(PACE, opened, opened)
            return [False for _said in have_said]
        self.gathered += 1
        for person, has_said in zip(self.people, have_said, strict=True):
            longest = self.patience[phase[1]] if has_said and self.patience else GATHERED
            until = max(until, min(person.next(opened), opened + longest))
        self.now = min(clock.next_tick(PACE, opened, until), opened + GATHERED)
        return [person.next(opened) <= self.now for person in self.people]


class Course(NamedTuple):
    days: float
    waits: int


class Table:
    def __init__(self, box: str, seats: int, seed: int) -> None:
        self.state = engine.deal(set=box, seats=seats, seed=seed.to_bytes(32, "big"))
        self.log: list[list[engine.Event]] = []

    def phase(self) -> Phase:
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
    patience: Patience | None = None
    thinking: int | None = None


class Seat:
    """What somebody has said of this phase and of the next."""

    def __init__(self, seat: int, manner: Manner, rng: random.Random) -> None:
        self.seat, self.manner, self.rng = seat, manner, rng
        self.given: list[Given] = []
        self.further: list[Given] = []

    def asked(self, table: Table, *, is_there: bool) -> None:
        if not is_there:
            self.given, self.further = self.further, []
            return
        view = engine.view(table.state, self.seat)
        lies, seq = orders.around(view), len(table.log)
        self.given = self.further = []
        if self.rng.random() < self.manner.lax:
            return
        said = _plan(view, self.manner, self.rng)
        self.given = [Given(one, seq, lies) for one in said]
        if self.manner.patience is not None:
            more = _further(view, said, self.manner, self.rng)
            self.further = [Given(one, seq, lies) for one in more]

    def answer(self, view: engine.View, table: Table) -> str | None:
        if not self.given:
            return None
        since = min(one.since for one in self.given)
        return orders.decide(view, self.given, table.told(self.seat, since)).move


def at_once(table: Table, people: list[Person], manner: Manner, rng: random.Random) -> Course:
    """Everybody is asked at the beginning of each phase, then it is played."""
    gathering = Gathering(people, manner.patience)
    began, waits = gathering.now, 0
    seats = [Seat(number, manner, rng) for number in range(len(people))]
    while engine.to_move(table.state) is not None:
        phase = table.phase()
        there = gathering.phase(phase, [bool(one.further) for one in seats])
        for one in seats:
            one.asked(table, is_there=there[one.seat])
        last = -1
        while table.phase() == phase and (seat := engine.to_move(table.state)) is not None:
            view = engine.view(table.state, seat)
            move = seats[seat].answer(view, table)
            if move is None:
                if seat != last:
                    gathering.now, waits = people[seat].next(gathering.now), waits + 1
                move, last = would(view), seat
            else:
                last = -1
            table.play(move, seat)
    return Course((gathering.now - began) / timedelta(days=1), waits + gathering.gathered)


def _plan(view: engine.View, manner: Manner, rng: random.Random) -> list[Order]:
    if manner.thinking is not None:
        budget = Budget(games=manner.thinking)
        return planning.by_thinking(view, rng, binds=True, budget=budget)
    if view["phase"] == "planning":
        return [_placing(view, view["round"])]
    return plan(view) if own_closed(view) else plan(view)[-3:]


def _further(
    view: engine.View, said_now: list[Order], manner: Manner, rng: random.Random
) -> list[Order]:
    """Of the next phase, should they not look in while it is gathered."""
    if manner.thinking is not None:
        return further(view, said_now, rng, Budget(games=manner.thinking))
    if view["phase"] == "planning":
        return said([*own_closed(view), said_now[0]["card"]], view["round"])
    return [_placing(view, view["round"] + 1)] if view["round"] < LAST else []


def _placing(view: engine.View, round_: int) -> Order:
    card = wanted_card(view["yours"]["hand"], round_)
    return {"do": "place", "card": card, "place": "end" if round_ % 2 else "start", "round": round_}


def figures(of: list[Course]) -> str:
    days, waits = [one.days for one in of], [one.waits for one in of]
    ninth = statistics.quantiles(days, n=10)[-1]
    return (
        f"{statistics.median(days):5.1f} days (p90 {ninth:4.1f}), "
        f"{statistics.mean(waits):5.1f} waits (p90 {statistics.quantiles(waits, n=10)[-1]:.0f})"
    )


WAYS = ("in turn", "phases", "ahead")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=125, help="of each set")
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--lax", type=float, default=0.0)
    parser.add_argument("--hours", type=float, nargs=2, help="for a card, and for what cards do")
    parser.add_argument("--thinking", type=int, help="imagined games")
    parser.add_argument("--kept", type=Path, help="a file of parts, read and written")
    chosen = parser.parse_args()
    patience = patient(chosen.hours) if chosen.hours else USUAL
    failed = False
    for seats in chosen.seats:
        courses: dict[str, list[Course]] = {way: [] for way in WAYS}
        for box in engine.SETS:
            for seed in range(chosen.first, chosen.first + chosen.games):
                rng = random.Random(f"{box} {seats} {seed}")
                people = [Person(rng) for _ in range(seats)]
                courses["in turn"].append(in_turn(Table(box, seats, seed), people))
                for way, hours in (("phases", None), ("ahead", patience)):
                    manner = Manner(chosen.lax, hours, chosen.thinking)
                    courses[way].append(at_once(Table(box, seats, seed), people, manner, rng))
        if chosen.kept:
            courses = _with_kept(chosen.kept, seats, courses)
        print(f"{seats} seats, {len(courses['ahead'])} games")
        for way, of in courses.items():
            print(f"  {way:<8} {figures(of)}", flush=True)
        days = [one.days for one in courses["ahead"]]
        waits = statistics.mean(one.waits for one in courses["ahead"])
        is_long = statistics.median(days) > 7 or statistics.quantiles(days, n=10)[-1] > 10
        failed = failed or is_long or round(waits) > 12
    if not chosen.lax and failed:
        raise SystemExit(1)


def _with_kept(at: Path, seats: int, courses: dict[str, list[Course]]) -> dict[str, list[Course]]:
    """With those of earlier parts, and kept for later ones."""
    with at.open("a") as file:
        for way, of in courses.items():
            for one in of:
                file.write(json.dumps([seats, way, *one]) + "\n")
    found: dict[str, list[Course]] = {way: [] for way in WAYS}
    for line in at.read_text().splitlines():
        of_seats, way, days, waits = json.loads(line)
        if of_seats == seats:
            found[way].append(Course(days, waits))
    return found


if __name__ == "__main__":
    main()
