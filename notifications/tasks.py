"""Doors for Celery; what they do is in services."""

from celery import shared_task

from notifications import channels, services


@shared_task
def deliver(delivery_pk: int) -> None:
    services.deliver(delivery_pk)


@shared_task
def sweep() -> None:
    # It sends nothing itself: who looks for what is due must not wait for a mail server.
    services.let_go()
    for queue in channels.queues():
        for pk in services.due_deliveries(queue):
            services.wake_again(pk, queue)


@shared_task
def forget_old() -> None:
    services.forget_old()
