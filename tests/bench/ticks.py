"""What the times of a table tell that asks everybody at once: who took long, and over which card;
who looked in again and who had said it a phase ahead; who was the last; who has not planned.

    python -m tests.bench.ticks             (or: make bench)

The people of tests.bench.waiting, with hours of their own, play the phases of real games. In each
phase everybody tosses coins: whether they put it off until they look in once more, over which card
they brood, whether they say the next phase ahead and, if they did, whether they look again, whether
they leave something open, whether they plan at all. An onlooker sees what is public – when a phase
began and was played, how long each was waited for, and their answers at other tables before –,
learns from half of the tables, with the truth, and tells it in the others. Beside it stands the
same where each answer is seen as it comes, as in live play.

*Who*: of two people, or cards, of one phase, of which one is it, how often the right one is named.
That somebody is it may be told by when a phase is played, which is when all have answered. Who is
waited for once it is played is shown by rule, and people's hours are known from other tables: what
that tells without the times of phases (who is asked afterwards has perhaps put it off too long) is
measured beside it, and what the times add has a bound.
"""

import argparse
import itertools
import random
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from games import clock, engine
from games.habits import Asked
from games.pace import PACES
from tests.bench import telling_apart
from tests.bench.orders import would
from tests.bench.together import GATHERED, PATIENCE
from tests.bench.waiting import BEGIN, HOUR, MINUTE, PACE, Person, Seen, play, questions, somebody

LIVE = PACES["live"]
MOST_WAIT = 2 * GATHERED
# How many do what; who broods over a card takes so many times as long.
PUTS_OFF, BROODS, SAYS_AHEAD, LOOKS_AGAIN, LEAVES_OPEN, IS_SILENT = 0.3, 0.3, 0.7, 0.5, 0.12, 0.08
LONGER = 8


class Secret(StrEnum):
    PUT_OFF = "took long, and put it off"
    CARD = "over which card"
    AGAIN = "looked again, or had said it ahead"
    LAST = "was the last"
    SILENT = "is asked: no plan, or left it open"


# What the times of the table may add to a guess: as much as from a guess to an AUC of 0.55.
MOST = 0.05
# What nobody shall tell; the others follow from who is waited for.
HIDDEN = (Secret.PUT_OFF, Secret.CARD, Secret.AGAIN)


class Way(NamedTuple):
    """How answers come to light."""

    name: str
    each_is_seen: bool = False
    is_evening: bool = False


TICKS = Way("in ticks")
EVENING = Way("in ticks of an evening", is_evening=True)
LIVE_PLAY = Way("each as it comes", each_is_seen=True)


class Half(NamedTuple):
    """A phase of a real game, and who is asked in it, in order."""

    round: int
    name: str
    seats: list[int]


def halves(box: str, seats: int, seed: int) -> list[Half]:
    state = engine.deal(set=box, seats=seats, seed=seed.to_bytes(32, "big"))
    found: list[Half] = []
    while (seat := engine.to_move(state)) is not None:
        if not found or (found[-1].round, found[-1].name) != (state.round, state.phase):
            found.append(Half(state.round, state.phase, []))
        found[-1].seats.append(seat)
        engine.play(state, would(engine.view(state, seat)), seat)
    return found


@dataclass
class Said:
    """What one person does in a phase. Only they know it."""

    comes: timedelta  # since it began
    # Whether they say anything then, and whether they have said something a phase ahead.
    speaks: bool
    is_ahead: bool
    put_off: bool
    # For each of their questions.
    thoughts: list[timedelta]
    brooded: list[bool]
    is_open: list[bool]


class Phase(NamedTuple):
    half: Half
    said: list[Said]
    opened: datetime
    lasted: timedelta
    # Who was waited for when it was played, in order, and how long.
    waits: list[tuple[int, timedelta]]

    @property
    def ended(self) -> datetime:
        return self.opened + self.lasted

    def has_come(self, seat: int) -> bool:
        return self.said[seat].speaks and self.would_have_come(seat)

    def would_have_come(self, seat: int) -> bool:
        return self.said[seat].comes <= self.lasted


def lasts(half: Half, said: list[tuple[timedelta | None, bool]], *, is_evening: bool) -> timedelta:
    """How long a phase gathers plans (games.services.phases): when each of them comes, if at all,
    and whether they have said something of it ahead."""
    pace = LIVE if is_evening else PACE
    at_once = is_evening or (half.round, half.name) == (1, "events")
    patience = timedelta() if at_once else GATHERED * PATIENCE[half.name]
    until = clock.next_tick(pace, BEGIN, BEGIN) - BEGIN
    for comes, is_ahead in said:
        longest = patience if is_ahead else GATHERED
        counts = GATHERED if comes is None else clock.next_tick(pace, BEGIN, BEGIN + comes) - BEGIN
        until = max(until, min(counts, longest))
    return until


def gather(course: list[Half], people: list[Person], way: Way, rng: random.Random) -> list[Phase]:
    """One game."""
    now = BEGIN + timedelta(days=rng.uniform(20, 40))
    ahead = [False for _ in people]
    phases: list[Phase] = []
    for half in course:
        said = [
            _says(who, now, half.seats.count(seat), way, rng, is_ahead=ahead[seat])
            for seat, who in enumerate(people)
        ]
        coming = [(one.comes if one.speaks else None, one.is_ahead) for one in said]
        lasted = lasts(half, coming, is_evening=way.is_evening)
        phase = Phase(half, said, now, lasted, [])
        now = _play_on(phase, people, rng)
        ahead = [phase.has_come(seat) and rng.random() < SAYS_AHEAD for seat in range(len(people))]
        phases.append(phase)
    return phases


def _says(
    who: Person, at: datetime, many: int, way: Way, rng: random.Random, *, is_ahead: bool
) -> Said:
    brooded = [rng.random() < BROODS for _ in range(many)]
    thoughts = [
        timedelta(seconds=35 * who.pace * rng.lognormvariate(0, 0.7)) * (LONGER if broods else 1)
        for broods in brooded
    ]
    comes = timedelta() if way.is_evening else who.answer(Asked.AWAY, at, rng)
    put_off = rng.random() < PUTS_OFF
    if put_off:
        later = comes + (MINUTE if way.is_evening else HOUR)
        comes = later if way.is_evening else later + who.answer(Asked.AWAY, at + later, rng)
    comes += sum(thoughts, timedelta())
    speaks = rng.random() < LOOKS_AGAIN if is_ahead else rng.random() >= IS_SILENT
    leaves = rng.random() < LEAVES_OPEN
    is_open = [leaves and rng.random() < 0.5 for _ in range(many)]
    return Said(comes, speaks, is_ahead, put_off, thoughts, brooded, is_open)


def _play_on(phase: Phase, people: list[Person], rng: random.Random) -> datetime:
    """In the order of the rules; who has not planned, or left it open, is waited for."""
    now = phase.ended
    asked = [0 for _ in people]
    last = -1
    for seat in phase.half.seats:
        said, number = phase.said[seat], asked[seat]
        asked[seat] += 1
        if (phase.has_come(seat) or said.is_ahead) and not said.is_open[number]:
            last = -1
            continue
        how = Asked.ON if last == seat else Asked.AWAY
        wait = min(people[seat].answer(how, now, rng), MOST_WAIT)
        phase.waits.append((seat, wait))
        now, last = now + wait, seat
    return now


class Sample(NamedTuple):
    secret: Secret
    # A phase of a table: of these, who is it?
    of: tuple[int, int]
    # What is known without the times of phases: habits, and who is waited for, how long.
    by_rule: list[float]
    by_times: list[float]
    is_it: bool


def samples(table: int, phases: list[Phase], known: list[list[Seen]], way: Way) -> Iterator[Sample]:
    """All that an onlooker goes by. `known`: of each seat, its answers at other tables."""
    usual = [_Usual(theirs, seat) for seat, theirs in enumerate(known)]
    for number, phase in enumerate(phases):
        before = phases[number - 1].lasted if number else timedelta()
        come = [seat for seat in range(len(usual)) if phase.has_come(seat)]
        last = max((phase.said[seat].comes for seat in come), default=None)
        signs = {seat: phase.said[seat].comes for seat in come if way.each_is_seen}
        waited_for = [seat for seat, _wait in phase.waits]
        for seat, theirs in enumerate(usual):
            said, sign = phase.said[seat], signs.get(seat)
            by_rule = [
                float(phase.half.round),
                float(phase.half.name == "events"),
                float(len(usual)),
                float(phase.half.seats.count(seat)),
                _hour(phase.opened),
                *theirs.waits,
                float(waited_for.count(seat)),
                float(waited_for.index(seat) if seat in waited_for else -1),
                float(waited_for[:1] == [seat]),
                float(len(set(waited_for))),
                next((wait / MINUTE for who, wait in phase.waits if who == seat), -1.0),
            ]
            by_times = [
                phase.lasted / MINUTE,
                before / MINUTE,
                _hour(phase.ended),
                *theirs.about(phase),
                -1.0 if sign is None else sign / MINUTE,
                float(sum(sign is None or one < sign for one in signs.values())),
            ]
            of = (table, number)
            # Also of who does not come by then: else who looks in often would have put off more.
            yield Sample(Secret.PUT_OFF, of, by_rule, by_times, said.put_off)
            if seat in come:
                yield Sample(Secret.LAST, of, by_rule, by_times, said.comes == last)
            # Of who comes by then: so whether they say something is a coin, and no habit.
            if said.is_ahead and phase.would_have_come(seat) and seat not in waited_for:
                yield Sample(Secret.AGAIN, of, by_rule, by_times, seat in come)
            if seat in waited_for:
                has_none = seat not in come and not said.is_ahead
                yield Sample(Secret.SILENT, of, by_rule, by_times, has_none)
            if seat in come and len(said.brooded) > 1:
                of = (table, number * 10 + seat)
                for which, brooded in enumerate(said.brooded):
                    seen = said.thoughts[which] / MINUTE if way.each_is_seen else -1.0
                    yield Sample(
                        Secret.CARD, of, [*by_rule, float(which)], [*by_times, seen], brooded
                    )


class _Usual:
    """When somebody has been seen at other tables."""

    def __init__(self, seen: list[Seen], seat: int) -> None:
        mine = [one for one in seen if one.person == seat]
        self.hours = sorted(_hour(one.at + one.wait) for one in mine)
        waits = sorted(one.wait / HOUR for one in mine if one.asked == Asked.AWAY)
        self.waits = [waits[len(waits) * part // 4] if waits else -1.0 for part in (1, 2, 3)]

    def about(self, phase: Phase) -> list[float]:
        begin, end = _hour(phase.opened), _hour(phase.ended)
        near = sorted((end - hour) % 24 for hour in self.hours) or [24.0]
        ahead = sorted((hour - begin) % 24 for hour in self.hours) or [24.0]
        within = bisect_left(ahead, phase.lasted / HOUR)
        return [
            *self.waits,
            near[min(2, len(near) - 1)],
            ahead[len(ahead) // 2],
            within / len(ahead),
            sum(hours < 1 for hours in near) / len(near),
        ]


def _hour(at: datetime) -> float:
    return at.hour + at.minute / 60


class Told(NamedTuple):
    """How often the right one of a phase is named: by all that is seen, and by all but the times of
    phases; and how well it is told of all of them at once."""

    who: float
    by_rule: float
    auc: float
    asked: int

    @property
    def by_times(self) -> float:
        """What the times give away."""
        return self.who - self.by_rule


def tell(known: list[Sample], asked: list[Sample], *, rounds: int) -> Told:
    scores = [
        telling_apart.learn([(row(one), one.is_it) for one in known], rounds=rounds)
        for row in (_all, _by_rule)
    ]
    scored = [(one.of, scores[0](_all(one)), scores[1](_by_rule(one)), one.is_it) for one in asked]
    auc = telling_apart.auc([(one, is_it) for _of, one, _by_rule, is_it in scored])
    right = [0.0, 0.0]
    pairs = 0
    for _of, group in itertools.groupby(scored, key=lambda one: one[0]):
        of_phase = [*group]
        them, others = ([one for one in of_phase if one[3] is is_it] for is_it in (True, False))
        for it, other in itertools.product(them, others):
            pairs += 1
            for n in range(2):
                yes, no = it[n + 1], other[n + 1]
                right[n] += 1.0 if yes > no else 0.5 if yes == no else 0.0
    who, by_rule = (one / pairs if pairs else 0.5 for one in right)
    return Told(who, by_rule, auc, len(asked))


def _all(one: Sample) -> list[float]:
    return [*one.by_rule, *one.by_times]


def _by_rule(one: Sample) -> list[float]:
    return one.by_rule


def measure(
    courses: list[list[Half]], way: Way, *, rounds: int, before: int, rng: random.Random
) -> dict[Secret, Told]:
    """`courses`: real games; half of them to learn from."""
    found: list[list[Sample]] = []
    elsewhere = questions("oriflamme", 5, 1)
    for table, course in enumerate(courses):
        seats = max(seat for half in course for seat in half.seats) + 1
        people = [somebody(rng) for _ in range(seats)]
        others = [somebody(rng) for _ in range(5 - seats)]
        seen = [
            one for _ in range(before) for one in play(elsewhere, people + others, None, 0, rng)
        ]
        phases = gather(course, people, way, rng)
        found.append(list(samples(table, phases, [seen] * seats, way)))
    half = len(found) // 2
    told = {}
    for secret in Secret:
        known, asked = (
            [one for of_table in part for one in of_table if one.secret == secret]
            for part in (found[:half], found[half:])
        )
        told[secret] = tell(known, asked, rounds=rounds)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="real games of each set")
    parser.add_argument("--again", type=int, default=4, help="times that each is played")
    parser.add_argument("--rounds", type=int, default=80)
    parser.add_argument("--before", type=int, default=3, help="games of theirs at other tables")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    courses = [
        halves(box, 3 + seed % 3, seed) for box in engine.SETS for seed in range(chosen.games)
    ] * chosen.again
    rng = random.Random(chosen.seed)
    rng.shuffle(courses)
    print(f"{len(courses)} tables; half of them to learn from.")
    worst = 0.0
    for way in (LIVE_PLAY, TICKS, EVENING):
        told = measure(courses, way, rounds=chosen.rounds, before=chosen.before, rng=rng)
        print(way.name)
        for secret, one in told.items():
            print(
                f"  {secret:<36} who {one.who:.3f}, without times {one.by_rule:.3f}; "
                f"of {one.asked}, AUC of all {one.auc:.3f}",
                flush=True,
            )
        if way is not LIVE_PLAY:
            worst = max(worst, *(told[secret].by_times for secret in HIDDEN))
    if worst > MOST:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
