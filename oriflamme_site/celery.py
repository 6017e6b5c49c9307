"""The Celery application. Workers and beat start from here."""

import gc
import os
import time
import warnings
from contextlib import suppress
from pathlib import Path

from celery import Celery, Task
from celery.platforms import SecurityWarning
from celery.signals import (
    beat_embedded_init,
    beat_init,
    setup_logging,
    task_postrun,
    task_success,
    worker_before_create_process,
    worker_init,
    worker_process_init,
    worker_ready,
)
from kombu.transport.redis import Transport
from redis import ResponseError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oriflamme_site.settings")

if os.environ.get("LOCAL_DIR"):
    # On one's own machine root is nobody's business.
    warnings.simplefilter("ignore", SecurityWarning)

# A Redis that has become a replica, as after a failover, refuses what it is asked: a worker shall
# connect anew, to whichever takes writes now. Celery takes it for a fault of ours, and ends.
Transport.connection_errors = (*Transport.connection_errors, ResponseError)

app = Celery("oriflamme")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logging(**_: object) -> None:
    """Celery configures logging itself unless somebody is connected here."""


@task_success.connect
def note_what_beat_asked_for(sender: Task, **_: object) -> None:
    from redis import RedisError

    from oriflamme_site import gauges

    if sender.name in {entry["task"] for entry in app.conf.beat_schedule.values()}:
        with suppress(RedisError):  # it holds nothing that may not be lost
            gauges.note_done(sender.name)


@worker_process_init.connect
def one_connection_each(**_: object) -> None:
    """A child does one task at a time: two connections by turns would plan everything twice."""
    from django.db import connections

    for settings in connections.settings.values():
        pool = settings["OPTIONS"].get("pool")
        if pool:
            pool["max_size"] = 1


@task_postrun.connect
def give_connections_back(sender: Task, **_: object) -> None:
    """To the pool, which looks whether they live before it gives them out again. Celery would close
    the pool itself around every task (`CELERY_DB_REUSE_MAX`)."""
    from django.db import connections

    if not sender.request.is_eager:
        for connection in connections.all(initialized_only=True):
            connection.close()


def _say_ready(part: str) -> None:
    from django.conf import settings

    if settings.READY_DIR:
        Path(settings.READY_DIR, part).touch()


@worker_init.connect
def wait_for_the_database(**_: object) -> None:
    """Locally the worker loads its code while the database is prepared, and goes on after that."""
    wait_for = os.environ.get("WAIT_FOR")
    while wait_for and not Path(wait_for).exists():
        time.sleep(0.05)


@worker_before_create_process.connect
def share_what_is_loaded(**_: object) -> None:
    """Pictures, and the words of those who answer letters, are prepared once for all children. A
    child's collector would write to every page it shares with its parent, and so copy it."""
    from django.conf import settings

    from games import faces, replies

    faces.prepare()
    if not settings.LOCAL_DIR:  # where half a second of the first answer hurts more than 35 MB
        replies.prepare()
    gc.collect()
    gc.freeze()


@worker_ready.connect
def worker_is_ready(**_: object) -> None:
    # One machine may run several, each by its name.
    _say_ready(os.environ.get("PART") or "worker")


@beat_init.connect
@beat_embedded_init.connect
def beat_is_ready(**_: object) -> None:
    _say_ready("beat")
