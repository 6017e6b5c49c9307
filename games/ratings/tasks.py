"""Doors for Celery."""

from celery import shared_task

from games.ratings import services


@shared_task
def sweep_ratings() -> None:
    services.collect()
