"""The strong apart: the first of the seeding at different tables, then the next, and so on."""

from collections.abc import Sequence

from games.tournaments.pairing.fixed import Fixed
from games.tournaments.pairing.round import Apart, Past, met_rows


def snake(people: int, sizes: list[int]) -> list[list[int]]:
    """Tables of places in the seeding, filled by turns from both ends."""
    tables: list[list[int]] = [[] for _ in sizes]
    rest = iter(range(people))
    for pot in range(max(sizes, default=0)):
        row = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        for table in row if pot % 2 == 0 else reversed(row):
            table.append(next(rest))
    return tables


def part_again(
    tables: list[list[int]], ids: Sequence[int], past: Past, apart: Apart, fixed: Fixed
) -> None:
    """Swap two of one pot as long as that spares a repeated meeting; who is held, stays."""
    met = met_rows(ids, past, apart)
    place_of = {person: place for place, person in enumerate(ids)}
    held = fixed.of(place_of).held(tables)

    def knows(person: int, table: list[int], leaving: int) -> int:
        return sum(met[person][other] for other in table if other != leaving)

    better = True
    while better:
        better = False
        for a, one_table in enumerate(tables):
            for other_table in tables[a + 1 :]:
                for pot in range(min(len(one_table), len(other_table))):
                    one, two = one_table[pot], other_table[pot]
                    if one in held or two in held:
                        continue
                    now = knows(one, one_table, one) + knows(two, other_table, two)
                    then = knows(two, one_table, one) + knows(one, other_table, two)
                    if then < now:
                        one_table[pot], other_table[pot] = two, one
                        better = True
