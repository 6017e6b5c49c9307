"""What a tournament may ask of a person: numbers that other rooms keep, once they connect.

Until somebody keeps them, no tournament can ask for them.
"""

from collections.abc import Callable

from accounts.models import User

# None: this person has no such number yet, and does not pass where one is asked for.
Measure = Callable[[User], float | None]
_measures: dict[str, Measure] = {}


def connect(name: str, measure: Measure) -> None:
    """`conduct` (0 to 100) or `rating`."""
    _measures[name] = measure


def is_kept(name: str) -> bool:
    return name in _measures


def measure(name: str, person: User) -> float | None:
    return _measures[name](person) if name in _measures else None
