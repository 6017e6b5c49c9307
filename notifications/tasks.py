"""Doors for Celery; what they do is in services."""

from time import monotonic

from celery import shared_task

from notifications import services

# Well before the time limit of a task; the next sweep goes on.
SWEEP_LASTS = 30.0


@shared_task
def deliver(delivery_pk: int) -> None:
    services.deliver(delivery_pk)


@shared_task
def sweep() -> None:
    for pk in services.due_deliveries(to_hooks=True):
        services.wake_for_hook(pk)
    end = monotonic() + SWEEP_LASTS
    for pk in services.due_deliveries():
        if monotonic() > end:
            break
        services.deliver(pk)


@shared_task
def forget_old() -> None:
    services.forget_old()
