"""Doors for Celery; what they do is in services."""

from celery import Task, shared_task

from notifications import channels, services


@shared_task(bind=True)
def deliver(self: Task, *delivery_pks: int) -> None:
    if not services.is_too_late(self):
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
