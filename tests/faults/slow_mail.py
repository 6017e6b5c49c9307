"""A mail server that takes seconds a letter, many letters, and clocks that run out meanwhile.

    python -m tests.faults.slow_mail [--seconds 20]

Real processes: PostgreSQL, Valkey, worker, clock, beat, an SMTP server. Exits with 1 if a clock
was late, or if the site took its own queue for an outage.
"""

import argparse
import sys
import time
from datetime import timedelta

from tests.faults.scene import Scene, scene, wait_until
from tests.pace import PATIENCE, slowness

TABLES, A_LETTER_TAKES = 30, 4.0
# The sweep comes every five seconds; on a busy machine it takes as much longer as everything does.
LATE = 10.0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    chosen = parser.parse_args()
    with scene() as standing:
        import django

        django.setup()
        return _watch(standing, chosen.seconds)


def _watch(standing: Scene, seconds: float) -> int:
    from django.utils import timezone

    from games.models import Game, Heartbeat, Move, Standstill
    from notifications.models import Delivery
    from tests.faults.players import open_tables

    standing.provider.seconds_to_take = A_LETTER_TAKES
    standing.provider.open()
    standing.start_worker()
    standing.start_clock()
    standing.start_beat()
    open_tables(TABLES, people=40)
    wait_until("the first letter", lambda: standing.provider.arrivals, seconds=PATIENCE)
    wait_until("the first sweep", Heartbeat.objects.exists, seconds=PATIENCE)
    now = timezone.now()
    for number, game in enumerate(Game.objects.order_by("pk")):
        game.deadline = now + timedelta(seconds=5 + (seconds - 5) * number / TABLES)
        game.save(update_fields=["deadline"])
    promised = dict(Game.objects.values_list("pk", "deadline"))
    oldest_beat = 0.0
    late_is = LATE * slowness()
    until = time.monotonic() + seconds + late_is
    by_the_clock = Move.objects.filter(door="clock", seq=1)
    while time.monotonic() < until and by_the_clock.count() < TABLES:
        age = timezone.now() - Heartbeat.objects.get().at
        oldest_beat = max(oldest_beat, age.total_seconds())
        time.sleep(0.2)
    decided = dict(by_the_clock.values_list("game_id", "at"))
    late = {
        pk: (decided[pk] - at).total_seconds() if pk in decided else float("inf")
        for pk, at in promised.items()
    }
    waiting = Delivery.objects.filter(state__in=Delivery.OPEN).count()
    outages = Standstill.objects.count()
    print(f"{waiting} letters still wait; latest clock {max(late.values()):.1f} s, ", end="")
    print(f"oldest heartbeat {oldest_beat:.1f} s, {outages} outages")
    late_is = max(late_is, LATE * slowness())
    fine = (
        max(late.values()) < late_is and oldest_beat < late_is and not outages and waiting > TABLES
    )
    if not fine:
        for line in standing.complaints[-20:]:
            print(line, file=sys.stderr)
    return int(not fine)


if __name__ == "__main__":
    sys.exit(main())
