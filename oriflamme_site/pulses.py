"""How Celery's processes show that they live: one that hangs ends itself (`watchdog`), and whoever
has started it starts it again.

A worker is asked by itself over the broker, as `celery inspect ping` would ask it, and so answers
by its main loop; where nobody can be asked, it is not the worker that hangs. A child that takes too
long for a task is ended by Celery itself; threads it cannot end, so a worker whose threads all
hang ends as a whole. Beat shows it by each of its ticks. Both leave a word for who watches from
outside (`present`).
"""

import os
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from billiard.process import active_children
from celery.beat import PersistentScheduler
from celery.signals import (
    beat_embedded_init,
    beat_init,
    task_postrun,
    task_prerun,
    worker_ready,
    worker_shutdown,
    worker_shutting_down,
)
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from oriflamme_site import present, watchdog

# Seconds between two questions, and for an answer.
PAUSE, WITHIN = present.EVERY, 5.0

_tasks = watchdog.Hands(0)
_beats = watchdog.Pulse()
_stops = threading.Event()


@worker_ready.connect
def watch_worker(sender: Any, **_: object) -> None:
    pulse, part = watchdog.Pulse(), _part_of(sender.hostname)
    _tasks.number = sender.controller.concurrency

    def ask() -> None:
        while not _stops.is_set():
            try:
                answered = sender.app.control.ping([sender.hostname], timeout=WITHIN)
            except (RedisError, OperationalError, OSError):
                answered = True  # as far as anybody knows
            if answered:
                pulse.beat()
                if not _stops.is_set():
                    _say(part)
            time.sleep(PAUSE)

    threading.Thread(target=ask, name="pulse", daemon=True).start()
    watchdog.guard(pulse, hangs=_tasks.all_hang, is_over=_stops.is_set, before_end=_end_children)


def _part_of(worker: str) -> str:
    """`clock` of clock@host; the one without a name of its own is the worker."""
    return worker.partition("@")[0].replace("celery", "worker")


def _say(part: str) -> None:
    # For whoever looks at this container alone, at the price of looking at a file. Where none can
    # be written it looks unwell; its work goes on.
    if settings.READY_DIR:
        with suppress(OSError):
            Path(settings.READY_DIR, part).touch()
    with suppress(RedisError):
        present.say(part)


@worker_shutting_down.connect
def stop_watching(**_: object) -> None:
    """It answers no more, and what it still does has an end."""
    _stops.set()


@worker_shutdown.connect
def leave(sender: Any, **_: object) -> None:
    with suppress(RedisError):
        present.leave(_part_of(sender.hostname))


def _end_children() -> None:
    for child in active_children():
        with suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)


@task_prerun.connect
def begin_task(task_id: str, **_: object) -> None:
    _tasks.busy_since[task_id] = time.monotonic()


@task_postrun.connect
def end_task(task_id: str, **_: object) -> None:
    _tasks.busy_since.pop(task_id, None)


class Scheduler(PersistentScheduler):  # type: ignore[misc]  # Celery has no types
    _said = -present.EVERY

    def tick(self, *args: Any, **options: Any) -> float:
        _beats.beat()
        if time.monotonic() - self._said >= present.EVERY:
            self._said = time.monotonic()
            _say("beat")
        return float(super().tick(*args, **options))

    def close(self) -> None:
        with suppress(RedisError):
            present.leave("beat")
        super().close()


@beat_init.connect
def watch_beat(**_: object) -> None:
    _beats.beat()
    watchdog.guard(_beats)


@beat_embedded_init.connect
def watch_beat_of_a_worker(**_: object) -> None:
    """The worker would go on without it, so it ends as well."""
    _beats.beat()
    worker = os.getppid()
    watchdog.guard(_beats, before_end=lambda: os.kill(worker, signal.SIGTERM))
