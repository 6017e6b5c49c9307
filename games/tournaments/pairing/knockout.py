"""Knock-out at tables: the strong are kept apart for as long as they last."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.tournaments.pairing.round import (
    Apart,
    Pairing,
    Past,
    Player,
    finish,
    met_rows,
)
from games.tournaments.pairing.sizes import LEAST, MOST, table_sizes


def pair_knockout(
    players: Sequence[Player], past: Past, *, wanted: int, apart: Apart = ()
) -> Pairing:
    """Players come in seeding order. Each table gets one of each pot, by turns from both ends.

    Within a pot people change places where that lets fewer meet again. Up to five who are left
    play the final.
    """
    ids = [player.id for player in players]
    sizes = [len(ids)] if LEAST <= len(ids) <= MOST else table_sizes(len(ids), wanted)
    tables = _snake(len(ids), sizes)
    met = met_rows(ids, past, apart)
    _part_again(tables, met)
    named = [[ids[place] for place in table] for table in tables]
    out = players if not sizes else []
    return finish(named, out, scores=dict.fromkeys(ids, 0), past=past)


def _snake(people: int, sizes: list[int]) -> list[list[int]]:
    tables: list[list[int]] = [[] for _ in sizes]
    rest = iter(range(people))
    for pot in range(max(sizes, default=0)):
        row = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        for table in row if pot % 2 == 0 else reversed(row):
            table.append(next(rest))
    return tables


def _part_again(tables: list[list[int]], met: list[list[int]]) -> None:
    """Swap two of one pot as long as that spares a repeated meeting."""

    def knows(person: int, table: list[int], leaving: int) -> int:
        return sum(met[person][other] for other in table if other != leaving)

    better = True
    while better:
        better = False
        for a, one_table in enumerate(tables):
            for other_table in tables[a + 1 :]:
                for pot in range(min(len(one_table), len(other_table))):
                    one, two = one_table[pot], other_table[pot]
                    now = knows(one, one_table, one) + knows(two, other_table, two)
                    then = knows(two, one_table, one) + knows(one, other_table, two)
                    if then < now:
                        one_table[pot], other_table[pot] = two, one
                        better = True


@dataclass(frozen=True)
class Placed:
    """How somebody fared at a table. `seeding`: their place in the order the round began with."""

    id: int
    rank: int
    share: Fraction
    seeding: int

    def key(self) -> tuple[int, Fraction, int]:
        return (self.rank, -self.share, self.seeding)


def survivors(tables: Sequence[Sequence[Placed]], through: int) -> list[int]:
    """Who goes on, the best first: the best `through` of each table, by rank, then by their share
    of the table's influence, then by seeding.

    Somebody leaves every table. Where one or two would be left of several tables, the best of
    the others fill a last table of three.
    """
    ordered = [sorted(table, key=Placed.key) for table in tables]
    stay = [placed for table in ordered for placed in table[: min(through, len(table) - 1)]]
    if len(tables) > 1 and len(stay) < LEAST:
        inside = {placed.id for placed in stay}
        rest = [placed for table in ordered for placed in table if placed.id not in inside]
        stay += sorted(rest, key=Placed.key)[: LEAST - len(stay)]
    return [placed.id for placed in sorted(stay, key=Placed.key)]
