"""Telling two kinds of rows apart: small trees, each mending what those before got wrong."""

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence

Row = Sequence[float]
Score = Callable[[Row], float]

BINS = 24
STEP = 0.3
# A leaf speaks for so much at least.
LEAST = 8.0


def auc(scored: list[tuple[float, bool]]) -> float:
    """How often one of the kind scores higher than one that is not; a tie is half of it."""
    ranked = sorted(scored)
    ranks: dict[float, list[int]] = {}
    for rank, (score, _truth) in enumerate(ranked, 1):
        ranks.setdefault(score, []).append(rank)
    mean = {score: sum(of) / len(of) for score, of in ranks.items()}
    yes = [mean[score] for score, truth in ranked if truth]
    no = len(ranked) - len(yes)
    if not yes or not no:
        return 0.5
    return (sum(yes) - len(yes) * (len(yes) + 1) / 2) / (len(yes) * no)


def learn(known: list[tuple[Row, bool]], *, rounds: int) -> Score:
    """Boosted trees of two levels, over values in bins."""
    edges = [_edges([row[n] for row, _ in known]) for n in range(len(known[0][0]))]
    binned = [
        [bisect_right(at, value) for at, value in zip(edges, row, strict=True)] for row, _ in known
    ]
    truth = [float(is_one) for _, is_one in known]
    score = [0.0] * len(known)
    trees = []
    for _ in range(rounds):
        chance = [1 / (1 + math.exp(-one)) for one in score]
        slope = [is_one - p for is_one, p in zip(truth, chance, strict=True)]
        weight = [p * (1 - p) for p in chance]
        top = _split(range(len(known)), binned, slope, weight)
        if top is None:
            break
        column, edge = top
        sides = [
            [n for n in range(len(known)) if (binned[n][column] > edge) == right]
            for right in (False, True)
        ]
        tree = (column, edge, [_leaf(side, binned, slope, weight) for side in sides])
        trees.append(tree)
        for n, row in enumerate(binned):
            score[n] += _value(tree, row)

    def of(row: Row) -> float:
        cells = [bisect_right(at, value) for at, value in zip(edges, row, strict=True)]
        return sum(_value(tree, cells) for tree in trees)

    return of


def _edges(values: list[float]) -> list[float]:
    ordered = sorted(values)
    return sorted({ordered[len(ordered) * n // BINS] for n in range(1, BINS)})


def _split(rows, binned, slope, weight):
    """The column and edge that part these rows best."""
    best, found = 1e-9, None
    rows = list(rows)
    total, all_weight = sum(slope[n] for n in rows), sum(weight[n] for n in rows)
    whole = total**2 / (all_weight + 1)
    for column in range(len(binned[0])):
        slopes, weights = [0.0] * (BINS + 1), [0.0] * (BINS + 1)
        for n in rows:
            cell = binned[n][column]
            slopes[cell] += slope[n]
            weights[cell] += weight[n]
        left = left_weight = 0.0
        for edge in range(BINS):
            left += slopes[edge]
            left_weight += weights[edge]
            right, right_weight = total - left, all_weight - left_weight
            if min(left_weight, right_weight) * 4 < LEAST:
                continue
            gain = left**2 / (left_weight + 1) + right**2 / (right_weight + 1) - whole
            if gain > best:
                best, found = gain, (column, edge)
    return found


def _leaf(rows, binned, slope, weight):
    """A second split, or one value."""
    parted = _split(rows, binned, slope, weight) if rows else None
    if parted is None:
        return None, 0, _mean(rows, slope, weight), 0.0
    column, edge = parted
    low = [n for n in rows if binned[n][column] <= edge]
    high = [n for n in rows if binned[n][column] > edge]
    return column, edge, _mean(low, slope, weight), _mean(high, slope, weight)


def _mean(rows, slope, weight):
    return STEP * sum(slope[n] for n in rows) / (sum(weight[n] for n in rows) + 1)


def _value(tree, cells):
    column, edge, leaves = tree
    inner, at, low, high = leaves[cells[column] > edge]
    return low if inner is None or cells[inner] <= at else high
