"""Break everything under the post while people play, and count what arrives.

    python -m tests.faults.post [--kills 50] [--seconds 6] [--moves 6]

Real processes: PostgreSQL with fsync, Valkey, two workers, two beats, an SMTP server. In the end
each letter that was due has arrived once – or once more with the same Message-ID, where a
connection or a process ended between the server's taking it and our noting it – and none whose
question was no longer open. Exits with 1 if not.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.faults.scene import Scene, scene, wait_until
from tests.pace import PATIENCE, slowness

# Between the last look at whether a letter is true and its arrival lies the drawing of a table; on
# a busy machine it takes so many times longer as everything did there at its worst.
SOON_ENOUGH = 3.0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=6, help="of each fault")
    parser.add_argument("--moves", type=float, default=6, help="a second")
    chosen = parser.parse_args()
    with scene() as standing:
        import django

        django.setup()
        return _break_everything(standing, chosen.kills, chosen.seconds, chosen.moves)


def _break_everything(standing: Scene, kills: int, seconds: float, moves: float) -> int:
    from tests.faults.players import Players, open_tables

    rng = random.Random(3)
    standing.provider.open()
    standing.provider.seconds_to_take = 0.05
    workers = [standing.start_worker(), standing.start_worker()]
    standing.start_clock()
    standing.start_beat("one beat")
    players = Players(open_tables(60, people=40), per_second=moves)
    players.start()
    paces = [slowness()]

    def phase(name: str, act: Callable[[], Any], *, lasting: float = seconds) -> None:
        before = players.moves, len(standing.provider.arrivals)
        act()
        time.sleep(lasting)
        paces.append(slowness())
        moves, letters = players.moves - before[0], len(standing.provider.arrivals) - before[1]
        print(f"{name:<52}{moves:>6} moves{letters:>6} letters", flush=True)

    provider = standing.provider
    wait_until("the first letter", lambda: provider.arrivals, seconds=PATIENCE)
    phase("all is well", lambda: None)
    phase("the mail server is down", provider.close)
    phase("for hours, as the due times tell", lambda: _let_hours_pass(1))
    phase("it is back, and hours have passed", lambda: (provider.open(), _let_hours_pass(3)))
    provider.hangs_up_on_every = 4
    phase("it takes mail, and hangs up on every fourth", lambda: None)
    provider.hangs_up_on_every = 0

    provider.busy = {"example.test"}
    phase("the readers' mail server says 421", lambda: None)
    provider.busy = set()
    phase("it takes letters again, an hour later", lambda: _let_hours_pass(1))

    def kill_hands() -> None:
        done = 0
        while done < kills:
            time.sleep(rng.uniform(0.02, 0.4))
            done += standing.kill_a_hand(rng.choice(workers), rng)

    phase(f"worker's processes killed (-9) {kills} times", kill_hands)
    phase("Redis killed, emptied and started again", standing.empty_and_kill_redis)
    phase("PostgreSQL restarted", standing.restart_postgres)
    phase("a second beat runs beside the first", lambda: standing.start_beat("two beats"))

    def kill_whole_worker() -> None:
        standing.kill(workers[0])
        workers[0] = standing.start_worker()

    phase("a whole worker killed, another started", kill_whole_worker)
    phase("the clock jumps two hours ahead", lambda: _let_hours_pass(2))
    players.stop()
    try:
        wait_until("everything is told", _is_all_told, seconds=min(900, 120 * max(paces)))
    except TimeoutError as late:
        print(late)
    return _report(standing, players.moves, players.disturbed, SOON_ENOUGH * max(paces))


def _let_hours_pass(hours: float) -> None:
    """What waits becomes due as if it had waited so long."""
    from django.db import connection, transaction
    from django.db.models import F

    from notifications.models import Delivery, MailLane

    connection.close()  # PostgreSQL may have been restarted since
    span = timedelta(hours=hours)
    with transaction.atomic():
        # In the order of whoever claims several.
        open_ones = Delivery.objects.filter(state__in=Delivery.OPEN).order_by("pk")
        pks = [row.pk for row in open_ones.select_for_update().only("pk")]
        Delivery.objects.filter(pk__in=pks).update(due_at=F("due_at") - span)
    MailLane.objects.update(free_at=F("free_at") - span, wakes_at=F("wakes_at") - span)


def _is_all_told() -> bool:
    from games import services
    from notifications.models import Delivery

    waiting = Delivery.objects.filter(state__in=Delivery.OPEN)
    _let_hours_pass(1)
    return not waiting.exists() and not services.uncalled(timedelta(days=1))


def _report(standing: Scene, moves: int, disturbed: int, soon: float) -> int:
    from notifications.models import Delivery

    arrived = Counter(one.message_id for one in standing.provider.arrivals)
    rows = list(Delivery.objects.select_related("notification"))
    sent = [row for row in rows if row.state == "sent"]
    known = {row.message_id for row in rows}
    twice = [row for row in rows if arrived[row.message_id] > 1]
    wrong = {
        "said to be sent, and never arrived": [r for r in sent if not arrived[r.message_id]],
        "twice without a fault in between": [r for r in twice if r.tries < 2 and r in sent],
        "arrived, and nobody knows it": [m for m in arrived if m not in known],
        "arrived when it was no longer true": _arrived_too_late(standing, rows, soon),
        "still waiting": [r for r in rows if r.state in Delivery.OPEN],
        "given up": [r for r in rows if r.state == "failed"],
        "people who were never called": _uncalled(),
    }
    print(f"\n{moves} moves ({disturbed} disturbed by faults); {len(rows)} letters promised:")
    for state, number in sorted(Counter(row.state for row in rows).items()):
        print(f"  {number:>6} {state}")
    print(f"  {len(twice):>6} arrived more than once, each with its own Message-ID kept")
    for what, found in wrong.items():
        print(f"  {len(found):>6} {what}")
    bad = any(wrong.values())
    if bad:
        for line in standing.complaints[-20:]:
            print(line, file=sys.stderr)
    print("NOT as promised" if bad else "as promised")
    return int(bad)


def _arrived_too_late(standing: Scene, rows: list[Any], soon: float) -> list[str]:
    """Letters that asked for a decision which had been made well before they came. A question that
    was outdated is in none: what it would have taken along goes without it."""
    from games.models import Move

    shared = Counter(row.message_id for row in rows)
    asked = {
        row.message_id: row.notification
        for row in rows
        if row.notification.kind == "your turn"
        and (row.state == "sent" or shared[row.message_id] == 1)
    }
    late = []
    for arrival in standing.provider.arrivals:
        notification = asked.get(arrival.message_id)
        if notification is None:
            continue
        facts = notification.context.reveal()
        decided = (
            Move.objects.filter(game__key=facts["game"], seq__gt=facts["seq"], seat__isnull=False)
            .order_by("seq")
            .values_list("at", flat=True)
            .first()
        )
        if decided is not None and arrival.at > decided.timestamp() + soon:
            late.append(arrival.message_id)
    return late


def _uncalled() -> list[str]:
    from games import services

    return services.uncalled(timedelta(days=1))


if __name__ == "__main__":
    sys.exit(main())
