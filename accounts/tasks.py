"""Doors for Celery; what they do is in services."""

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore
from oauth2_provider.models import clear_expired

from accounts.services import guests, leaving, programs, staff, trail


@shared_task
def let_go() -> None:
    guests.let_go_of_the_idle()
    guests.take_handles_back()
    for pk in leaving.due_deletions():
        erase.delay(pk)  # each alone: one that fails holds up nobody else
    staff.end_suspensions()
    trail.forget_addresses()
    leaving.forget_the_unverified()
    leaving.forget_old_handles()
    programs.forget_readers()
    SessionStore.clear_expired()
    clear_expired()


@shared_task
def erase(pk: int) -> None:
    leaving.erase_if_due(pk=pk)
