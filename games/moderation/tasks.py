"""Doors for Celery; what they do is elsewhere."""

from celery import shared_task

from games.moderation import counting, monitor, services


@shared_task
def publish() -> None:
    services.publish()


@shared_task
def count_hints() -> None:
    counting.count()


@shared_task
def call_monitor() -> None:
    monitor.call()
