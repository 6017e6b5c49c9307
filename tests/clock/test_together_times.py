"""Times of tables that ask everybody at once tell of nobody: a short form of tests.bench.ticks, and
that the product plays its phases when that says."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.orders import Order
from tests.bench import ticks
from tests.bench.ticks import Half, Secret
from tests.clock.conftest import Traveller
from tests.clock.test_together import PEOPLE, Hall, a_plan, plan, sitting, view
from tests.games.conftest import OpenTable, position


def told(way: ticks.Way) -> dict[Secret, ticks.Told]:
    courses = [ticks.halves(box, 4, 1) for box in ("oriflamme", "alliance")] * 40
    return ticks.measure(courses, way, rounds=12, before=2, rng=random.Random(4))


@pytest.mark.long(15)
def test_nobody_is_told_by_the_times_who_took_long_or_looked_again() -> None:
    for way in (ticks.TICKS, ticks.EVENING):
        found = told(way)
        assert max(found[secret].by_times for secret in ticks.HIDDEN) < 0.05, (way.name, found)


@pytest.mark.long(15)
def test_where_each_answer_is_seen_as_it_comes_all_of_it_is_told() -> None:
    found = told(ticks.LIVE_PLAY)
    assert min(found[secret].by_times for secret in ticks.HIDDEN) > 0.1, found


@pytest.mark.django_db
@pytest.mark.long(15)
def test_phases_are_played_when_the_measurement_says(
    traveller: Traveller, open_table: OpenTable
) -> None:
    hall, rng = Hall(traveller), random.Random(23)
    game = open_table(*PEOPLE, together=True)
    people = sitting(game)
    ahead = {who.pk: False for who in people}
    lengths = []
    for _phase in range(5):
        state, opened = position(game), timezone.now()
        half = Half(state.round, state.phase, [])
        coming = {who: _comes(rng, is_ahead=ahead[who.pk]) for who in people}
        expected = ticks.lasts(
            half, [(at, ahead[who.pk]) for who, at in coming.items()], is_evening=False
        )
        begun = game.asked_seq
        there = sorted((at, who.pk, who) for who, at in coming.items() if at is not None)
        for at, _pk, who in there:
            if at < expected:
                hall.wait(game, seconds=(opened + at - timezone.now()).total_seconds())
                assert game.asks_all
                assert game.asked_seq == begun
                plan(game, who, *_says(game, who))
        hall.wait(game, seconds=(opened + expected - timezone.now()).total_seconds() - 1)
        assert game.asked_seq == begun
        hall.wait(game, seconds=2)
        assert game.asked_seq != begun
        lengths.append(expected)
        ahead = {who.pk: (at is not None and at < expected) for who, at in coming.items()}
    # All the ways in which one ends were there.
    tick, patience = timedelta(minutes=30), timedelta(hours=8)
    assert {tick, patience} <= set(lengths)
    assert any(patience < one < ticks.GATHERED for one in lengths)


def _comes(rng: random.Random, *, is_ahead: bool) -> timedelta | None:
    if is_ahead and rng.random() < 0.7:
        return None
    return timedelta(seconds=rng.randrange(60, 23 * 3600))


def _says(game: Game, who: User) -> list[Order]:
    """Of this phase and of the next one."""
    seen, wait = view(game, who), {"do": "wait"}
    if seen["phase"] == "planning":
        return [*a_plan(game, who), wait]
    card = seen["yours"]["hand"][0]
    return [wait, {"do": "place", "card": card, "place": "end", "round": seen["round"] + 1}]
