"""What a domain that takes no letters costs the others.

    python -m tests.bench.lanes [--seconds 60]

PostgreSQL with fsync, Valkey, worker, clock and beat as in production, a local SMTP server. People
of 20 domains are written to at a steady pace; then once more while one domain answers 421.
Seconds from the commit to the moment the server has taken the letter, of the other domains, and
how often the busy one was tried.
"""

import argparse
import secrets
import statistics
import time

from tests import address_of
from tests.faults.scene import Scene, scene, wait_until

DOMAINS, PEOPLE = 20, 5
BUSY = "d7.example"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--per-second", type=float, default=20)
    chosen = parser.parse_args()
    with scene() as standing:
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        _measure(standing, chosen.seconds, chosen.per_second)


def _measure(standing: Scene, seconds: float, per_second: float) -> None:
    from accounts.models import User
    from notifications.models import Delivery

    readers = User.objects.bulk_create(
        User(handle=f"r{n}", email=f"r{n}@d{n % DOMAINS}.example", email_is_verified=True)
        for n in range(DOMAINS * PEOPLE)
    )
    standing.provider.open()
    for part in (standing.start_worker(), standing.start_clock(), standing.start_beat()):
        assert part.is_running
    _lags(standing, readers, 5, per_second)  # all is warm
    for busy in (set[str](), {BUSY}, set[str](), {BUSY}):
        standing.provider.busy, standing.provider.tried = busy, []
        lags = sorted(_lags(standing, readers, seconds, per_second))
        waiting = Delivery.objects.filter(state="queued", lane__gt="").count()
        print(
            f"{'one of 20 domains is busy' if busy else 'all is well':<28}{len(lags):>6} letters"
            f"{1000 * statistics.median(lags):>8.2f} ms p50"
            f"{1000 * lags[int(len(lags) * 0.95)]:>8.2f} ms p95"
            f"{len(standing.provider.tried):>6} tries{waiting:>6} wait"
        )
    standing.provider.busy = set()
    began = time.perf_counter()
    wait_until("what waited is out", _nothing_waits, seconds=200)
    print(f"what waited is out after {time.perf_counter() - began:.0f} s")


def _lags(standing: Scene, readers: list, seconds: float, per_second: float) -> list[float]:  # type: ignore[type-arg]
    """Of the domains that take letters."""
    from notifications import services
    from notifications.kinds import TestMail
    from notifications.models import Delivery

    written: dict[str, float] = {}
    before = len(standing.provider.arrivals)
    due = time.perf_counter()
    for number in range(int(seconds * per_second)):
        time.sleep(max(0.0, due - time.perf_counter()))
        due += 1 / per_second
        reader = readers[number % len(readers)]
        told = services.enqueue(
            person=reader, kind=TestMail.name, dedupe_key=f"bench {secrets.token_hex(8)}"
        )
        assert told is not None
        if not address_of(reader).endswith(f"@{BUSY}"):
            written[told.deliveries.get().message_id] = time.time()
    waiting = Delivery.objects.filter(state__in=Delivery.OPEN)
    others = waiting.exclude(person__email__endswith=f"@{BUSY}")
    wait_until("the letters are out", lambda: not others.exists(), seconds=60)
    arrivals = standing.provider.arrivals[before:]
    return [one.at - written[one.message_id] for one in arrivals if one.message_id in written]


def _nothing_waits() -> bool:
    from notifications.models import Delivery

    return not Delivery.objects.filter(state__in=Delivery.OPEN).exists()


if __name__ == "__main__":
    main()
