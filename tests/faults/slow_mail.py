"""A mail server that takes seconds a letter, many letters, and clocks that run out meanwhile.

    python -m tests.faults.slow_mail [--seconds 20] [--takes 4] [--letters 0] [--thoughts 0]
                                      [--hours 1]

Real processes: PostgreSQL, Valkey, worker, thinker, clock, beat, an SMTP server. Exits with 1 if a
clock was late or early, or if the site took its own queue for an outage. With `--hours` the machine
of worker and clock is so far wrong.
"""

import argparse
import sys
import time
from datetime import timedelta

from tests.faults.scene import Scene, scene, wait_until
from tests.pace import PATIENCE, slowness

TABLES = 30
# The sweep comes every five seconds; on a busy machine it takes as much longer as everything does.
LATE = 10.0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--takes", type=float, default=4, help="seconds, a letter")
    parser.add_argument("--letters", type=int, default=0, help="due beside those of the tables")
    parser.add_argument("--thoughts", type=int, default=0, help="asked of bots that think")
    parser.add_argument("--hours", type=float, default=0, help="by which their clocks are wrong")
    chosen = parser.parse_args()
    with scene() as standing:
        import django

        django.setup()
        return _watch(standing, chosen)


def _watch(standing: Scene, chosen: argparse.Namespace) -> int:
    from django.utils import timezone

    from games.models import Game, Heartbeat, Move, Standstill
    from notifications.models import Delivery
    from tests.faults.players import open_tables

    seconds = chosen.seconds
    standing.provider.seconds_to_take = chosen.takes
    standing.provider.open()
    wrong = standing.by_a_wrong_clock(chosen.hours) if chosen.hours else {}
    standing.start_worker(**wrong)
    standing.start_clock(**wrong)
    standing.start_beat()
    keys = open_tables(TABLES, people=40)
    _fill(chosen.letters, chosen.thoughts, keys)
    standing.start_thinker()
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
    print(f"{waiting} letters still wait; clocks {min(late.values()):.1f} to ", end="")
    print(f"{max(late.values()):.1f} s after their time, ", end="")
    print(f"oldest heartbeat {oldest_beat:.1f} s, {outages} outages")
    late_is = max(late_is, LATE * slowness())
    fine = (
        min(late.values()) >= 0
        and max(late.values()) < late_is
        and oldest_beat < late_is
        and not outages
        and waiting > TABLES
    )
    if not fine:
        for line in standing.complaints[-20:]:
            print(line, file=sys.stderr)
    return int(not fine)


def _fill(letters: int, thoughts: int, keys: list[str]) -> None:
    """What the other lanes have to do."""
    from django.conf import settings
    from redis import Redis

    from accounts.models import User
    from games.tasks import let_bot_think
    from notifications.services import enqueue

    people = list(User.objects.filter(is_bot=False))
    for at in range(letters):
        enqueue(person=people[at % len(people)], kind="welcome", dedupe_key=f"welcome {at}")
    if thoughts:
        let_bot_think.delay(keys[0])
        queue = Redis.from_url(settings.REDIS_URL)
        (message,) = queue.lrange("bots", 0, 0)
        for _ in range(0, thoughts, 1000):
            queue.lpush("bots", *[message] * 1000)
        print(f"{queue.llen('bots')} thoughts are asked for")


if __name__ == "__main__":
    sys.exit(main())
