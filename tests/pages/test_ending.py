"""What the end of a game says of who won, of oneself, and of what decided it."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.pages.ending import feast
from games.selectors.turning import Turning

NAMES = ["Ann", "Bea", "Cid"]


AMBUSH = Turning(move=31, round=6, card="ambush", before=-2, after=3)


def end(
    ranks: list[int], scores: list[int], you: int | None, turning: Turning | None = None
) -> Any:
    result = {"ranks": ranks, "scores": scores}
    table = SimpleNamespace(result=result, seat_of=lambda _viewer: you)
    return feast(cast(Any, SimpleNamespace(table=table, viewer=None)), NAMES, turning, "en")


def told(ranks: list[int], scores: list[int], you: int | None) -> str:
    return str(end(ranks, scores, you)["tie"])


@pytest.mark.parametrize(
    ("ranks", "scores", "you", "says"),
    [
        ([2, 1, 3], [12, 15, 4], 0, "You came second, 3 short."),
        ([2, 1, 3], [12, 15, 4], 2, "You came third, 11 short."),
        ([2, 1, 3], [15, 15, 4], 0, "You came second: as much influence, fewer cards in the row."),
        ([2, 1, 3], [12, 15, 4], 1, "The throne is yours."),
        ([1, 1, 3], [15, 15, 4], 1, "You share the throne."),
        ([2, 1, 3], [12, 15, 4], None, ""),
    ],
)
def test_whoever_played_reads_where_they_came(
    ranks: list[int], scores: list[int], you: int | None, says: str
) -> None:
    assert end(ranks, scores, you)["yours"] == says


def test_the_card_that_decided_is_named_and_leads_to_its_moment() -> None:
    said = end([2, 1, 3], [12, 15, 4], 0, AMBUSH)
    assert said["decided"] == "The Ambush in round 6 decided."
    assert said["decided_at"] == 31
    assert not end([2, 1, 3], [12, 15, 4], 0)["decided"]


@pytest.mark.parametrize("you", [None, 0, 2])
def test_as_much_influence_without_the_throne_is_explained(you: int | None) -> None:
    said = told([1, 2, 3], [12, 12, 4], you)
    assert said == "With equal influence, more cards in the row decide."


def test_who_is_told_so_of_themselves_is_not_told_twice() -> None:
    assert told([1, 2, 3], [12, 12, 4], you=1) == ""


def test_a_clear_end_and_a_shared_throne_explain_nothing() -> None:
    assert told([1, 2, 3], [12, 11, 4], None) == ""
    assert told([1, 1, 3], [12, 12, 4], None) == ""
