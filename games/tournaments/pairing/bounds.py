"""What no arrangement can beat: proven, so that the printed quality says how near ours is."""

from collections.abc import Sequence

from games.tournaments.pairing.search import SHARES


def least_repeats(
    past: Sequence[Sequence[Sequence[int]]], here: set[int], sizes: Sequence[int]
) -> int:
    """A table of five whose people come from three earlier tables has two of one of them, twice:
    round by round, sharing a new table's seats out evenly over the old ones repeats least."""
    return sum(_least_of_round(tables, here, sizes) for tables in past)


def _least_of_round(tables: Sequence[Sequence[int]], here: set[int], sizes: Sequence[int]) -> int:
    together = [sum(person in here for person in table) for table in tables]
    groups = sorted((size for size in together if size), reverse=True)
    met = sum(groups)
    alone = len(here) - met  # had a bye, came late: they repeat nothing of that round
    # Two bounds; each counts the same repeats from its own side.
    from_new = 0
    for size in sorted(sizes, reverse=True):
        # At best the newcomers sit at this very table.
        from_new += pairs_evenly(max(0, size - alone), len(groups))
    from_old = sum(pairs_evenly(size - (len(here) - sum(sizes)), len(sizes)) for size in groups)
    return max(from_new, from_old)


def pairs_evenly(people: int, groups: int) -> int:
    """How many pairs share a group when people are spread over groups as evenly as can be."""
    if people <= 0 or groups <= 0:
        return 0
    size, larger = divmod(people, groups)
    return larger * (size + 1) * size // 2 + (groups - larger) * size * (size - 1) // 2


def least_spread(scores: Sequence[int], sizes: Sequence[int]) -> tuple[int, list[int]]:
    """The smallest spread of people in order of score, and the order of sizes that gives it.

    The spread is a constant less a convex function of the tables' sums, which is extreme where
    tables are cut from the ordered list; sizes are of two kinds, so all their orders are few
    partial sums. That holds for whoever is seated: byes are given before.
    """
    ordered = sorted(scores, reverse=True)
    if not sizes:
        return 0, []
    small, large = min(sizes), max(sizes)
    smalls = sum(size == small for size in sizes) if large > small else len(sizes)
    larges = len(sizes) - smalls
    sums, squares = [0], [0]
    for score in ordered:
        sums.append(sums[-1] + score)
        squares.append(squares[-1] + score * score)

    def of(start: int, size: int) -> int:
        total = sums[start + size] - sums[start]
        return SHARES * (squares[start + size] - squares[start]) - SHARES // size * total * total

    # best[used large ones] after so many small ones: cost, and the way to it
    best: list[list[tuple[int, bool]]] = [[(0, False)] * (larges + 1) for _ in range(smalls + 1)]
    for s in range(smalls + 1):
        for g in range(larges + 1):
            ways = []
            if s:
                ways.append((best[s - 1][g][0] + of((s - 1) * small + g * large, small), False))
            if g:
                ways.append((best[s][g - 1][0] + of(s * small + (g - 1) * large, large), True))
            if ways:
                best[s][g] = min(ways)
    order: list[int] = []
    s, g = smalls, larges
    while s or g:
        if best[s][g][1]:
            order.append(large)
            g -= 1
        else:
            order.append(small)
            s -= 1
    return best[smalls][larges][0], order[::-1]


def least_excess(people: Sequence[int], rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Of a whole schedule: the fewest pairs too many, where m meetings of two count m(m-1)/2.

    Two bounds, of which the better holds. Everybody's opponents are at best spread evenly over
    all others; and the sum is also that of what any two rounds share, each no less than shown
    above.
    """
    others = dict.fromkeys(people, 0)
    for tables in rounds:
        for table in tables:
            for person in table:
                others[person] += len(table) - 1
    twice = sum(pairs_evenly(count, len(people) - 1) for count in others.values())
    shared = sum(
        least_repeats(
            rounds[:number], {p for table in tables for p in table}, list(map(len, tables))
        )
        for number, tables in enumerate(rounds)
    )
    return max(-(-twice // 2), shared)
