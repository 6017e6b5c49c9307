"""Asking a worker to do something now. If nobody hears it, a sweep finds the work."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

import structlog
from celery import Task, current_app
from kombu.exceptions import OperationalError

from accounts import moment
from notifications import channels

log = structlog.get_logger("oriflamme.post")

# A wake-up that nobody took by the next sweep is of no use: that one wakes again.
STALE = 10
MAIL, AT_ONCE = "soon", 10


# Seconds for which a broker that was away is left alone: whoever moves meanwhile need not find out
# anew, and the next sweep wakes whom they would have woken.
AWAY = 5.0
_away_until = 0.0
_ours: ContextVar[list[int] | None] = ContextVar("ours", default=None)


@contextmanager
def sending_ourselves() -> Iterator[list[int]]:
    """In a task: mails that become due meanwhile are its own to send, when it is done with the
    rest. Asking a worker for each costs a third of a letter. Should it fail, a sweep finds them."""
    mails: list[int] = []
    before = _ours.set(mails)
    try:
        yield mails
    finally:
        _ours.reset(before)


def wake(delivery_pk: int, queue: str) -> None:
    mails = _ours.get()
    if mails is not None and queue == MAIL:
        mails.append(delivery_pk)
    else:
        ask("notifications.tasks.deliver", delivery_pk, queue=queue)


def wake_all(delivery_pks: list[int], queue: str, *, good_for: float | None = None) -> None:
    """Mails so many by one message, since they go by one connection; what calls servers of
    strangers one by one, so that none waits for another's."""
    at_once = AT_ONCE if queue == MAIL else 1
    for at in range(0, len(delivery_pks), at_once):
        some = delivery_pks[at : at + at_once]
        ask("notifications.tasks.deliver", *some, good_for=good_for, queue=queue)


def wake_again(delivery_pks: list[int], queue: str) -> None:
    """By a sweep, for what may be in the queue already."""
    wake_all(delivery_pks, queue, good_for=STALE)


def wake_by(channel: str, delivery_pk: int) -> None:
    wake(delivery_pk, channels.find(channel).queue)


# A message of this priority is taken when no other one waits in its queue: brokers count so, the
# last of Celery's steps, and the metrics find it by this name.
AT_LEISURE = 9


def ask(task: str, *facts: object, good_for: float | None = None, **options: object) -> None:
    """By name, because a task is a door to services, and services do not import doors. What is good
    for some seconds only says until when by the one clock that counts: a worker would throw away
    by its own what Celery calls expired, and one whose clock is fast would do nothing any more.
    It is said in a header, which a worker of an older version does not mind."""
    global _away_until  # noqa: PLW0603
    if time.monotonic() < _away_until:
        return
    if good_for is not None:
        options["headers"] = {"good_until": moment.now().timestamp() + good_for}
    try:
        current_app.send_task(task, facts, **options)
    except _lost_ones() as lost:
        _away_until = time.monotonic() + AWAY
        log.warning("wake-up lost, a sweep will do it", task=task, error=str(lost))


def is_too_late(task: Task) -> bool:
    good_until = getattr(task.request, "good_until", None)
    return good_until is not None and moment.now().timestamp() > good_until


@cache
def _lost_ones() -> tuple[type[Exception], ...]:
    """What is raised when the broker cannot be reached, by its own library too."""
    return (OSError, OperationalError, *current_app.connection_for_write().connection_errors)
