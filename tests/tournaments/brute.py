"""All ways to seat a few people, one by one: what the search is measured against."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

Seating = list[tuple[int, ...]]


def all_seatings(people: Sequence[int], sizes: Sequence[int]) -> Iterator[Seating]:
    """Every way to fill tables of these sizes; the first to be seated sits anywhere once."""
    if not sizes:
        yield []
        return
    first, *others = people
    for size in sorted(set(sizes)):
        rest_sizes = list(sizes)
        rest_sizes.remove(size)
        for company in combinations(others, size - 1):
            rest = [person for person in others if person not in company]
            for seating in all_seatings(rest, rest_sizes):
                yield [(first, *company), *seating]


def repeats(seating: Seating, past: Sequence[Seating]) -> int:
    return sum(
        len(set(table) & set(old)) * (len(set(table) & set(old)) - 1) // 2
        for table in seating
        for tables in past
        for old in tables
    )


def spread(seating: Seating, scores: dict[int, int]) -> Fraction:
    """Squared distances from the mean of the table, in sixtieths."""
    total = Fraction(0)
    for table in seating:
        mean = Fraction(sum(scores[person] for person in table), len(table))
        total += sum(((scores[person] - mean) ** 2 for person in table), Fraction(0))
    return 60 * total


def each(
    scores: dict[int, int], past: Sequence[Seating], sizes: Sequence[int]
) -> Iterator[tuple[int, Fraction]]:
    """Repeats and spread of every seating. Both are sums over its tables, of which there are few
    beside the ways to put them together, so each is looked at once."""

    @cache
    def of(table: tuple[int, ...]) -> tuple[int, Fraction]:
        return repeats([table], past), spread([table], scores)

    for seating in all_seatings(sorted(scores), sizes):
        told = [of(table) for table in seating]
        yield sum(met for met, _ in told), sum((wide for _, wide in told), Fraction(0))


def best(
    scores: dict[int, int], past: Sequence[Seating], sizes: Sequence[int]
) -> tuple[int, Fraction]:
    return min(each(scores, past, sizes))
