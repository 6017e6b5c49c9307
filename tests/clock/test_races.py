"""A move and the clock at the same moment: exactly one wins, and the loser is told rightly."""

import random
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import engine, services
from games.models import Game, Move, Seat
from games.selectors.verifying import verify_games
from tests import bounded
from tests.games.conftest import OpenTable, decider, position
from tests.games.test_races import at_once

TIMES = 200


@pytest.mark.django_db(transaction=True)
def test_a_move_meets_the_clock_two_hundred_times(open_table: OpenTable) -> None:
    outcomes: Counter[tuple[str, int]] = Counter()
    rng = random.Random(1)
    terms = {"seconds_per_move": 3600, "misses": 5}
    game = open_table("alice", "bob", "carol", "dave", pace=terms)
    bound = bounded()
    while next(bound) and outcomes.total() < TIMES:
        game.refresh_from_db()
        if game.status == "over":
            game = open_table("alice", "bob", "carol", "dave", pace=terms)
        outcomes[_race(game, rng)] += 1
    # Both ways of losing are refusals of the move, never of the clock alone.
    # The clock's may have been the last of a game.
    assert set(outcomes) <= {("done", 0), ("time_up", 1), ("game_over", 1)}
    assert {by_clock for _mine, by_clock in outcomes} == {0, 1}
    assert not any(faults for _key, faults in verify_games())


def _race(game: Game, rng: random.Random) -> tuple[str, int]:
    who = decider(game)
    move = rng.choice(engine.legal_moves(position(game)))
    seq = game.seq
    Seat.objects.filter(game=game).update(misses=0)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    by_clock: list[Any] = []
    mine, _sweeps = at_once(
        lambda: services.play(game_key=game.key, person=who, seq=seq, moves=[move], door="api"),
        lambda: by_clock.append(services.sweep()),
    )
    made = Move.objects.get(game=game, seq=seq + 1)
    assert made.door == ("clock" if by_clock == [1] else "api")
    assert not Move.objects.filter(game=game, seq__gt=seq + 1).exists()
    return mine, by_clock[0]
