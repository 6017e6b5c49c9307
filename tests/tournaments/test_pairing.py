"""Who is put at which table: nobody left out, nobody favoured, and as good as can be proven."""

import random
import time
from collections import Counter
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing import (
    Placed,
    Player,
    divide,
    excess,
    pair_knockout,
    pair_swiss,
    plan_robin,
    promote,
    rounds_to_meet_all,
    survivors,
    table_sizes,
)
from games.tournaments.pairing.bounds import least_repeats, least_spread
from games.tournaments.pairing.designs import plane
from games.tournaments.pairing.turns import Turns, balance, lean, order_turns
from tests.pace import within
from tests.tournaments import brute

quick = settings(max_examples=20, deadline=None)
WANTED = st.integers(3, 5)


# --- Sizes -------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", [3, 4, 5])
def test_any_number_from_three_is_seated_as_equally_as_can_be(wanted: int) -> None:
    for people in range(3, 600):
        sizes = table_sizes(people, wanted)
        assert sum(sizes) == people
        assert set(sizes) <= {3, 4, 5}
        assert max(sizes) - min(sizes) <= 1
        # No other number of equal tables would be nearer to the wish.
        off = sum(abs(size - wanted) for size in sizes)
        for tables in range(-(-people // 5), people // 3 + 1):
            size, larger = divmod(people, tables)
            assert off <= larger * abs(size + 1 - wanted) + (tables - larger) * abs(size - wanted)


def test_eleven_at_tables_of_four_are_four_four_and_three() -> None:
    assert table_sizes(11, 4) == [4, 4, 3]
    assert table_sizes(31, 4) == [4] * 7 + [3]
    assert table_sizes(6, 5) == [3, 3]


def test_one_or_two_have_byes() -> None:
    for people in (1, 2):
        pairing = pair_swiss([Player(n) for n in range(people)], [], wanted=4, seed="x")
        assert (pairing.tables, sorted(pairing.byes)) == ([], list(range(people)))


def test_with_exact_sizes_who_is_left_over_has_a_bye_and_never_twice_before_all_had_one() -> None:
    byes: Counter[int] = Counter()
    past: list[list[list[int]]] = []
    for number in range(7):
        players = [Player(n, byes=byes[n]) for n in range(7)]
        pairing = pair_swiss(players, past, wanted=3, seed=f"x{number}", exact=True)
        assert [len(table) for table in pairing.tables] == [3, 3]
        byes.update(pairing.byes)
        past.append(pairing.tables)
    assert set(byes.values()) == {1}


def test_of_those_without_a_bye_the_last_has_it() -> None:
    players = [Player(n, score=60 * (10 - n), byes=n == 6) for n in range(7)]
    assert pair_swiss(players, [], wanted=3, seed="x", exact=True).byes == [5]


# --- Swiss -------------------------------------------------------------------------------


@st.composite
def fields(draw: Any, most: int = 25) -> tuple[list[Player], list[list[list[int]]], int]:
    """People somewhere in the middle of a tournament, in the order of the standings."""
    people = draw(st.integers(3, most))
    wanted = draw(WANTED)
    rng = random.Random(draw(st.integers(0, 999)))
    past = []
    for _ in range(draw(st.integers(0, 4))):
        ids = list(range(people))
        rng.shuffle(ids)
        rest = iter(ids)
        past.append([[next(rest) for _ in range(size)] for size in table_sizes(people, wanted)])
    scores = sorted((rng.randrange(6) * 240 for _ in range(people)), reverse=True)
    return [Player(n, score) for n, score in enumerate(scores)], past, wanted


@quick
@given(fields())
def test_everybody_sits_once_at_tables_of_the_right_sizes(field: Any) -> None:
    players, past, wanted = field
    pairing = pair_swiss(players, past, wanted=wanted, seed="s")
    assert sorted(p for table in pairing.tables for p in table) == [p.id for p in players]
    assert sorted(map(len, pairing.tables)) == sorted(table_sizes(len(players), wanted))
    assert pairing.byes == []


@quick
@given(fields())
def test_what_is_printed_is_true_and_never_below_the_bounds(field: Any) -> None:
    players, past, wanted = field
    pairing = pair_swiss(players, past, wanted=wanted, seed="s")
    quality = pairing.quality
    seating = [tuple(table) for table in pairing.tables]
    scores = {player.id: player.score for player in players}
    assert quality.repeats == brute.repeats(seating, past)  # type: ignore[arg-type]
    assert quality.spread == brute.spread(seating, scores)
    assert quality.repeats >= quality.least_repeats
    assert quality.spread >= quality.least_spread


@settings(max_examples=30, deadline=None)
@given(fields(most=10))
def test_small_fields_are_seated_as_well_as_any_seating_there_is(field: Any) -> None:
    players, past, wanted = field
    quality = pair_swiss(players, past, wanted=wanted, seed="s").quality
    scores = {player.id: player.score for player in players}
    sizes = table_sizes(len(players), wanted)
    assert (quality.repeats, quality.spread) == brute.best(scores, past, sizes)  # type: ignore[arg-type]


@pytest.mark.parametrize(("people", "wanted"), [(12, 4), (12, 3), (11, 4)])
def test_a_dozen_after_three_rounds_as_well(people: int, wanted: int) -> None:
    past: list[list[list[int]]] = []
    scores = dict.fromkeys(range(people), 0)
    rng = random.Random(people)
    for number in range(4):
        players = [Player(n, scores[n]) for n in sorted(scores, key=lambda n: -scores[n])]
        pairing = pair_swiss(players, past, wanted=wanted, seed=str(number))
        least = brute.best(scores, past, table_sizes(people, wanted))  # type: ignore[arg-type]
        assert (pairing.quality.repeats, pairing.quality.spread) == least
        for table in pairing.tables:
            for place, person in enumerate(rng.sample(table, len(table))):
                scores[person] += 60 * (12, 8, 4, 0)[place]
        past.append(pairing.tables)


@quick
@given(fields(most=9), st.sets(st.integers(0, 8), max_size=3))
def test_the_bounds_hold_for_every_seating_also_when_some_have_dropped(
    field: Any, gone: set[int]
) -> None:
    players, past, wanted = field
    here = {player.id: player.score for player in players if player.id not in gone}
    sizes = table_sizes(len(here), wanted)
    if not sizes:
        return
    fewest = least_repeats(past, set(here), sizes)
    narrowest, order = least_spread(list(here.values()), sizes)
    assert sorted(order) == sorted(sizes)
    seatings = list(brute.each(here, past, sizes))  # type: ignore[arg-type]
    assert min(met for met, _ in seatings) >= fewest
    assert min(wide for _, wide in seatings) == narrowest


@quick
@given(fields(), st.randoms(use_true_random=False))
def test_names_change_nothing(field: Any, rng: random.Random) -> None:
    players, past, wanted = field
    names = rng.sample(range(1000, 9999), len(players))
    renamed = [Player(names[player.id], player.score) for player in players]
    other_past = [[[names[p] for p in table] for table in tables] for tables in past]
    one = pair_swiss(players, past, wanted=wanted, seed="s")
    other = pair_swiss(renamed, other_past, wanted=wanted, seed="s")
    assert [[names[p] for p in table] for table in one.tables] == other.tables


def test_the_same_seed_gives_the_same_tables_and_another_others() -> None:
    players = [Player(n) for n in range(24)]
    one, again, other = (
        pair_swiss(players, [], wanted=4, seed=seed).tables for seed in ("a", "a", "b")
    )
    assert one == again != other


def test_who_dropped_is_not_seated_and_who_came_late_is() -> None:
    past = [[[0, 1, 2, 3], [4, 5, 6, 7]]]
    players = [Player(n) for n in (0, 1, 2, 4, 5, 6, 7, 8)]
    seated = {p for table in pair_swiss(players, past, wanted=4, seed="x").tables for p in table}
    assert seated == {0, 1, 2, 4, 5, 6, 7, 8}


def test_five_hundred_are_paired_within_ten_seconds_and_meet_nobody_twice() -> None:
    rng = random.Random(1)
    skill = [rng.gauss(0, 1) for _ in range(500)]
    scores = dict.fromkeys(range(500), 0)
    past: list[list[list[int]]] = []
    for number in range(7):
        players = [Player(n, scores[n]) for n in sorted(scores, key=lambda n: -scores[n])]
        with within(10, time.process_time):
            pairing = pair_swiss(players, past, wanted=4, seed=str(number))
        assert pairing.quality.repeats == 0
        assert pairing.quality.spread <= 3 * pairing.quality.least_spread
        assert pairing.quality.lean <= 24
        for table in pairing.tables:
            fared = sorted(table, key=lambda n: -(skill[n] + rng.gauss(0, 1)))
            for place, person in enumerate(fared):
                scores[person] += 60 * (12, 8, 4, 0)[place]
        past.append(pairing.tables)


# --- Turn order --------------------------------------------------------------------------


def test_places_in_turn_order_cancel_out_at_every_table() -> None:
    for size in (3, 4, 5):
        assert sum(lean(position, size) for position in range(size)) == 0
        assert [lean(0, size), lean(size - 1, size)] == [-12, 12]


def test_who_has_always_begun_is_last_now() -> None:
    leans = {1: -24, 2: 0, 3: 24, 4: 0}
    assert order_turns([1, 2, 3, 4], leans, {})[0] == 3
    assert order_turns([1, 2, 3, 4], leans, {})[-1] == 1


def test_of_orders_as_balanced_the_one_with_places_not_sat_in_before() -> None:
    first, _middle, last = order_turns([1, 2, 3], {}, {1: {0: 1}, 3: {2: 1}})
    assert first != 1
    assert last != 3


@pytest.mark.parametrize(("people", "rounds"), [(8, 6), (31, 7), (64, 8)])
def test_over_the_rounds_nobody_leans_further_than_two_rounds_make_up(
    people: int, rounds: int
) -> None:
    past: list[list[list[int]]] = []
    for number in range(rounds):
        pairing = pair_swiss([Player(n) for n in range(people)], past, wanted=4, seed=f"{number}")
        assert pairing.quality.lean <= 24
        past.append(pairing.tables)


# --- Round robin -------------------------------------------------------------------------

NINE = [Player(n) for n in range(9)]


@pytest.mark.parametrize(
    ("people", "wanted", "rounds", "furthest"),
    [
        *((9, 3, 4, 0), (8, 4, 4, 0), (12, 3, 6, 0), (12, 4, 4, 0), (16, 4, 4, 0), (10, 5, 4, 0)),
        # At a table of four nobody sits in the middle: after an odd number of them it is four.
        *((8, 4, 3, 4), (16, 4, 5, 4), (13, 4, 4, 2), (23, 4, 8, 4)),
    ],
)
def test_after_a_round_robin_nobody_has_sat_early_or_late(
    people: int, wanted: int, rounds: int, furthest: int
) -> None:
    planned = plan_robin(
        [Player(n) for n in range(people)], [], wanted=wanted, rounds=rounds, seed="a"
    )
    assert planned[-1].quality.lean <= furthest


def test_what_was_moved_by_hand_is_made_up_for_in_the_rounds_to_come() -> None:
    planned = [one.tables for one in plan_robin(NINE, [], wanted=3, rounds=4, seed="a")]
    turned = [[table[::-1] for table in planned[0]], *planned[1:]]
    assert max(map(abs, Turns(chain.from_iterable(turned)).leans.values())) > 0
    rest = balance(turned[1:], turned[0], {}, random.Random(1))
    assert [[sorted(table) for table in tables] for tables in rest] == [
        [sorted(table) for table in tables] for tables in planned[1:]
    ]
    leans = Turns(chain.from_iterable([turned[0], *rest])).leans
    assert set(leans.values()) == {0}
    # Whoever has a place of their own keeps it, in every round.
    own = balance(planned, [], {4: 1}, random.Random(1))
    assert all(table[0] == 4 for tables in own for table in tables if 4 in table)


@pytest.mark.parametrize("order", [3, 4, 5])
def test_in_a_plane_all_meet_all_once(order: int) -> None:
    rounds = plane(order)
    assert excess(range(order * order), rounds)[0] == 0
    assert len(rounds) == order + 1
    for tables in rounds:
        assert sorted(p for table in tables for p in table) == list(range(order * order))


@pytest.mark.parametrize(
    ("people", "wanted", "rounds", "beyond"),
    [(8, 4, 3, 0), (9, 3, 4, 0), (12, 4, 4, 0), (15, 3, 7, 0), (16, 4, 5, 0), (12, 3, 6, 2)],
)
def test_everybody_meets_everybody_as_evenly_as_can_be(
    people: int, wanted: int, rounds: int, beyond: int
) -> None:
    planned = plan_robin(
        [Player(n) for n in range(people)], [], wanted=wanted, rounds=rounds, seed="x"
    )
    uneven, least = excess(range(people), [pairing.tables for pairing in planned])
    assert least <= uneven <= least + beyond
    for pairing in planned:
        assert sorted(p for table in pairing.tables for p in table) == list(range(people))


def test_a_schedule_is_planned_on_from_what_was_played() -> None:
    players = [Player(n) for n in range(16)]
    whole = plan_robin(players, [], wanted=4, rounds=5, seed="x")
    played = [pairing.tables for pairing in whole[:2]]
    rest = plan_robin(players, played, wanted=4, rounds=2, seed="y")
    assert excess(range(16), [*played, *(pairing.tables for pairing in rest)])[0] <= 6


@quick
@given(st.integers(3, 14), WANTED, st.integers(1, 4), st.booleans())
def test_no_schedule_beats_its_bound_and_all_sit_or_rest(
    people: int, wanted: int, rounds: int, exact: bool
) -> None:
    players = [Player(n) for n in range(people)]
    planned = plan_robin(players, [], wanted=wanted, rounds=rounds, seed="x", exact=exact)
    assert len(planned) == rounds
    for pairing in planned:
        everybody = [*(p for table in pairing.tables for p in table), *pairing.byes]
        assert sorted(everybody) == list(range(people))
    uneven, least = excess(range(people), [pairing.tables for pairing in planned])
    assert uneven >= least
    byes = Counter(p for pairing in planned for p in pairing.byes)
    assert not byes or max(byes.values()) - min(byes[n] for n in range(people)) <= 1


def test_so_many_rounds_it_takes() -> None:
    assert (rounds_to_meet_all(16, 4), rounds_to_meet_all(9, 3), rounds_to_meet_all(3, 4)) == (
        5,
        4,
        1,
    )


# --- Knock-out ---------------------------------------------------------------------------


def test_the_best_seeded_are_at_different_tables() -> None:
    pairing = pair_knockout([Player(n) for n in range(16)], [], wanted=4)
    assert sorted(sorted(table)[0] for table in pairing.tables) == [0, 1, 2, 3]
    assert sorted(sorted(table)[-1] for table in pairing.tables) == [12, 13, 14, 15]


def test_within_a_pot_places_are_changed_so_that_fewer_meet_again() -> None:
    past = [pair_knockout([Player(n) for n in range(16)], [], wanted=4).tables]
    again = pair_knockout([Player(n) for n in range(16)], past, wanted=4)
    assert again.quality.repeats < 24


def test_up_to_five_play_the_final() -> None:
    for people in (3, 4, 5):
        assert len(pair_knockout([Player(n) for n in range(people)], [], wanted=3).tables) == 1


def placed(*ranks: int, first: int = 0) -> list[Placed]:
    from fractions import Fraction

    return [Placed(first + n, rank, Fraction(1), first + n) for n, rank in enumerate(ranks)]


def test_the_best_two_of_each_table_go_on() -> None:
    assert survivors([placed(1, 2, 3, 4), placed(4, 3, 2, 1, first=10)], 2) == [0, 13, 1, 12]


def test_a_tie_for_the_last_place_goes_by_influence_then_by_seeding() -> None:
    from fractions import Fraction

    table = [
        Placed(0, 1, Fraction(1), 0),
        Placed(1, 2, Fraction(1, 2), 1),
        Placed(2, 2, Fraction(2), 2),
    ]
    assert survivors([table, placed(1, 2, 3, first=10)], 2) == [0, 10, 2, 11]


def test_two_winners_take_the_best_of_the_others_into_the_final() -> None:
    assert survivors([placed(1, 2, 3), placed(1, 2, 3, first=10)], 1) == [0, 10, 1]


@quick
@given(st.integers(3, 500), WANTED, st.integers(1, 4))
def test_a_knockout_comes_to_an_end(people: int, wanted: int, through: int) -> None:
    left = [Player(n) for n in range(people)]
    for _round in range(people):
        pairing = pair_knockout(left, [], wanted=wanted)
        if len(pairing.tables) == 1:
            return
        from fractions import Fraction

        tables = [
            [Placed(p, place + 1, Fraction(1), p) for place, p in enumerate(table)]
            for table in pairing.tables
        ]
        left = [Player(n) for n in survivors(tables, through)]
        assert len(left) < sum(map(len, tables))
    pytest.fail("there is no last table")


# --- League ------------------------------------------------------------------------------


@given(st.integers(3, 200), st.integers(1, 20))
def test_divisions_are_equal_and_none_is_too_small(people: int, divisions: int) -> None:
    divided = divide(list(range(people)), divisions)
    assert [p for division in divided for p in division] == list(range(people))
    sizes = [len(division) for division in divided]
    assert min(sizes) >= 3
    assert max(sizes) - min(sizes) <= 1


def test_the_best_go_up_and_the_last_go_down() -> None:
    assert promote([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], 1) == [
        [1, 2, 3, 5],
        [4, 6, 7, 9],
        [8, 10, 11, 12],
    ]


@given(st.lists(st.integers(3, 9), min_size=1, max_size=6), st.integers(0, 9))
def test_moving_keeps_everybody_and_every_size(sizes: list[int], moving: int) -> None:
    standings, start = [], 0
    for size in sizes:
        standings.append(list(range(start, start + size)))
        start += size
    moved = promote(standings, moving)
    assert [len(division) for division in moved] == sizes
    assert sorted(p for division in moved for p in division) == list(range(start))
