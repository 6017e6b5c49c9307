"""Asking a worker to deliver now."""

import structlog

log = structlog.get_logger("oriflamme.post")


def wake(delivery_pk: int) -> None:
    """If nobody hears it, the sweep finds the row."""
    from notifications.tasks import deliver as task

    try:
        task.delay(delivery_pk)
    except (OSError, task.app.connection_for_write().connection_errors) as lost:
        log.warning("wake-up lost, the sweep will deliver", error=str(lost))
