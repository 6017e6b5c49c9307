"""Knock-out at tables: the strong are kept apart for as long as they last."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.tournaments.pairing.fixed import Fixed
from games.tournaments.pairing.pots import part_again, snake
from games.tournaments.pairing.round import (
    NOBODY,
    Apart,
    Pairing,
    Past,
    Player,
    finish,
)
from games.tournaments.pairing.sizes import LEAST, MOST, table_sizes


def pair_knockout(
    players: Sequence[Player],
    past: Past,
    *,
    wanted: int,
    apart: Apart = (),
    fixed: Fixed = NOBODY,
) -> Pairing:
    """Players come in seeding order. Each table gets one of each pot, by turns from both ends.

    Within a pot people change places where that lets fewer meet again. Up to five who are left
    play the final.
    """
    ids = [player.id for player in players]
    sizes = [len(ids)] if LEAST <= len(ids) <= MOST else table_sizes(len(ids), wanted)
    tables = snake(len(ids), sizes)
    part_again(tables, ids, past, apart, fixed)
    named = [[ids[place] for place in table] for table in tables]
    out = players if not sizes else []
    return finish(named, out, scores=dict.fromkeys(ids, 0), past=past, fixed=fixed)


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
