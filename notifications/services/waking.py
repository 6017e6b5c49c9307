"""Asking a worker to do something now. If nobody hears it, a sweep finds the work."""

from typing import Any

import structlog
from celery import current_app
from kombu.exceptions import OperationalError

log = structlog.get_logger("oriflamme.post")

# A wake-up that nobody took by the next sweep is of no use: that one wakes again.
STALE = 10


# Channels to addresses of people's own choice.
OUTGOING = ("webhook", "push")


def wake(delivery_pk: int) -> None:
    ask("notifications.tasks.deliver", delivery_pk)


def wake_again(delivery_pk: int) -> None:
    """By a sweep, for what may be in the queue already."""
    ask("notifications.tasks.deliver", delivery_pk, expires=STALE)


def wake_by(channel: str, delivery_pk: int) -> None:
    (wake_for_hook if channel in OUTGOING else wake)(delivery_pk)


def wake_for_hook(delivery_pk: int) -> None:
    """By the queue behind all others: an address may take seconds not to answer."""
    ask("notifications.tasks.deliver", delivery_pk, queue="hooks", expires=STALE)


def ask(task: str, *facts: object, **options: Any) -> None:
    """By name, because a task is a door to services, and services do not import doors."""
    lost_ones = current_app.connection_for_write().connection_errors
    try:
        current_app.send_task(task, facts, **options)
    except (OSError, OperationalError, *lost_ones) as lost:
        log.warning("wake-up lost, a sweep will do it", task=task, error=str(lost))
