"""Of very many games the sweep finds those that are due and touches no other.

`make bench` does the same with a million games, and with ten thousand due at once.
"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest
from django.db import connection
from django.utils import timezone

from games import engine, services
from games.models import Game, Move
from tests.clock.crowd import DUE, TO_WAKE, gather, nodes, plan
from tests.games.conftest import OpenTable, move_on
from tests.pace import PATIENCE

GAMES, FEW, MANY = 20_000, 100, 300


@pytest.mark.django_db
def test_what_is_due_is_found_by_its_index_and_nothing_else_is_touched(
    open_table: OpenTable, capsys: pytest.CaptureFixture[str]
) -> None:
    model = open_table("alice", "bob", "carol", pace="daily")
    move_on(model, 3)
    gather(model, games=GAMES, due=FEW)
    for statement, index, facts in (
        (DUE, "game_due", [timezone.now(), [*engine.VERSIONS], []]),
        (TO_WAKE, "game_wakes", [timezone.now(), []]),
    ):
        found = nodes(plan(statement, facts))
        scans = [node for node in found if "Scan" in node["Node Type"]]
        assert [(node["Node Type"], node["Index Name"]) for node in scans] == [
            ("Index Scan", index)
        ]
        assert scans[0]["Actual Rows"] <= 1
    began = time.perf_counter()
    assert services.sweep() == FEW
    took = time.perf_counter() - began
    assert Game.objects.filter(seq__gt=3).count() == FEW
    assert Game.objects.filter(revision__gt=model.revision + 3).count() <= FEW
    assert not Game.objects.filter(deadline__lte=timezone.now()).exists()
    assert Move.objects.filter(door="clock").count() == FEW
    began = time.perf_counter()
    assert services.sweep() == 0
    idle = time.perf_counter() - began
    with capsys.disabled():
        print(f"\n{GAMES} games, {FEW} due: {took:.2f} s; nothing due: {1000 * idle:.1f} ms")


@pytest.mark.django_db(transaction=True)
def test_two_workers_drain_what_is_due_each_once_though_one_is_killed(
    open_table: OpenTable,
) -> None:
    model = open_table("alice", "bob", "carol", pace="weekly")
    gather(model, games=MANY, due=MANY)
    killed, other = sweeper(), sweeper()
    assert killed.stdout is not None
    killed.stdout.readline()
    killed.send_signal(signal.SIGKILL)
    killed.wait(PATIENCE)
    before = Move.objects.filter(door="clock").count()
    out, _nothing = other.communicate(timeout=PATIENCE)
    assert int(out.split()[-1]) > 0
    assert before < MANY  # it was killed in the middle
    moves = Counter(Move.objects.filter(door="clock").values_list("game_id", flat=True))
    assert len(moves) == MANY
    assert set(moves.values()) == {1}
    assert set(Game.objects.exclude(pk=model.pk).values_list("seq", flat=True)) == {1}


def sweeper() -> subprocess.Popen[str]:
    address = os.environ["DATABASE_URL"].rpartition("/")[0]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.clock.sweeper"],
        env={**os.environ, "DATABASE_URL": f"{address}/{connection.settings_dict['NAME']}"},
        stdout=subprocess.PIPE,
        text=True,
    )
