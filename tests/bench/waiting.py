"""Whether times tell an order from a person, and what that costs: people who live by their hours
play whole games, and whoever sees every time of a move, with the truth about half of the tables to
learn from, tries to tell the answers of orders in the others.

    python -m tests.bench.waiting           (or: make bench)

Every person has hours of the day at which they look in, later ones at weekends, skips some, stays
for a while, is now and then away for two days; some answer a letter within minutes when they are
awake. Clocks and banks run: what takes longer is decided by the clock, which all are told. Each
answer that orders could give is given by them or by hand, by the toss of a coin. The
questions, and which of them orders answer, are those of real games (tests.bench.orders).
"""

import argparse
import random
import statistics
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from games import engine, habits, orders
from games.clock import Calendar
from games.habits import Answered, Asked
from games.orders import Given
from games.pace import PACES
from tests.bench import telling_apart
from tests.bench.orders import plan, would

BEGIN = datetime(2026, 3, 2, tzinfo=UTC)
DAYS = 400
PACE = PACES["daily"]
AWAKE = Calendar("UTC")
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
# Of earlier games as many as the product reads.
GAMES = 8


class Question(NamedTuple):
    seat: int
    round: int
    # Whether a plan of the round, left with the card, answers it.
    has_order: bool


def questions(box: str, seats: int, seed: int) -> list[Question]:
    """A whole game: who is asked, and where the orders of careful players know the answer."""
    state = engine.deal(set=box, seats=seats, seed=seed.to_bytes(32, "big"))
    given: list[list[Given]] = [[] for _ in range(seats)]
    log: list[list[engine.Event]] = []
    asked = []
    while (seat := engine.to_move(state)) is not None:
        view = engine.view(state, seat)
        move = None
        if given[seat]:
            since = min(one.since for one in given[seat])
            told = [
                (seq, event)
                for seq, events in enumerate(log[since:], since + 1)
                for event in engine.redact(events, seat)
            ]
            move = orders.decide(view, given[seat], told).move
        asked.append(Question(seat, state.round, move is not None))
        log.append(engine.play(state, move or would(view), seat))
        if view["question"]["kind"] == "place" and engine.to_move(state) is not None:
            after = engine.view(state, seat)
            given[seat] = [Given(one, len(log), orders.around(after)) for one in plan(after)]
    return asked


@dataclass
class Person:
    """When somebody is there, for more than a year, and what they have answered so far."""

    sessions: list[tuple[datetime, datetime]]
    pace: float  # of their thoughts
    prompt: float  # how often a letter finds them
    together: float  # how often they send the next move in the same mail
    games: list[list[Answered]] = field(default_factory=list)

    def answer(self, asked: Asked, at: datetime, rng: random.Random) -> timedelta:
        if asked == Asked.ON and rng.random() < self.together:
            return timedelta()
        thought = timedelta(seconds=35 * self.pace * rng.lognormvariate(0, 0.7))
        if asked == Asked.ON:
            return thought
        there = bisect_right(self.sessions, (at, at)) - 1
        if there >= 0 and at < self.sessions[there][1]:
            return thought
        if 8 <= at.hour < 22 and rng.random() < self.prompt:
            return 8 * MINUTE * rng.lognormvariate(0, 0.8)
        coming = there + 1
        while rng.random() < 0.1:  # seen, and put off
            coming += 1
        begin, end = self.sessions[coming]
        return begin + (end - begin) * rng.random() * 0.5 + thought - at

    @property
    def before(self) -> list[Answered]:
        return [one for game in self.games[-GAMES:] for one in game]


def somebody(rng: random.Random) -> Person:
    hours = sorted(rng.uniform(7, 23) for _ in range(rng.choice([1, 2, 2, 2, 3, 4])))
    spread = rng.uniform(0.2, 1.2)
    sessions = []
    away_until = BEGIN
    for day in range(DAYS):
        morning = BEGIN + timedelta(days=day)
        if rng.random() < 0.05:
            away_until = morning + timedelta(days=2)
        if morning < away_until:
            continue
        later = 1.5 if morning.weekday() >= 5 else 0.0
        for hour in hours:
            if rng.random() > 0.15:
                begin = morning + HOUR * (hour + later + rng.gauss(0, spread))
                sessions.append((begin, begin + MINUTE * rng.uniform(3, 25)))
    sessions.sort()
    return Person(
        sessions,
        pace=rng.lognormvariate(0, 0.4),
        prompt=rng.choice([0, 0, 0.2, 0.5]),
        together=rng.choice([0, 0, 0, 0.7]),
    )


class Seen(NamedTuple):
    """A move as all see it, and what only its player knows."""

    person: int
    asked: Asked
    at: datetime
    wait: timedelta
    has_order: bool
    by_order: bool
    # The clock answered: all are told.
    is_missed: bool


@dataclass
class Moment:
    """A question, and what is known of it when an order waits."""

    asked: Asked
    at: datetime
    who: Person
    left: timedelta


Rule = Callable[[Moment, random.Random], timedelta]


def as_they_would(it: Moment, rng: random.Random) -> timedelta:
    """What the product does."""
    before = it.who.before
    if it.asked == Asked.ON and habits.in_one_go(before, rng):
        return timedelta()
    longest = habits.most(PACE, it.left)
    return habits.wait(it.asked, it.at, before, pace=PACE, calendar=AWAKE, longest=longest, rng=rng)


def quickly(it: Moment, rng: random.Random) -> timedelta:
    """What it did: within minutes, day and night; and in one go."""
    if it.asked == Asked.ON:
        return timedelta()
    return timedelta(seconds=rng.uniform(30, 300))


def play(
    game: list[Question], people: list[Person], rule: Rule | None, share: float, rng: random.Random
) -> list[Seen]:
    """One game; without a rule, or by the toss of the coin, people answer themselves."""
    at = BEGIN + timedelta(days=rng.uniform(0, 20))
    last_own: dict[int, datetime] = {}
    banks = [Bank() for _ in people]
    seen: list[Seen] = []
    for who in people:
        who.games.append([])
    for question in game:
        seat = question.seat
        was_own = bool(seen) and seen[-1].person == seat
        asked = habits.kind(at, last_own=last_own.get(seat), was_own=was_own)
        who = people[seat]
        left = banks[seat].left(question.round)
        by_order = rule is not None and question.has_order and rng.random() < share
        if rule and by_order:
            wait = rule(Moment(asked, at, who, left), rng)
        else:
            wait = who.answer(asked, at, rng)
        is_missed = wait >= left
        wait = min(wait, left)
        banks[seat].take(wait)
        seen.append(Seen(seat, asked, at, wait, question.has_order, by_order, is_missed))
        if not by_order and not is_missed:
            who.games[-1].append(Answered(asked, at, wait))
        at += wait
        last_own[seat] = at
    return seen


@dataclass
class Bank:
    """The time of a seat."""

    held: int = PACE.bank
    round: int = 1

    def left(self, round_: int) -> timedelta:
        if round_ > self.round:
            self.held = min(PACE.cap, self.held + PACE.refill)
            self.round = round_
        return timedelta(seconds=PACE.seconds_per_move + self.held)

    def take(self, wait: timedelta) -> None:
        self.held -= max(0, int(wait.total_seconds()) - PACE.seconds_per_move)


def length(seen: list[Seen]) -> float:
    return (seen[-1].at + seen[-1].wait - seen[0].at) / timedelta(days=1)


def tables(
    games: list[list[Question]], rule: Rule, *, before: int, share: float, rng: random.Random
) -> Iterator[tuple[list[Seen], list[Seen]]]:
    """Each game once by hand, and once with orders, by the same people at other times."""
    for game in games:
        seats = max(question.seat for question in game) + 1
        people = [somebody(rng) for _ in range(seats)]
        for _ in range(before):
            play(game, people, None, 0, rng)
        by_hand = play(game, people, None, 0, rng)
        for who in people:
            del who.games[before:]
        yield by_hand, play(game, people, rule, share, rng)


def facts(seen: list[Seen]) -> Iterator[tuple[list[float], bool]]:
    """What an onlooker may go by for each answer that an order could have given."""
    waits: dict[tuple[int, Asked], list[float]] = {}
    hours: dict[int, list[float]] = {}
    mine: dict[int, list[Seen]] = {}
    for one in seen:
        waits.setdefault((one.person, one.asked), []).append(one.wait.total_seconds())
        hours.setdefault(one.person, []).append(_hour(one.at + one.wait))
        mine.setdefault(one.person, []).append(one)
    for number, one in enumerate(seen):
        if not one.has_order or one.is_missed:
            continue
        wait = one.wait.total_seconds()
        theirs = waits[one.person, one.asked]
        done = one.at + one.wait
        hour = _hour(done)
        apart = sorted(
            min(abs(hour - other), 24 - abs(hour - other)) for other in hours[one.person]
        )
        own = mine[one.person]
        place = next(n for n, it in enumerate(own) if it is one)
        since = (one.at - own[place - 1].at - own[place - 1].wait) if place else timedelta(days=9)
        until = (own[place + 1].at - done) if place + 1 < len(own) else timedelta(days=9)
        after = own[place + 1].wait if place + 1 < len(own) else timedelta()
        before = own[place - 1].wait if place else timedelta()
        yield (
            [
                float(int(wait // 60)),
                sum(other < wait for other in theirs) / len(theirs),
                wait / (statistics.median(theirs) + 1),
                hour,
                _hour(one.at),
                apart[min(2, len(apart) - 1)],
                float([*Asked].index(one.asked)),
                since.total_seconds(),
                until.total_seconds(),
                before.total_seconds(),
                after.total_seconds(),
                float(done.weekday() >= 5),
                float(number and seen[number - 1].wait.total_seconds()),
            ],
            one.by_order,
        )


def _hour(at: datetime) -> float:
    return at.hour + at.minute / 60


@dataclass
class Found:
    """How well orders are told from people, and what they cost."""

    auc: float
    answers: int
    days_by_hand: float
    days: float
    handed_over_by_hand: float
    handed_over: float

    def __str__(self) -> str:
        return (
            f"AUC {self.auc:.3f} of {self.answers} answers; days {self.days_by_hand:.1f} by hand, "
            f"{self.days:.1f} with orders ({self.days / self.days_by_hand - 1:+.1%}); waits "
            f"{self.handed_over_by_hand:.1f} and {self.handed_over:.1f} a game "
            f"({self.handed_over / self.handed_over_by_hand - 1:+.1%})"
        )


def measure(
    games: list[list[Question]], rule: Rule, *, before: int, rounds: int, rng: random.Random
) -> Found:
    played = list(tables(games, rule, before=before, share=0.5, rng=rng))
    samples = [list(facts(with_orders)) for _, with_orders in played]
    half = len(samples) // 2
    known = [one for table in samples[:half] for one in table]
    asked = [one for table in samples[half:] for one in table]
    score = telling_apart.learn(known, rounds=rounds)
    auc = telling_apart.auc([(score(row), truth) for row, truth in asked])
    # What it costs where orders answer all that they can.
    every = list(tables(games, rule, before=before, share=1, rng=rng))
    return Found(
        auc,
        len(asked),
        statistics.mean(length(by_hand) for by_hand, _ in every),
        statistics.mean(length(seen) for _, seen in every),
        statistics.mean(sum(bool(one.wait) for one in by_hand) for by_hand, _ in every),
        statistics.mean(sum(bool(one.wait) for one in seen) for _, seen in every),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="real games of each set")
    parser.add_argument("--again", type=int, default=4, help="times that each is played")
    parser.add_argument("--rounds", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    games = [
        questions(box, seats, seed)
        for box in engine.SETS
        for seed in range(chosen.games)
        for seats in (3 + seed % 3,)
    ] * chosen.again
    rng = random.Random(chosen.seed)
    rng.shuffle(games)
    print(f"{len(games)} tables; half of them to learn from.")
    worst = 0.0
    for rule, earlier in ((quickly, 3), (as_they_would, 8), (as_they_would, 3), (as_they_would, 1)):
        found = measure(games, rule, before=earlier, rounds=chosen.rounds, rng=rng)
        print(f"{rule.__name__:<14} {earlier} games before: {found}", flush=True)
        if rule is as_they_would:
            worst = max(worst, found.auc)
    if worst > 0.55:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
