"""Asking a worker to do something now. If nobody hears it, a sweep finds the work."""

import time
from functools import cache

import structlog
from celery import current_app
from kombu.exceptions import OperationalError

from notifications import channels

log = structlog.get_logger("oriflamme.post")

# A wake-up that nobody took by the next sweep is of no use: that one wakes again.
STALE = 10


# Seconds for which a broker that was away is left alone: whoever moves meanwhile need not find out
# anew, and the next sweep wakes whom they would have woken.
AWAY = 5.0
_away_until = 0.0


def wake(delivery_pk: int, queue: str) -> None:
    ask("notifications.tasks.deliver", delivery_pk, queue=queue)


def wake_again(delivery_pk: int, queue: str) -> None:
    """By a sweep, for what may be in the queue already."""
    ask("notifications.tasks.deliver", delivery_pk, queue=queue, expires=STALE)


def wake_by(channel: str, delivery_pk: int) -> None:
    wake(delivery_pk, channels.find(channel).queue)


def ask(task: str, *facts: object, **options: object) -> None:
    """By name, because a task is a door to services, and services do not import doors."""
    global _away_until  # noqa: PLW0603
    if time.monotonic() < _away_until:
        return
    try:
        current_app.send_task(task, facts, **options)
    except _lost_ones() as lost:
        _away_until = time.monotonic() + AWAY
        log.warning("wake-up lost, a sweep will do it", task=task, error=str(lost))


@cache
def _lost_ones() -> tuple[type[Exception], ...]:
    """What is raised when the broker cannot be reached, by its own library too."""
    return (OSError, OperationalError, *current_app.connection_for_write().connection_errors)
