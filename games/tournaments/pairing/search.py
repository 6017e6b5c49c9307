"""Who sits with whom: the fewest repeated meetings, and then those of like score together.

People are numbers from 0. What is minimised, in this order:

* repeats: for every two at one table, how often they have met before, summed up;
* spread: within each table, the squared distances from its mean score, summed up.

Swapping two people changes both by amounts that a few stored sums give at once, so all swaps of
500 people are looked at in a fraction of a second. From where no swap helps, the search jumps a
little and goes down again, until it meets the proven bounds or has spent its effort. It is the
effort that is limited and never the time: the same seed gives the same tables on any machine.
"""

from collections.abc import Collection, Sequence
from random import Random

# 60 / size is whole for every size of table, and so the spread is.
SHARES = 60

# How far a jump goes in the order of scores, and how often it goes anywhere.
NEAR, FAR = 10, 0.2

Tables = list[list[int]]


class Arrangement:
    """People at tables, and what it would cost to swap two of them."""

    def __init__(self, scores: Sequence[int], met: Sequence[Sequence[int]], tables: Tables) -> None:
        self.scores = scores
        self.met = met
        self.tables = [list(table) for table in tables]
        self.at = [0] * len(scores)
        for number, table in enumerate(self.tables):
            for person in table:
                self.at[person] = number
        self.share = [SHARES // len(table) for table in self.tables]
        self.sums = [sum(scores[person] for person in table) for table in self.tables]
        # known[person][table]: how often they have met those who sit there.
        self.known = [[sum(row[other] for other in t) for t in self.tables] for row in met]
        # One repeat weighs more than any spread.
        self.weight = SHARES * sum(score * score for score in scores) + 1

    def repeats(self) -> int:
        return sum(self.known[person][table] for person, table in enumerate(self.at)) // 2

    def spread(self) -> int:
        """Sixtieths of squared points."""
        squares = SHARES * sum(
            self.scores[person] ** 2 for table in self.tables for person in table
        )
        return squares - sum(
            share * total * total for share, total in zip(self.share, self.sums, strict=True)
        )

    def cost(self) -> int:
        return self.repeats() * self.weight + self.spread()

    def swap(self, one: int, two: int) -> None:
        a, b = self.at[one], self.at[two]
        self.tables[a][self.tables[a].index(one)] = two
        self.tables[b][self.tables[b].index(two)] = one
        self.at[one], self.at[two] = b, a
        by = self.scores[two] - self.scores[one]
        self.sums[a] += by
        self.sums[b] -= by
        for row, met_one, met_two in zip(self.known, self.met[one], self.met[two], strict=True):
            if met_one != met_two:
                row[a] += met_two - met_one
                row[b] += met_one - met_two

    def best_swap(self, one: int, others: Sequence[int]) -> tuple[int, int]:
        """The partner whose swap with `one` lowers the cost most, and by how much (below 0)."""
        a = self.at[one]
        score, known, met = self.scores[one], self.known[one], self.met[one]
        here, share, weight = known[a], self.share[a], self.weight
        pull = 2 * share * self.sums[a]
        at, scores, sums, shares, all_known = (
            self.at,
            self.scores,
            self.sums,
            self.share,
            self.known,
        )
        best, partner = 0, -1
        for two in others:
            b = at[two]
            if b == a:
                continue
            by = scores[two] - score
            theirs = all_known[two]
            again = known[b] + theirs[a] - 2 * met[two] - here - theirs[b]
            change = (
                again * weight
                + by * (2 * shares[b] * sums[b] - pull)
                - (share + shares[b]) * by * by
            )
            if change < best:
                best, partner = change, two
        return best, partner


def settle(
    arrangement: Arrangement,
    whom: Sequence[int],
    others: Sequence[int],
    held: Collection[int] = (),
) -> int:
    """Swap as long as it helps, for `whom` first and then for all who were moved; the gain."""
    gained = 0
    waiting = list(whom)
    while waiting:
        one = waiting.pop()
        if one in held:
            continue
        change, two = arrangement.best_swap(one, others)
        if two < 0:
            continue
        arrangement.swap(one, two)
        gained += change
        waiting += [
            person
            for table in (arrangement.at[one], arrangement.at[two])
            for person in arrangement.tables[table]
        ]
    return gained


def improve(
    arrangement: Arrangement,
    rng: Random,
    *,
    least_repeats: int,
    least_spread: int,
    jumps: int,
    held: Collection[int] = (),
) -> None:
    """Bring an arrangement down to the bounds, or as near as `jumps` jumps come; who is held stays
    at their table."""
    seated = sorted(p for table in arrangement.tables for p in table if p not in held)
    if len(arrangement.tables) < 2 or not seated:
        return
    settle(arrangement, seated, seated, held)
    cost = arrangement.cost()
    goal = least_repeats * arrangement.weight + least_spread
    for _ in range(jumps):
        if cost <= goal:
            return
        before = [list(table) for table in arrangement.tables]
        moved = _jump(arrangement, seated, rng, repeats_are_left=cost >= arrangement.weight)
        settle(arrangement, moved, seated, held)
        reached = arrangement.cost()
        if reached <= cost:
            cost = reached
        else:
            _restore(arrangement, before)


def _jump(
    arrangement: Arrangement, seated: list[int], rng: Random, *, repeats_are_left: bool
) -> list[int]:
    """A few random swaps; where there are repeats, of somebody who meets again."""
    moved: list[int] = []
    place_of = {person: place for place, person in enumerate(seated)}
    again = [p for p in seated if arrangement.known[p][arrangement.at[p]]]
    for number in range(rng.randint(1, 3)):
        pool = again if number == 0 and repeats_are_left and again else seated
        one = pool[rng.randrange(len(pool))]
        two = seated[_near(place_of[one], len(seated), rng)]
        if arrangement.at[one] != arrangement.at[two]:
            arrangement.swap(one, two)
            moved += [one, two]
    tables = {arrangement.at[person] for person in moved}
    return [person for table in sorted(tables) for person in arrangement.tables[table]]


def _near(place: int, places: int, rng: Random) -> int:
    """Mostly of like score, for people are numbered by it; now and then from anywhere."""
    if rng.random() < FAR:
        return rng.randrange(places)
    return min(places - 1, max(0, place + rng.randint(-NEAR, NEAR)))


def _restore(arrangement: Arrangement, tables: Tables) -> None:
    """Back to where everybody sat, swap by swap."""
    for number, table in enumerate(tables):
        wanted = set(table)
        for person in table:
            if arrangement.at[person] != number:
                stranger = next(p for p in arrangement.tables[number] if p not in wanted)
                arrangement.swap(person, stranger)
