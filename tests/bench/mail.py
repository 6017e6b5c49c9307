"""How fast letters go out, and how soon after a move.

    python -m tests.bench.mail         (make bench runs it, too)

PostgreSQL with fsync, Valkey, one worker of two processes as in production, and a local
SMTP server that takes everything. Letters are whole turn letters: text, HTML and picture.
1. a heap of letters waits, and the worker sends it: letters per second;
2. people make 50 moves a second, each at another table: seconds from the move's commit to the
   moment the server has taken the letter;
3. the first once more with a million old rows in the outbox.

Beside the seconds stands the CPU of a letter, part by part: what two cores can do at most does not
depend on what else the machine is busy with.
"""

import argparse
import os
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

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
    # All write to one domain here, which would have its letters at the rate of one.
    worker = standing.start_worker(MAIL_RATE="1000")
    wait_until("the letters of the beginning are out", _nothing_waits, seconds=600)
    print(f"letters of {moves} beginnings are out")
    print(f"{'a heap of ' + str(HEAP):<44}{_heap_per_second(standing):>8.1f} letters/s")
    for _ in _lags(standing, keys[: moves // 3], per_second=1000):
        pass  # its workers have drawn what they need
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
    began, spent = time.perf_counter(), _cpu(standing)
    waking.wake_all(pks, "soon")
    wait_until("the heap is out", _nothing_waits, seconds=600)
    letters, seconds = len(standing.provider.arrivals) - before, time.perf_counter() - began
    _tell_cpu(spent, _cpu(standing), letters, "letter")
    return letters / seconds


def _tell_cpu(before: dict[str, float], after: dict[str, float], count: int, what: str) -> None:
    each = {part: 1000 * (after[part] - before[part]) / count for part in after}
    told = ", ".join(f"{part} {ms:.1f}" for part, ms in each.items())
    whole = sum(each.values())
    print(f"    CPU of a {what}: {told}; {whole:.1f} ms, so {2000 / whole:.0f}/s of two cores")


def _cpu(standing: Scene) -> dict[str, float]:
    """Seconds of CPU so far, of each part with all that it has forked. The provider is a thread of
    this process."""
    ours = _ticks(Path("/proc/self/stat"))
    sink = standing.provider.thread
    taken = _ticks(Path(f"/proc/self/task/{sink}/stat")) if sink else 0.0
    parts = {name: sum(map(_ticks, stats)) for name, stats in standing.processes().items()}
    return {**parts, "mail provider": taken, "this": ours - taken}


def _ticks(stat: Path) -> float:
    """Its own, and those of children that have ended."""
    try:
        fields = stat.read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _lags(standing: Scene, keys: list[str], per_second: float) -> Iterator[float]:
    """One move at each table; how long each letter took from the commit."""
    from notifications.models import Delivery

    before = len(standing.provider.arrivals)
    moved: dict[str, float] = {}
    due, spent = time.perf_counter(), _cpu(standing)
    for key in keys:
        time.sleep(max(0.0, due - time.perf_counter()))
        due += 1 / per_second
        _move(key)
        moved[key] = time.time()
    # Whether all are called costs as much as a hundred letters.
    wait_until(
        "the letters are out",
        lambda: len(standing.provider.arrivals) - before >= len(keys),
        seconds=600,
    )
    _tell_cpu(spent, _cpu(standing), len(keys), "move and its letter")
    told = Delivery.objects.values_list("message_id", "notification__context")
    games = {message_id: context.reveal().get("game") for message_id, context in told}
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
