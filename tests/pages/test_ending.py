"""What the end of a game says of who won."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.pages.ending import feast

NAMES = ["Ann", "Bea", "Cid"]


def told(ranks: list[int], scores: list[int], you: int | None) -> str:
    result = {"ranks": ranks, "scores": scores}
    table = SimpleNamespace(result=result, seat_of=lambda _viewer: you)
    found = cast(Any, SimpleNamespace(table=table, viewer=None))
    return str(feast(found, NAMES, None, "en")["tie"])


@pytest.mark.parametrize("you", [None, 0, 2])
def test_as_much_influence_without_the_throne_is_explained(you: int | None) -> None:
    said = told([1, 2, 3], [12, 12, 4], you)
    assert said == "With equal influence, more cards in the row decide."


def test_who_is_told_so_of_themselves_is_not_told_twice() -> None:
    assert told([1, 2, 3], [12, 12, 4], you=1) == ""


def test_a_clear_end_and_a_shared_throne_explain_nothing() -> None:
    assert told([1, 2, 3], [12, 11, 4], None) == ""
    assert told([1, 1, 3], [12, 12, 4], None) == ""
