"""Divisions of a league, and who moves between them."""

from collections.abc import Sequence
from itertools import pairwise

from games.tournaments.pairing.sizes import LEAST


def divide(people: Sequence[int], divisions: int) -> list[list[int]]:
    """The best into the first division, and so on; sizes differ by one at most, and none is below
    three: where there are too few people there are fewer divisions."""
    divisions = max(1, min(divisions, len(people) // LEAST))
    size, larger = divmod(len(people), divisions)
    divided, start = [], 0
    for number in range(divisions):
        end = start + size + (number < larger)
        divided.append(list(people[start:end]))
        start = end
    return divided


def promote(standings: Sequence[Sequence[int]], moving: int) -> list[list[int]]:
    """The divisions of the next season, from the standings of the last: between two neighbours
    the last `moving` of the upper change places with the best of the lower. Never more than half
    a division goes either way."""
    new = [list(ranked) for ranked in standings]
    for number, (upper, lower) in enumerate(pairwise(standings)):
        change = min(moving, len(upper) // 2, len(lower) // 2)
        down, up = upper[len(upper) - change :], lower[:change]
        new[number] = [person for person in new[number] if person not in down] + list(up)
        # Who comes from above stands before those who were here.
        new[number + 1] = [*down, *(person for person in new[number + 1] if person not in up)]
    return new
