"""Who begins: turn order at each table, so that over the rounds nobody is always early or late."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, permutations
from operator import getitem
from random import Random

# From the first to the last place, in steps that are whole for three, four and five.
EARLY, LATE = -12, 12
# How often a whole schedule is shaken and put in order again, if it can still be better.
TRIES = 60

_AT: Callable[[list[int], int], int] = getitem


def lean(position: int, size: int) -> int:
    """How late a place in the turn order is: from -12 (first) to 12 (last), 0 in the middle."""
    return EARLY + position * (LATE - EARLY) // (size - 1)


def order_turns(
    table: Sequence[int],
    leans: Mapping[int, int],
    sat: Mapping[int, Mapping[int, int]],
    fixed: Mapping[int, int] | None = None,
) -> list[int]:
    """The people of a table in turn order.

    leans[person]: the sum over the rounds before; the order keeps the squares of the new sums
    least. Among orders as good, the one in which people sit where they have sat less often
    (sat[person][position]); then the given one. A table has 120 orders at most: all are tried.
    Those who have a place of their own (fixed[person], from 1) have it before all that.
    """
    size = len(table)
    own = {one: min(fixed[one], size) - 1 for one in table if one in fixed} if fixed else {}
    # What each would add at each place, in one number: who has a place of their own before all,
    # then the squares, then how often they have sat there, of which none grows into the next.
    adds = [
        [
            ((own.get(person, position) != position) << 80)
            + ((leans.get(person, 0) + lean(position, size)) ** 2 << 20)
            + sat.get(person, {}).get(position, 0)
            for person in table
        ]
        for position in range(size)
    ]
    best = min(permutations(range(size)), key=lambda order: sum(map(_AT, adds, order)))
    return [table[one] for one in best]


class Turns:
    """How late everybody has sat so far, all tables together, and how often at which place."""

    def __init__(self, tables: Iterable[Sequence[int]] = ()) -> None:
        self.leans: defaultdict[int, int] = defaultdict(int)
        self.sat: defaultdict[int, Counter[int]] = defaultdict(Counter)
        for table in tables:
            self.count(table)

    def count(self, table: Sequence[int], times: int = 1) -> None:
        for position, person in enumerate(table):
            self.leans[person] += times * lean(position, len(table))
            self.sat[person][position] += times


def balance(
    rounds: Sequence[Sequence[Sequence[int]]],
    past: Iterable[Sequence[int]],
    fixed: Mapping[int, int],
    rng: Random,
) -> list[list[list[int]]]:
    """The tables of all rounds to come in turn order, which are planned together: after the last of
    them nobody has sat earlier or later than need be. `past`: the tables that were played."""
    turns = Turns(past)
    schedule = [[list(table) for table in tables] for tables in rounds]
    whole = [*chain.from_iterable(schedule)]
    least = _least(whole, turns.leans)
    for table in whole:
        turns.count(table)
    best, kept = _settle(whole, turns, fixed, least.keys()), [[*table] for table in whole]
    goal = sum(one * one for one in least.values())
    for _try in range(TRIES):
        if best <= goal:
            break
        for table in whole:
            if rng.random() < 1 / 3:
                turns.count(table, -1)
                rng.shuffle(table)
                turns.count(table)
        found = _settle(whole, turns, fixed, least.keys())
        if found < best:
            best, kept = found, [[*table] for table in whole]
    for table, order in zip(whole, kept, strict=True):
        table[:] = order
    return schedule


def _settle(
    tables: Iterable[list[int]], turns: Turns, fixed: Mapping[int, int], people: Iterable[int]
) -> int:
    """Put one table after the other in the order that is best beside all others, until none has a
    better one. Returns the squares of how late everybody sits then."""
    is_better = True
    while is_better:
        is_better = False
        for table in tables:
            turns.count(table, -1)
            order = order_turns(table, turns.leans, turns.sat, fixed)
            is_better |= order != table
            table[:] = order
            turns.count(table)
    return sum(turns.leans[person] ** 2 for person in people)


def _least(tables: Iterable[Sequence[int]], leans: Mapping[int, int]) -> dict[int, int]:
    """How little everybody could lean in the end, if they had all their tables to themselves."""
    sums: dict[int, set[int]] = {}
    for table in tables:
        places = [lean(position, len(table)) for position in range(len(table))]
        for person in table:
            before = sums.get(person, {leans.get(person, 0)})
            sums[person] = {one + place for one in before for place in places}
    return {person: min(map(abs, found)) for person, found in sums.items()}
