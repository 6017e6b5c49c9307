"""Seats that the desk has given: at which table somebody sits, and at which place in turn order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Fixed:
    """`together`: those whom a table of their own is kept for, table by table. `places`: the place
    in the turn order, 1 begins; beyond the last there is the last."""

    together: Sequence[Sequence[int]] = ()
    places: Mapping[int, int] = field(default_factory=dict)

    def of(self, place: Mapping[int, int]) -> "Fixed":
        """The same of people who go by other numbers; who is not among them, is left out."""
        return Fixed(
            [[place[one] for one in group if one in place] for group in self.together],
            {place[one]: at for one, at in self.places.items() if one in place},
        )

    def held(self, tables: Sequence[list[int]]) -> set[int]:
        """Bring everybody to their table, and say who must not be moved any more. Nobody need be
        where only one table is asked for by one person: whichever is theirs has its number."""
        here = {person for table in tables for person in table}
        groups = [[one for one in group if one in here] for group in self.together]
        groups = [group for group in groups if group][: len(tables)]
        if len(groups) == 1 and len(groups[0]) == 1:
            return set()
        return join(tables, groups)


def join(tables: Sequence[list[int]], groups: Sequence[Sequence[int]]) -> set[int]:
    """Each group at a table of its own, by as few exchanges as that takes; as many as find room
    there. Returns who sits where they shall."""
    held: set[int] = set()
    free = list(range(len(tables)))
    for group in sorted(groups, key=len, reverse=True):
        most = max(len(tables[at]) for at in free)
        together = list(group[:most])
        fits = [at for at in free if len(tables[at]) >= len(together)]
        chosen = max(fits, key=lambda at: sum(one in together for one in tables[at]))
        free.remove(chosen)
        for person in together:
            _bring(tables, person, chosen, together)
        held.update(together)
    return held


def _bring(tables: Sequence[list[int]], person: int, to: int, together: list[int]) -> None:
    """In exchange for somebody of the same pot, where it can be."""
    table = tables[to]
    if person in table:
        return
    away = next(each for each in tables if person in each)
    place = away.index(person)
    others = [at for at, one in enumerate(table) if one not in together]
    at = min(others, key=lambda at: abs(at - place))
    away[place], table[at] = table[at], person


def in_places(order: Sequence[int], places: Mapping[int, int]) -> list[int]:
    """The same table with everybody who has a place in it there, and the others in their order. Of
    two with one place the first has it."""
    seats: list[int | None] = [None] * len(order)
    for person in order:
        place = min(places.get(person, 0), len(order)) - 1
        if place >= 0 and seats[place] is None:
            seats[place] = person
    rest = iter([person for person in order if person not in seats])
    return [next(rest) if one is None else one for one in seats]


def numbers(
    tables: Sequence[Sequence[int]], wanted: Mapping[int, int], taken: set[int]
) -> list[int]:
    """Which number each table has: that which somebody there is to sit at, while there are so many
    tables, else the next that is free."""
    most = len(tables) + len(taken)
    asked = [[wanted[person] for person in table if person in wanted] for table in tables]
    named: dict[int, int] = {}
    for number in sorted({one for each in asked for one in each} - taken):
        found = [at for at, each in enumerate(asked) if number in each and at not in named]
        if found and number <= most:
            named[max(found, key=lambda at: asked[at].count(number))] = number
    used = taken | {*named.values()}
    rest = iter([one for one in range(1, 2 * most + 1) if one not in used])
    return [named[at] if at in named else next(rest) for at in range(len(tables))]
