"""Draws against all seatings that there are: with rounds behind them, people kept apart, seeds.

    ROUNDS=40 pytest -s tests/tournaments/test_exact.py

looks at so many rounds of each kind, up to twelve people in Swiss and sixteen in pots, and says in
how many something better was found. Without it a few small ones.
"""

import os
from collections.abc import Sequence
from itertools import combinations, permutations, product
from random import Random

import pytest

from games.tournaments.pairing import Past, Player, pair_knockout, pair_swiss, table_sizes
from games.tournaments.pairing.round import met_rows
from tests.tournaments import brute

AT_LENGTH = "ROUNDS" in os.environ
ROUNDS = int(os.environ.get("ROUNDS", "4"))
pytestmark = pytest.mark.timeout(0 if AT_LENGTH else 300)

Tables = Sequence[Sequence[int]]


class Field:
    """Some people after up to three rounds, of whom up to three pairs are kept apart."""

    def __init__(self, rng: Random, people: int) -> None:
        self.ids = list(range(people))
        self.scores = {one: 60 * rng.randrange(12) for one in self.ids}
        self.past: Past = [self._some_tables(rng) for _ in range(rng.randrange(1, 4))]
        self.apart = [(a, b) for a, b in (rng.sample(self.ids, 2) for _ in range(rng.randrange(4)))]
        self.met = met_rows(self.ids, self.past, self.apart)

    def _some_tables(self, rng: Random) -> list[list[int]]:
        order = rng.sample(self.ids, len(self.ids))
        return [[order.pop() for _ in range(size)] for size in table_sizes(len(self.ids), 4)]

    @property
    def players(self) -> list[Player]:
        order = sorted(self.ids, key=lambda one: -self.scores[one])
        return [Player(one, self.scores[one]) for one in order]

    def meetings(self, tables: Tables) -> int:
        return sum(self.met[a][b] for table in tables for a, b in combinations(table, 2))

    def cost(self, tables: Tables) -> tuple[int, int]:
        """Meetings of those kept apart, and again; then the spread, in sixtieths."""
        spread = 0
        for table in tables:
            scores = [self.scores[one] for one in table]
            spread += 60 * sum(s * s for s in scores) - 60 * sum(scores) ** 2 // len(table)
        return self.meetings(tables), spread


def of_pots(order: Sequence[int], sizes: Sequence[int]) -> list[list[list[int]]]:
    """Every way to put one of each pot at each table: the first of the seeding, then the next."""
    rest, pots = list(order), []
    for pot in range(max(sizes)):
        there = [number for number, size in enumerate(sizes) if size > pot]
        pots.append(
            [dict(zip(there, way, strict=True)) for way in permutations(rest[: len(there)])]
        )
        rest = rest[len(there) :]
    # Tables have no names: the first pot sits anyhow.
    pots[0] = pots[0][:1]
    return [
        [[pot[number] for pot in way if number in pot] for number in range(len(sizes))]
        for way in product(*pots)
    ]


def test_swiss() -> None:
    better = 0
    for number in range(ROUNDS):
        rng = Random(f"swiss {number}")
        field = Field(rng, rng.randrange(9, 13) if AT_LENGTH else rng.randrange(7, 10))
        drawn = pair_swiss(field.players, field.past, wanted=4, seed="x", apart=field.apart)
        sizes = table_sizes(len(field.ids), 4)
        least = min(field.cost(tables) for tables in brute.all_seatings(field.ids, sizes))
        better += least < field.cost(drawn.tables)
    print(f"\nSwiss: improved in {better} of {ROUNDS}")
    assert better == 0


@pytest.mark.parametrize("way", ["knockout", "seeded"])
def test_pots(way: str) -> None:
    better = 0
    for number in range(ROUNDS):
        rng = Random(f"{way} {number}")
        field = Field(rng, rng.randrange(8, 17) if AT_LENGTH else rng.randrange(8, 12))
        if way == "seeded":
            # The first round: nobody has met.
            field.past, field.met = [], met_rows(field.ids, [], field.apart)
            drawn = pair_swiss(
                field.players, [], wanted=4, seed="x", apart=field.apart, seeded=True
            )
        else:
            drawn = pair_knockout(field.players, field.past, wanted=4, apart=field.apart)
        sizes = table_sizes(len(field.ids), 4)
        order = [player.id for player in field.players]
        least = min(field.meetings(tables) for tables in of_pots(order, sizes))
        better += least < field.meetings(drawn.tables)
    print(f"\n{way}: improved in {better} of {ROUNDS}")
    assert better == 0
