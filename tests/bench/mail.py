"""How fast letters go out, and how soon after a move.

    python -m tests.bench.mail         (make bench runs it, too)

PostgreSQL with fsync, Valkey, one worker of two processes and beat as in production, and a local
SMTP server that takes everything. Letters are whole turn letters: text, HTML and picture.
1. a heap of letters waits, and the worker sends it: letters per second;
2. people make 50 moves a second, each at another table: seconds from the move's commit to the
   moment the server has taken the letter;
3. the first once more with a million old rows in the outbox.
"""

import argparse
import statistics
import time
from collections.abc import Iterator

from tests.faults.scene import Scene, scene, wait_until

HEAP = 200
MILLION = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--moves", type=int, default=600)
    parser.add_argument("--per-second", type=float, default=50)
    parser.add_argument("--rows", type=int, default=MILLION)
    chosen = parser.parse_args()
    with scene() as standing:
        import django

        django.setup()
        _measure(standing, chosen.moves, chosen.per_second, chosen.rows)


def _measure(standing: Scene, moves: int, per_second: float, rows: int) -> None:
    from tests.faults.players import open_tables

    standing.provider.open()
    keys = open_tables(moves, people=200)
    worker = standing.start_worker()
    wait_until("the letters of the beginning are out", _nothing_waits, seconds=600)
    print(f"letters of {moves} beginnings are out")
    print(f"{'a heap of ' + str(HEAP):<44}{_heap_per_second(standing):>8.1f} letters/s")
    lags = sorted(_lags(standing, keys, per_second))
    print(
        f"{f'{len(lags)} letters under {per_second:g} moves/s':<44}"
        f"{statistics.median(lags):>8.2f} s p50{lags[int(len(lags) * 0.95)]:>8.2f} s p95"
    )
    _fill(rows)
    label = f"a heap of {HEAP}, {rows:,} old rows beside it"
    print(f"{label:<44}{_heap_per_second(standing):>8.1f} letters/s")
    for line in _plan():
        print("   ", line)
    standing.kill(worker)


def _heap_per_second(standing: Scene) -> float:
    """Letters that wait since before, sent as the sweep sends what was lost."""
    from django.utils import timezone

    from notifications.models import Delivery
    from notifications.services import waking

    newest = Delivery.objects.filter(state="sent").order_by("-pk")[:HEAP]
    pks = list(newest.values_list("pk", flat=True))
    before = len(standing.provider.arrivals)
    Delivery.objects.filter(pk__in=pks).update(state="queued", due_at=timezone.now())
    began = time.perf_counter()
    for pk in pks:
        waking.wake(pk, "soon")
    wait_until("the heap is out", _nothing_waits, seconds=600)
    return (len(standing.provider.arrivals) - before) / (time.perf_counter() - began)


def _lags(standing: Scene, keys: list[str], per_second: float) -> Iterator[float]:
    """One move at each table; how long each letter took from the commit."""
    from notifications.models import Delivery

    before = len(standing.provider.arrivals)
    moved: dict[str, float] = {}
    due = time.perf_counter()
    for key in keys:
        time.sleep(max(0.0, due - time.perf_counter()))
        due += 1 / per_second
        _move(key)
        moved[key] = time.time()
    wait_until("the letters are out", lambda: _all_called() and _nothing_waits(), seconds=600)
    games = dict(Delivery.objects.values_list("message_id", "notification__context__game"))
    for arrival in standing.provider.arrivals[before:]:
        yield arrival.at - moved[games[arrival.message_id]]


def _move(key: str) -> None:
    from games import engine, services
    from games.models import Game

    game = Game.objects.get(key=key)
    assert game.state is not None
    person = game.chairs.get(number=game.to_move).person
    move = engine.legal_moves(engine.load(game.state.reveal()))[0]
    services.play(game_key=key, person=person, seq=game.seq, moves=[move], door="api")


def _nothing_waits() -> bool:
    from notifications.models import Delivery

    # What waits for a question that tells it as well is not waited for.
    return not Delivery.objects.filter(state="queued").exists()


def _all_called() -> bool:
    from datetime import timedelta

    from games import services

    return not services.uncalled(timedelta(hours=2))


def _fill(rows: int) -> None:
    """Years of letters that went out."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(
            """
            WITH model AS (SELECT * FROM notifications_notification ORDER BY id DESC LIMIT 1),
            old AS (
                INSERT INTO notifications_notification
                    (person_id, kind, subject, context, dedupe_key, created_at)
                SELECT person_id, kind, subject, context, 'old ' || n,
                    created_at - n * interval '1 min'
                FROM model, generate_series(1, %s) n RETURNING id, created_at, person_id
            )
            INSERT INTO notifications_delivery (notification_id, person_id, channel, state, due_at,
                tries, message_id, last_error, done_at)
            SELECT id, person_id, 'email', 'sent', created_at, 1, '<' || id || '@old>', '',
                created_at
            FROM old
            """,
            [rows],
        )
        cursor.execute("VACUUM ANALYZE notifications_notification, notifications_delivery")


def _plan() -> list[str]:
    from django.utils import timezone

    from notifications.models import Delivery

    due = Delivery.objects.filter(state__in=Delivery.OPEN, due_at__lte=timezone.now()).order_by(
        "due_at"
    )
    return due[:500].explain(analyze=True).splitlines()


if __name__ == "__main__":
    main()
