"""Places at a table that did not come to its end. Pure."""

from collections.abc import Sequence


def by_influence(influence: Sequence[int]) -> list[int]:
    """As it stands: equals share a rank, and the next one is left out."""
    return [1 + sum(other > mine for other in influence) for mine in influence]
