"""Kill what advances a tournament, again and again: python -m tests.tournaments.crasher KEY TIMES

TIMES or more, until half as many died in the middle.

The code is loaded once; each victim is a child that is killed at a moment nobody chose.
"""

import os
import random
import signal
import sys
import time

import django

django.setup()

from django.db import connection, transaction  # noqa: E402

from games.models import Game  # noqa: E402
from games.tournaments import services  # noqa: E402
from games.tournaments.models import Tournament  # noqa: E402
from tests.tournaments.playing import end_at_once  # noqa: E402
from tests.tournaments.soundness import must_be_whole  # noqa: E402


def kill(key: str, times: int, rng: random.Random) -> int:
    """How many of the victims died in the middle; after each all is as it must be. The first
    lives, and so tells how long the whole way takes on this machine now."""
    longest = most = 0.0
    killed = 0
    for victim in range(5 * times):
        if victim > times and 2 * killed >= times:
            break
        with transaction.atomic():
            for game in Game.objects.filter(tournament=key, status="running"):
                end_at_once(game)
        connection.close()
        began = time.monotonic()
        child = os.fork()
        if child == 0:
            services.advance(key=key)
            os._exit(0)
        if victim:
            time.sleep(rng.uniform(0, longest))
            os.kill(child, signal.SIGKILL)
        _pid, status = os.waitpid(child, 0)
        took = time.monotonic() - began
        most = most or took * 2
        if os.WIFSIGNALED(status):
            killed += 1
            # Longer next time: the whole way from the beginning to the end is to be hit.
            longest = min(longest * 1.3, most)
        else:
            longest = took * 0.9
        must_be_whole(Tournament.objects.get(key=key))
    return killed


if __name__ == "__main__":
    key, times = sys.argv[1:]
    sys.stdout.write(str(kill(key, int(times), random.Random(1))))
