"""Who begins: turn order at each table, so that over the rounds nobody is always early or late."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

# From the first to the last place, in steps that are whole for three, four and five.
EARLY, LATE = -12, 12


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
    places = [lean(position, size) for position in range(size)]

    def cost(order: tuple[int, ...]) -> tuple[int, int, int]:
        return (
            sum(order[place] != person for person, place in own.items()),
            sum(
                (leans.get(person, 0) + place) ** 2
                for person, place in zip(order, places, strict=True)
            ),
            sum(sat.get(person, {}).get(position, 0) for position, person in enumerate(order)),
        )

    orders: Iterator[tuple[int, ...]] = permutations(table)
    best = min(orders, key=cost)
    return list(best)
