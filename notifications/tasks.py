"""Doors for Celery; what they do is in services."""

from celery import shared_task

from notifications import services


@shared_task
def deliver(delivery_pk: int) -> None:
    services.deliver(delivery_pk)


@shared_task
def sweep() -> None:
    # It sends nothing itself: who looks for what is due must not wait for a mail server.
    for pk in services.due_deliveries(to_hooks=True):
        services.wake_for_hook(pk)
    for pk in services.due_deliveries():
        services.wake_again(pk)


@shared_task
def forget_old() -> None:
    services.forget_old()
