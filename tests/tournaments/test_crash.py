"""Killed while a round is drawn, begun or closed, fifty times: it is there once or not at all."""

import os
import subprocess
import sys
import threading

import pytest
from django.db import connection

from games.tournaments import services
from games.tournaments.models import Round
from tests.pace import PATIENCE
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_round
from tests.tournaments.soundness import must_be_sound, must_be_whole

pytestmark = pytest.mark.django_db(transaction=True)

SEASONS = {"format": "swiss", "sets": ["oriflamme"], "rounds": 40}


@pytest.mark.timeout(700)
@pytest.mark.long(15)
def test_fifty_kills_leave_every_round_whole(announce: Announce) -> None:
    cup = announce(capacity=24, start="full", stages=[SEASONS])
    for one in crowd(24):
        services.enter_tournament(key=cup.key, person=one)
    address = os.environ["DATABASE_URL"].rpartition("/")[0]
    done = subprocess.run(
        [sys.executable, "-m", "tests.tournaments.crasher", cup.key, "50"],
        env={**os.environ, "DATABASE_URL": f"{address}/{connection.settings_dict['NAME']}"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) >= 25  # most died in the middle
    must_be_whole(cup)
    assert Round.objects.filter(tournament=cup).count() >= 1
    # … and it goes on as if nothing had happened.
    for _ in range(3):
        end_round(cup)
        services.advance(key=cup.key)
    must_be_sound(cup)


def test_eight_workers_at_once_make_one_round(announce: Announce) -> None:
    cup = announce(capacity=8, start="full")
    for one in crowd(8):
        services.enter_tournament(key=cup.key, person=one)
    failed: list[BaseException] = []

    def work() -> None:
        try:
            services.advance(key=cup.key)
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    for _ in range(2):
        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        must_be_whole(cup)
        end_round(cup)
    assert failed == []
    assert Round.objects.filter(tournament=cup).count() == 2
