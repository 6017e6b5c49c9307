"""A round of Swiss: those of like score at one table, and nobody twice who need not be."""

from collections.abc import Sequence
from itertools import groupby

from games.tournaments.pairing.bounds import least_repeats, least_spread
from games.tournaments.pairing.fixed import Fixed
from games.tournaments.pairing.pots import part_again, snake
from games.tournaments.pairing.round import (
    NOBODY,
    Apart,
    Pairing,
    Past,
    Player,
    draw,
    finish,
    met_rows,
    split_byes,
)
from games.tournaments.pairing.search import Arrangement, improve
from games.tournaments.pairing.sizes import byes, table_sizes

# Jumps of the search: small fields are cheap and want to be exact, large ones begin near the best.
JUMPS, EFFORT = 200, 20_000


def pair_swiss(
    players: Sequence[Player],
    past: Past,
    *,
    wanted: int,
    seed: str,
    exact: bool = False,
    apart: Apart = (),
    seeded: bool = False,
    fixed: Fixed = NOBODY,
) -> Pairing:
    """`seeded`: nobody has a point yet, and the players come in the order of their seeds."""
    rng = draw(seed)
    sizes = table_sizes(len(players), wanted, exact=exact)
    seated, out = split_byes(players, byes(len(players), sizes))
    if seeded:
        tables = snake(len(seated), sizes)
        part_again(tables, [player.id for player in seated], past, apart, fixed)
        named = [[seated[place].id for place in table] for table in tables]
        scores_of = {player.id: player.score for player in seated}
        return finish(named, out, scores=scores_of, past=past, fixed=fixed)
    # Whom nothing tells apart is seated by lot.
    by_score = sorted(seated, key=lambda player: -player.score)
    order: list[Player] = []
    for _score, alike in groupby(by_score, key=lambda player: player.score):
        group = list(alike)
        rng.shuffle(group)
        order += group
    scores = [player.score for player in order]
    bound, best_order = least_spread(scores, sizes)
    rest = iter(range(len(order)))
    start = [[next(rest) for _ in range(size)] for size in best_order]
    ids = [player.id for player in order]
    held = fixed.of({person: place for place, person in enumerate(ids)}).held(start)
    arrangement = Arrangement(scores, met_rows(ids, past, apart), start)
    improve(
        arrangement,
        rng,
        least_repeats=least_repeats(past, set(ids), sizes),
        least_spread=bound,
        jumps=JUMPS + EFFORT // max(1, len(ids)),
        held=held,
    )
    tables = [[ids[person] for person in table] for table in arrangement.tables]
    return finish(
        tables,
        out,
        scores={player.id: player.score for player in order},
        past=past,
        least_spread=bound,
        fixed=fixed,
    )
