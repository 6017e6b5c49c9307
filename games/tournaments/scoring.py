"""What a place at a table is worth, in whole sixtieths of a point, so that shares stay exact."""

from collections.abc import Sequence

# Two to five who share places share their points evenly: 60 is divided by 1 to 5.
POINT = 60

# Of each table all sizes give the same on average, so that nobody gains by how many they are.
POINTS: dict[str, dict[int, tuple[int, ...]]] = {
    # Each place the same step.
    "even": {3: (12, 6, 0), 4: (12, 8, 4, 0), 5: (12, 9, 6, 3, 0)},
    # The winner stands out, and the last has not come for nothing.
    "steep": {3: (12, 5, 1), 4: (12, 7, 4, 1), 5: (12, 8, 5, 3, 2)},
    # Winning counts and nothing else; it is worth more where there are more to beat.
    "wins": {3: (9, 0, 0), 4: (12, 0, 0, 0), 5: (15, 0, 0, 0, 0)},
}

LATE_RULES = ("nothing", "half", "bye")


def share_points(table: str, ranks: Sequence[int]) -> list[int]:
    """The points of everybody at a table; who share a rank share the points of their places."""
    worth = POINTS[table][len(ranks)]
    shares = []
    for rank in ranks:
        tied = ranks.count(rank)
        shares.append(sum(worth[rank - 1 : rank - 1 + tied]) * POINT // tied)
    return shares


def bye_points(table: str) -> int:
    """A bye is worth what a seat is worth on average: it is no prize and no punishment."""
    worth = POINTS[table][4]
    return sum(worth) * POINT // 4


def most_points(table: str) -> int:
    """The most that one round can give."""
    return max(places[0] for places in POINTS[table].values()) * POINT


def late_points(rule: str, table: str, missed: int) -> int:
    """What somebody begins with who missed so many rounds."""
    return {"nothing": 0, "half": 1, "bye": 2}[rule] * bye_points(table) * missed // 2


def shown(points: int) -> float:
    """Points for people: at most two digits behind the point."""
    return round(points / POINT, 2)
