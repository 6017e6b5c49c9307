"""Schedules in which nobody meets anybody twice, where algebra has one: the search begins there.

Nine people at tables of three, sixteen of four and twenty-five of five are the points of an
affine plane; its parallel lines are rounds in which all meet all exactly once. Otherwise people
are put in as many groups as a table has places, each a circle of as many as there are tables,
and group number g turns by g places a round: as long as the number of tables has no divisor below
the size of a table, two meet once at most.
"""

# Multiplication in the field of four; addition there is exclusive or.
_TIMES_4 = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))

Schedule = list[list[list[int]]]


def plane(order: int) -> Schedule:
    """order + 1 rounds of `order` tables for order² people; order is 3, 4 or 5."""

    def line(slope: int, x: int, offset: int) -> int:
        if order == 4:
            return _TIMES_4[slope][x] ^ offset
        return (slope * x + offset) % order

    size = range(order)
    slanted = [
        [[x * order + line(slope, x, offset) for x in size] for offset in size] for slope in size
    ]
    return [*slanted, [[x * order + y for y in size] for x in size]]


def circles(people: int, sizes: list[int], rounds: int) -> Schedule:
    """Tables of the given sizes (they differ by one at most), for so many rounds."""
    tables, largest = len(sizes), max(sizes)
    turned = [
        [
            [
                person
                for group in range(largest)
                if (person := group * tables + (table + group * number) % tables) < people
            ]
            for table in range(tables)
        ]
        for number in range(rounds)
    ]
    return [_even_out(table_lists) for table_lists in turned]


def _even_out(tables: list[list[int]]) -> list[list[int]]:
    """The last group is not full, so tables lack one at most; larger ones come first."""
    return sorted(tables, key=len, reverse=True)
