"""Asking a worker to do something now. If nobody hears it, a sweep finds the work."""

import structlog
from celery import current_app
from kombu.exceptions import OperationalError

log = structlog.get_logger("oriflamme.post")


def wake(delivery_pk: int) -> None:
    ask("notifications.tasks.deliver", delivery_pk)


def ask(task: str, *facts: object) -> None:
    """By name, because a task is a door to services, and services do not import doors."""
    lost_ones = current_app.connection_for_write().connection_errors
    try:
        current_app.send_task(task, facts)
    except (OSError, OperationalError, *lost_ones) as lost:
        log.warning("wake-up lost, a sweep will do it", task=task, error=str(lost))
