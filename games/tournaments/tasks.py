"""Doors for Celery; what they do is in services."""

from celery import shared_task

from games.tournaments import services
from games.tournaments.services import hooking


@shared_task
def advance(key: str) -> None:
    services.advance(key=key)


@shared_task
def announce_arena() -> None:
    services.announce_next()


@shared_task
def sweep_hooks() -> None:
    hooking.tell_hooks()


@shared_task
def sweep() -> None:
    services.advance_due()
