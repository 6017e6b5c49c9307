"""Nobody makes a game longer than was agreed when it began."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import people
from games import errors, services
from games.services import absence, pausing
from notifications.services.wishing import change_wishes
from tests.clock.conftest import Traveller, at
from tests.games.conftest import OpenTable, decider, move_on

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]
HOURLY = {"seconds_per_move": 3600}


def _rest_from_now_on(who: User, *, by_wishes: bool = False) -> None:
    now = timezone.now()
    hours = {
        "quiet_from": now.time().replace(microsecond=0),
        "quiet_until": (now + timedelta(hours=12)).time().replace(microsecond=0),
    }
    if by_wishes:
        change_wishes(person=who, wishes={}, **hours)
    else:
        people.change_profile(user=who, **hours)


@pytest.mark.parametrize("by_wishes", [False, True])
def test_quiet_hours_set_anew_stretch_no_decision_of_a_game_that_runs(
    traveller: Traveller, open_table: OpenTable, by_wishes: bool
) -> None:
    game = open_table("alice", "bob", pace=HOURLY)
    traveller.go(minutes=1)
    for _ in range(6):
        who = decider(game)
        while decider(game) == who:
            for chair in game.chairs.select_related("person"):
                assert chair.person is not None
                _rest_from_now_on(chair.person, by_wishes=by_wishes)
            move_on(game)
            if at(game).status != "running":
                return
        assert game.deadline == timezone.now() + timedelta(hours=1)
        traveller.go(minutes=30)


def test_a_zone_in_which_it_is_night_does_not_either(
    traveller: Traveller, open_table: OpenTable, person: Cast
) -> None:
    for name in ("alice", "bob"):
        _rest_from_now_on(person(name))
    traveller.go(days=2, hours=13)  # it is day, and the hours are old
    game = open_table("alice", "bob", pace=HOURLY)
    traveller.go(minutes=1)
    for name in ("alice", "bob"):
        people.change_profile(user=person(name), time_zone="Asia/Tokyo")
    who = decider(game)
    while decider(game) == who:
        move_on(game)
    assert at(game).deadline == timezone.now() + timedelta(hours=1)


def test_new_hours_count_the_next_day_and_at_new_tables_at_once(
    traveller: Traveller, open_table: OpenTable, person: Cast
) -> None:
    old = open_table("alice", "bob", pace={"seconds_per_move": 7 * 86400})
    traveller.go(minutes=1)
    for name in ("alice", "bob"):
        _rest_from_now_on(person(name))
    new = open_table("alice", "bob", pace=HOURLY)
    assert at(new).deadline == timezone.now() + timedelta(hours=13)
    traveller.go(days=1)
    who = decider(old)
    while decider(old) == who:
        move_on(old)
    assert at(old).deadline > timezone.now() + timedelta(days=13)


def test_all_pauses_of_a_game_together_are_thirty_days(
    traveller: Traveller, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol")
    for name in ("bob", "carol"):
        absence.count_absent(game, game.chairs.get(person=person(name)).number, timezone.now())
    alice = person("alice")
    assert services.offer_pause(game_key=game.key, person=alice)
    traveller.go(days=20)
    services.withdraw_pause(game_key=game.key, person=alice)
    assert services.offer_pause(game_key=game.key, person=alice)
    assert at(game).wakes_at == timezone.now() + timedelta(days=10)
    traveller.go(days=10)
    pausing.resume(at(game))
    with pytest.raises(errors.NotAllowed, match="all its pauses"):
        services.offer_pause(game_key=game.key, person=alice)


@pytest.mark.parametrize(
    "pace", [{"seconds_per_move": 60}, {"seconds_per_move": 3600, "misses": 1}]
)
def test_a_rated_table_leaves_time_to_answer_the_door(
    open_table: OpenTable, pace: dict[str, int]
) -> None:
    with pytest.raises(errors.BadTable, match="rated"):
        open_table("alice", seats=3, rated=True, pace=pace)
    open_table("alice", seats=3, pace=pace)
