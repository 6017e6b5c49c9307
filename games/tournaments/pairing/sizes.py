"""How many sit at which table: three to five, as equal as can be, near to what is wished."""

LEAST, MOST = 3, 5


def table_sizes(people: int, wanted: int, *, exact: bool = False) -> list[int]:
    """The tables' sizes, larger ones first. Sizes differ by one at most, and everybody sits.

    Of all numbers of tables the one whose sizes are nearest to the wish; of two as near, the
    larger one, as smaller tables are quicker. With `exact` every table has the wished size,
    and whoever is left over has a bye. Fewer than three people have byes, all of them.
    """
    if not LEAST <= wanted <= MOST:
        raise ValueError(f"A table has {LEAST} to {MOST} seats, not {wanted}.")
    if exact:
        return [wanted] * (people // wanted)
    if people < LEAST:
        return []
    return min(
        (_equal(people, tables) for tables in range(-(-people // MOST), people // LEAST + 1)),
        key=lambda sizes: (sum(abs(size - wanted) for size in sizes), -len(sizes)),
    )


def byes(people: int, sizes: list[int]) -> int:
    return people - sum(sizes)


def _equal(people: int, tables: int) -> list[int]:
    size, larger = divmod(people, tables)
    return [size + 1] * larger + [size] * (tables - larger)
