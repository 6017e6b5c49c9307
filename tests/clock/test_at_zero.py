"""When time is up."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import Move
from notifications.models import Notification
from tests.clock.conftest import Traveller, at
from tests.games.conftest import OpenTable, decider

pytestmark = pytest.mark.django_db

# No bank and no reminders, to count simply.
HOURLY = {"seconds_per_move": 3600}


def test_a_stand_in_makes_this_one_decision_and_the_player_plays_on(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", "carol", pace="live")
    late = decider(game)
    services.sweep()
    traveller.wait(minutes=7, seconds=59)
    assert at(game).seq == 0
    traveller.wait(seconds=2)
    assert at(game).seq == 1
    made = Move.objects.get(game=game, seq=1)
    assert (made.door, made.by, made.seat) == ("clock", None, game.chairs.get(person=late).number)
    chair = game.chairs.get(person=late)
    assert (chair.bot, chair.misses, chair.bank, chair.absent_since) == ("", 1, 0, None)
    assert Notification.objects.get(kind="time is up").person == late
    assert at(game).deadline == timezone.now() + timedelta(minutes=8)
