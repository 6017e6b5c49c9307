"""The strong apart: the first of the seeding at different tables, then the next, and so on."""

from collections.abc import Collection, Sequence
from random import Random

from games.tournaments.pairing.fixed import Fixed
from games.tournaments.pairing.round import Apart, Past, met_rows

# Where people still meet again: so many jumps for a field of so many, fewer for more people.
EFFORT = 6000

Tables = list[list[int]]


def snake(people: int, sizes: list[int]) -> Tables:
    """Tables of places in the seeding, filled by turns from both ends."""
    tables: Tables = [[] for _ in sizes]
    rest = iter(range(people))
    for pot in range(max(sizes, default=0)):
        row = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        for table in row if pot % 2 == 0 else reversed(row):
            table.append(next(rest))
    return tables


def part_again(tables: Tables, ids: Sequence[int], past: Past, apart: Apart, fixed: Fixed) -> None:
    """Change places within pots so that as few as can be meet again; who is held, stays. Where
    swaps of two come to no end that is good, it jumps a little and goes on. The jumps are the same
    on every machine."""
    met = met_rows(ids, past, apart)
    held = fixed.of({person: place for place, person in enumerate(ids)}).held(tables)
    _settle(tables, met, held)
    rng, least = Random(len(ids)), _meetings(tables, met)
    now = [list(table) for table in tables]
    for _jump in range(EFFORT // max(1, len(ids)) if len(tables) > 1 else 0):
        if not least:
            break
        tried = [list(table) for table in now]
        for _swap in range(rng.randint(1, 3)):
            one, other = rng.sample(tried, 2)
            pot = rng.randrange(min(len(one), len(other)))
            if held.isdisjoint({one[pot], other[pot]}):
                one[pot], other[pot] = other[pot], one[pot]
        _settle(tried, met, held)
        found = _meetings(tried, met)
        if found <= _meetings(now, met):
            now = tried
        if found < least:
            least, tables[:] = found, [list(table) for table in tried]


def _meetings(tables: Tables, met: list[list[int]]) -> int:
    return sum(met[one][other] for table in tables for one in table for other in table) // 2


def _settle(tables: Tables, met: list[list[int]], held: Collection[int]) -> None:
    """Swap two of one pot as long as that spares a meeting."""

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
