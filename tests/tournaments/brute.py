"""All ways to seat a few people, one by one: what the search is measured against."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
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


def best(
    scores: dict[int, int], past: Sequence[Seating], sizes: Sequence[int]
) -> tuple[int, Fraction]:
    return min(
        (repeats(seating, past), spread(seating, scores))
        for seating in all_seatings(sorted(scores), sizes)
    )
