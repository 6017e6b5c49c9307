"""What the sweep of clocks costs: a fixed number of statements, and as many again for each game
that is due."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services
from tests.clock.conftest import Traveller
from tests.games.conftest import OpenTable

pytestmark = pytest.mark.django_db


def sweep() -> tuple[int, int]:
    """The decisions it made, and its statements."""
    with CaptureQueriesContext(connection) as caught:
        made = services.sweep(rng=random.Random(1))
    sent = [query["sql"] for query in caught]
    ends = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK")
    return made, sum(not one.startswith(ends) for one in sent)


def test_a_game_that_is_due_costs_the_same_beside_others(
    traveller: Traveller, open_table: OpenTable
) -> None:
    made, idle = sweep()
    assert made == 0
    cost = {}
    for games in (1, 3):
        for _n in range(games):
            open_table("alice", "bob", pace="live")
        traveller.go(minutes=9)
        services.standstill.Heartbeat.objects.update(at=services.standstill.moment.now())
        made, cost[games] = sweep()
        assert made >= games
        cost[games] = (cost[games] - idle) // made
    assert idle <= 12
    assert cost[1] == cost[3] <= 10
