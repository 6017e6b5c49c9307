"""A plan that is changed while it is applied, and workers that die: each decision once."""

import os
import random
import subprocess
import sys
import time

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games import services
from games.models import Game, Move, OrderUse
from tests import bounded
from tests.games.conftest import OpenTable, position
from tests.games.test_races import Attempt, all_is_well, at_once
from tests.pace import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
# Two hundred times and fifty by hand: TOGETHER_RACES=200 TOGETHER_KILLS=50.
RACES = int(os.environ.get("TOGETHER_RACES", "6"))
KILLS = int(os.environ.get("TOGETHER_KILLS", "2"))


def answered(open_table: OpenTable) -> Game:
    """A table whose first phase is about to be played: all have answered."""
    game = open_table("alice", "bob", "carol", together=True)
    for who in people(game):
        place(game, who, 0)
    return game


def people(game: Game) -> list[User]:
    return [one.person for one in game.chairs.select_related("person") if one.person]


def place(game: Game, who: User, which: int) -> None:
    number = game.chairs.get(person=who).number
    assert number is not None
    order = {"do": "place", "place": "end", "round": 1}
    card = sorted(position(game).hands[number] or ())[which]
    wanted = [{**order, "card": card}]
    services.make_plan(game_key=game.key, person=who, wanted=wanted, seq=0)


def play(game: Game) -> None:
    """What the clock and a worker do at a tick."""
    services.sweep()
    for _seat in range(3):
        services.call(game_key=game.key)


@pytest.mark.parametrize("again", range(RACES))
def test_a_plan_changed_while_it_is_applied_counts_as_it_was_or_as_it_is(
    open_table: OpenTable, again: int
) -> None:
    game = answered(open_table)
    first = position(game).first
    who = next(one for one in people(game) if game.chairs.get(person=one).number == first)
    before, after = sorted(position(game).hands[first])[:2]
    Game.objects.filter(pk=game.pk).update(wakes_at=timezone.now())
    attempts: list[Attempt] = [
        lambda: play(game),
        lambda: place(game, who, 1),
        lambda: play(game),
    ]
    outcomes = at_once(*attempts[again % 3 :], *attempts[: again % 3])
    # Either it came in time, or it is for a phase that is over.
    assert set(outcomes) <= {"done", "stale", "too_late"}, outcomes
    bound = bounded()
    while next(bound) and Game.objects.get(pk=game.pk).seq < 3:
        play(game)
    made = Move.objects.filter(game=game, seq__gt=0).order_by("seq")
    assert [move.seat for move in made] == [(first + n) % 3 for n in range(3)]
    assert made[0].move in {f"place {before} end", f"place {after} end"}
    assert OrderUse.objects.filter(game=game, why="").count() == 3
    all_is_well()


@pytest.mark.parametrize("again", range(KILLS))
def test_a_worker_that_dies_while_a_phase_is_played_loses_nothing(
    open_table: OpenTable, again: int
) -> None:
    game = answered(open_table)
    Game.objects.filter(pk=game.pk).update(wakes_at=timezone.now())
    address = os.environ["DATABASE_URL"].rpartition("/")[0]
    worker = subprocess.Popen(
        [sys.executable, "-m", "tests.games.phase_worker", game.key],
        env={**os.environ, "DATABASE_URL": f"{address}/{connection.settings_dict['NAME']}"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert worker.stdout is not None
    assert worker.stdout.readline() == "on\n"
    time.sleep(random.Random(again).uniform(0, 0.06))
    worker.kill()
    worker.wait(PATIENCE)
    bound = bounded()
    while next(bound) and Game.objects.get(pk=game.pk).seq < 3:
        play(game)
    assert Move.objects.filter(game=game, seq__gt=0).count() == 3
    assert OrderUse.objects.filter(game=game, why="").count() == 3
    assert Game.objects.get(pk=game.pk).asks_all
    all_is_well()
