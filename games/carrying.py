"""When the rules change, a game goes on under those it began with, or is carried over.

Whoever raises engine.RULES_VERSION writes the step from the version before, with a test; then
`manage.py carry_over_rules` takes the running games along. Without a step they wait.
"""

from collections.abc import Callable

from games import engine

# From a version to the next one: the text of a state under the old rules to one under the new.
STEPS: dict[int, Callable[[str], str]] = {}


class NoStep(LookupError):
    """Nobody has written how to get from one version to the next."""


def carry(text: str, since: int, to: int = engine.RULES_VERSION) -> str:
    """A state's text under the rules of `since`, as it is under those of `to`."""
    for version in range(since, to):
        if version not in STEPS:
            raise NoStep(version)
        text = STEPS[version](text)
    return text


def write(since: int) -> str:
    """How the log notes it, among the moves."""
    return f"rules {since} {engine.RULES_VERSION}"


def read(note: str) -> tuple[int, int]:
    _rules, since, to = note.split()
    return int(since), int(to)
