"""The arena of the house: announced and begun by itself, and bots take the seats that are left."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.tournaments import errors, selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Sitting, Tournament
from games.tournaments.services.arena import next_time
from tests.tournaments.browsing import read
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import crowd, play_round

pytestmark = pytest.mark.django_db

KYIV = ZoneInfo("Europe/Kyiv")


@pytest.fixture
def weekly(settings: Any, organiser: User) -> None:
    settings.ARENA_AT, settings.ARENA_BY = "fri 18:00 Europe/Kyiv", organiser.handle


@pytest.mark.parametrize(
    ("now", "begins"),
    [
        # A Thursday; the day itself, before and at the very time; and over a change of clocks.
        (datetime(2026, 11, 19, 9, tzinfo=KYIV), datetime(2026, 11, 20, 18, tzinfo=KYIV)),
        (datetime(2026, 11, 20, 17, 59, tzinfo=KYIV), datetime(2026, 11, 20, 18, tzinfo=KYIV)),
        (datetime(2026, 11, 20, 18, tzinfo=KYIV), datetime(2026, 11, 27, 18, tzinfo=KYIV)),
        (datetime(2027, 3, 26, 19, tzinfo=KYIV), datetime(2027, 4, 2, 18, tzinfo=KYIV)),
    ],
)
def test_it_begins_at_the_same_hour_every_week(now: datetime, begins: datetime) -> None:
    assert next_time("fri 18:00 Europe/Kyiv", now) == begins


@pytest.mark.usefixtures("weekly")
def test_it_is_announced_once_and_the_next_when_it_has_begun(time_machine: Any) -> None:
    time_machine.move_to(datetime(2026, 11, 19, 9, tzinfo=KYIV))
    first = tournaments.announce_next()
    assert first is not None
    assert first.starts_at == datetime(2026, 11, 20, 18, tzinfo=KYIV)
    assert tournaments.announce_next() is None
    # Whoever runs it may have called it off, or changed its time: it is no other for that.
    Tournament.objects.filter(pk=first.pk).update(status="cancelled")
    assert tournaments.announce_next() is None
    time_machine.move_to(first.starts_at + timedelta(minutes=1))
    following = tournaments.announce_next()
    assert following is not None
    assert following.starts_at == first.starts_at + timedelta(days=7)


def test_it_is_off_until_somebody_asks_for_it(settings: Any) -> None:
    assert (settings.ARENA_AT, tournaments.announce_next()) == ("", None)


def test_without_somebody_to_run_it_there_is_none(settings: Any) -> None:
    settings.ARENA_AT, settings.ARENA_BY = "fri 18:00 Europe/Kyiv", "nobody"
    assert tournaments.announce_next() is None


@pytest.mark.usefixtures("weekly")
def test_a_host_with_too_many_tournaments_is_asked_again_later(announce: Announce) -> None:
    cups = [announce(capacity=8, stages=[SWISS]) for _each in range(10)]
    assert tournaments.announce_next() is None
    Tournament.objects.filter(pk=cups[0].pk).update(status="over")
    assert tournaments.announce_next() is not None


@pytest.mark.usefixtures("weekly")
def test_it_begins_by_itself_and_bots_take_what_is_left(time_machine: Any) -> None:
    time_machine.move_to(datetime(2026, 11, 19, 9, tzinfo=KYIV))
    arena = tournaments.announce_next()
    assert arena is not None
    for person in crowd(6):
        tournaments.enter_tournament(key=arena.key, person=person)
    time_machine.move_to(arena.starts_at)
    tournaments.advance_due()
    games = list(Game.objects.filter(tournament=arena.key))
    assert [game.seats for game in games] == [4, 4]
    for game in games:
        bots = game.chairs.order_by("place").values_list("bot", flat=True)
        assert [*bots] == ["", "", "", "heron"]


def filled(announce: Announce) -> Tournament:
    """Three people and a bot at one table."""
    cup = announce(capacity=3, stages=[SWISS], start="full", fill_with="random", seats=4)
    for person in crowd(3):
        tournaments.enter_tournament(key=cup.key, person=person)
    tournaments.advance(key=cup.key)
    return cup


def test_a_table_with_bots_says_so_and_counts_them_in_places(announce: Announce) -> None:
    cup = filled(announce)
    told = selectors.rounds(key=cup.key, viewer=None, ordinal=1)[0]["tables"]
    assert [(len(one["seats"]), one["bots"]) for one in told] == [(3, 1)]
    page = read(Client(), f"/tournaments/{cup.key}/rounds/1")
    assert "Bots behind them: 1" in page
    assert "is not over" in page
    play_round(cup)
    tournaments.advance(key=cup.key)
    (game,) = Game.objects.filter(tournament=cup.key, status="over")
    assert game.result is not None
    for sitting in Sitting.objects.filter(round__ordinal=1, table__game=game):
        assert sitting.seat is not None
        assert sitting.rank == game.result["ranks"][sitting.seat]


@pytest.mark.parametrize(
    ("ranks", "points"),
    [((1, 2, 3), [12, 8, 4]), ((2, 3, 4), [8, 4, 0]), ((1, 1, 4), [10, 10, 0])],
)
def test_the_desk_sets_a_table_right_at_which_a_bot_sits(
    announce: Announce, organiser: User, ranks: tuple[int, ...], points: list[int]
) -> None:
    cup = filled(announce)
    results = [{"handle": f"player{n:03}", "rank": rank} for n, rank in enumerate(ranks)]
    tournaments.take_step(
        key=cup.key, person=organiser, step="fix", table=1, reason="x", results=results
    )
    of_people = Sitting.objects.order_by("entry__person__handle").values_list("points", flat=True)
    assert [worth // 60 for worth in of_people.filter(round__ordinal=1)] == points


def test_no_table_ends_in_ranks_that_leave_no_place_for_its_bot(
    announce: Announce, organiser: User
) -> None:
    cup = filled(announce)
    results = [{"handle": f"player{n:03}", "rank": rank} for n, rank in enumerate((1, 1, 2))]
    with pytest.raises(errors.BadTournament):
        tournaments.take_step(
            key=cup.key, person=organiser, step="fix", table=1, reason="x", results=results
        )


def test_bots_fill_no_rated_table(announce: Announce) -> None:
    with pytest.raises(errors.BadTournament) as refused:
        announce(capacity=8, stages=[SWISS], fill_with="owl", rated=True)
    assert refused.value.facts["field"] == "rated"
