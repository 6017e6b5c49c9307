"""Points and tie-breaks: fair shares, exact numbers, an order that everybody can check."""

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ranks import by_influence
from games.tournaments import scoring, standings, words
from games.tournaments.standings import Line, Sat

RANKS = st.lists(st.integers(0, 9), min_size=3, max_size=5).map(
    lambda scores: [1 + sum(other > mine for other in scores) for mine in scores]
)


@pytest.mark.parametrize("table", scoring.POINTS)
def test_every_size_of_table_gives_the_same_on_average(table: str) -> None:
    averages = {Fraction(sum(p), size) for size, p in scoring.POINTS[table].items()}
    assert len(averages) == 1
    assert scoring.bye_points(table) == 60 * averages.pop()


@given(RANKS, st.sampled_from(sorted(scoring.POINTS)))
def test_ties_share_and_nothing_is_lost(ranks: list[int], table: str) -> None:
    shares = scoring.share_points(table, ranks)
    assert sum(shares) == 60 * sum(scoring.POINTS[table][len(ranks)])
    for one, mine in zip(ranks, shares, strict=True):
        for other, theirs in zip(ranks, shares, strict=True):
            assert (one == other) <= (mine == theirs)
            assert (one < other) <= (mine >= theirs)


def test_two_firsts_of_four_have_ten_each() -> None:
    assert scoring.share_points("even", [1, 1, 3, 4]) == [600, 600, 240, 0]


def test_who_comes_late_has_what_the_rule_says() -> None:
    assert [scoring.late_points(rule, "even", 2) for rule in scoring.LATE_RULES] == [0, 360, 720]


def test_as_it_stands_equals_share_a_rank() -> None:
    assert by_influence([5, 7, 7, 1]) == [3, 1, 1, 4]


# --- Tie-breaks --------------------------------------------------------------------------


def table(*lines: int, ranks: tuple[int, ...] = (), influence: tuple[int, ...] = ()) -> list[Sat]:
    ranks = ranks or tuple(range(1, len(lines) + 1))
    influence = influence or tuple(10 - rank for rank in ranks)
    points = scoring.share_points("even", ranks)
    return [Sat(line, n, ranks[n], influence[n], points[n]) for n, line in enumerate(lines)]


def places(lines: int, tables: list[list[Sat]], *order: str) -> list[tuple[int, int]]:
    everybody = [Line(n, f"n{n}") for n in range(lines)]
    return [(s.line, s.place) for s in standings.rank(everybody, tables, order=order, seed="s")]


def values(lines: int, tables: list[list[Sat]], name: str) -> dict[int, Fraction]:
    everybody = [Line(n, f"n{n}") for n in range(lines)]
    ranked = standings.rank(everybody, tables, order=[name], seed="s")
    return {standing.line: standing.tie_breaks[0].value for standing in ranked}


def test_points_decide_first() -> None:
    assert [line for line, _ in places(3, [table(2, 0, 1)], "lot")] == [2, 0, 1]


def test_without_a_tie_break_equals_share_a_place() -> None:
    assert sorted(place for _, place in places(6, [table(0, 1, 2), table(3, 4, 5)])) == [
        *(1, 1, 3, 3, 5, 5)
    ]


def test_strength_is_what_opponents_make_of_a_table() -> None:
    # 3 has beaten 0 and 1, who have won elsewhere; 4 has beaten 5 and 6, who have not.
    tables = [table(3, 0, 1), table(4, 5, 6), table(0, 7, 8), table(1, 9, 10)]
    strong = values(11, tables, "strength")
    assert strong[3] == (Fraction(12 + 6, 2) + Fraction(12 + 0, 2)) / 2
    assert strong[4] == (6 + 0) / Fraction(2)


def test_a_shared_win_counts_as_its_share() -> None:
    won = values(3, [table(0, 1, 2, ranks=(1, 1, 3)), table(0, 1, 2)], "wins")
    assert (won[0], won[1], won[2]) == (Fraction(3, 2), Fraction(1, 2), 0)


def test_the_share_of_influence_is_fair_at_any_size() -> None:
    shares = values(
        8,
        [table(0, 1, 2, influence=(4, 4, 4)), table(3, 4, 5, 6, 7, influence=(4,) * 5)],
        "influence",
    )
    assert set(shares.values()) == {1}


def test_direct_meetings_count_among_those_who_are_still_level() -> None:
    # 0 and 3 are level; where they met, 3 was ahead. 1, who lost to both, is not asked.
    tables = [table(3, 0, 1), table(0, 4, 5), table(6, 3, 7)]
    ranked = places(8, tables, "direct")
    assert ranked[0] == (3, 1)
    direct = values(8, tables, "direct")
    assert (direct[3], direct[0]) == (1, -1)


def test_who_began_later_on_average_stands_higher() -> None:
    tables = [table(0, 1, 2, ranks=(1, 1, 1))]
    assert [line for line, _ in places(3, tables, "seat")] == [2, 1, 0]


def test_the_lot_follows_from_the_published_seed() -> None:
    lots = values(4, [], "lot")
    assert len(set(lots.values())) == 4
    assert values(4, [], "lot") == lots
    other = standings.rank([Line(n, f"n{n}") for n in range(4)], [], order=["lot"], seed="t")
    assert {s.line: s.tie_breaks[0].value for s in other} != lots


def test_every_tie_break_brings_its_numbers() -> None:
    (first, *_) = standings.rank(
        [Line(n, f"n{n}") for n in range(3)],
        [table(0, 1, 2)],
        order=standings.TIE_BREAKS,
        seed="s",
    )
    assert [(b.name, b.facts) for b in first.tie_breaks] == [
        ("strength", {"opponents": 2, "together": 6.0}),
        ("wins", {"alone": 1}),
        ("influence", {"gained": 9, "tables": 1}),
        ("direct", {"ahead": 0, "behind": 0}),
        ("seat", {"tables": 1}),
        ("lot", first.tie_breaks[-1].facts),
    ]


@given(st.integers(0, 10_000))
def test_the_order_of_records_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    tables: list[Any] = []
    for _ in range(3):
        ids = rng.sample(range(8), 8)
        for four in (ids[:4], ids[4:]):
            ranks = tuple(by_influence([rng.randrange(4) for _ in four]))
            tables.append(table(*four, ranks=ranks))
    once = places(8, tables, *standings.USUAL)
    rng.shuffle(tables)
    assert places(8, tables, *standings.USUAL) == once
    assert sorted(place for _line, place in once) == list(range(1, 9))


def test_who_started_with_points_keeps_them() -> None:
    lines = [Line(0, "a", start=360, byes=1), Line(1, "b"), Line(2, "c"), Line(3, "d")]
    ranked = standings.rank(lines, [table(1, 2, 3)], order=["lot"], seed="s")
    assert [(s.line, s.points, s.byes) for s in ranked][1:3] in (
        [(0, 360, 1), (2, 360, 0)],
        [(2, 360, 0), (0, 360, 1)],
    )


def test_who_met_somebody_disqualified_has_met_them() -> None:
    """Struck from the standings, they still count for their opponents' strength."""
    tables = [[Sat(line, line, line + 1, 9, (240 - 120 * line)) for line in range(3)]]
    lines = [Line(0, "1"), Line(2, "3")]
    ranked = standings.rank(lines, tables, order=["strength"], seed="00")
    assert [s.line for s in ranked] == [0, 2]
    assert [s.tie_breaks[0].facts["opponents"] for s in ranked] == [2, 2]


def test_a_break_below_a_minute_is_said_in_seconds() -> None:
    assert words.span(20, "en") == "20 seconds"
    assert words.span(90, "en") == "1 minute"
