"""Asking a worker to deliver now."""

from typing import Any

import structlog

log = structlog.get_logger("oriflamme.post")


# A wake-up that nobody took by the next sweep is of no use: that one wakes again.
STALE = 10


def wake(delivery_pk: int) -> None:
    """If nobody hears it, the sweep finds the row."""
    _wake(delivery_pk)


def wake_for_hook(delivery_pk: int) -> None:
    """The same, by the queue behind all others: an address may take seconds not to answer."""
    _wake(delivery_pk, queue="hooks", expires=STALE)


def _wake(delivery_pk: int, **options: Any) -> None:
    from notifications.tasks import deliver as task

    try:
        task.apply_async([delivery_pk], **options)
    except (OSError, task.app.connection_for_write().connection_errors) as lost:
        log.warning("wake-up lost, the sweep will deliver", error=str(lost))
