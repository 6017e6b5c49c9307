"""Doors for Celery; what they do is in services."""

from celery import shared_task

from notifications import channels, services


@shared_task
def deliver(*delivery_pks: int, good_until: float | None = None) -> None:
    if not services.is_too_late(good_until):
        services.deliver_all(delivery_pks)


@shared_task
def sweep() -> None:
    # It sends nothing itself: who looks for what is due must not wait for a mail server.
    services.let_go()
    for queue in channels.queues():
        services.wake_again(services.due_deliveries(queue), queue)


@shared_task
def forget_old() -> None:
    services.forget_old()
