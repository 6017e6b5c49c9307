"""The Celery application. Workers and beat start from here."""

import gc
import os
import time
import warnings
from pathlib import Path
from typing import Any

from celery import Celery
from celery.platforms import SecurityWarning
from celery.signals import (
    beat_embedded_init,
    beat_init,
    setup_logging,
    worker_before_create_process,
    worker_init,
    worker_ready,
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oriflamme_site.settings")

if os.environ.get("LOCAL_DIR"):
    # On one's own machine root is nobody's business.
    warnings.simplefilter("ignore", SecurityWarning)

app = Celery("oriflamme")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Celery configures logging itself unless somebody is connected here."""


def _say_ready(part: str) -> None:
    from django.conf import settings

    if settings.READY_DIR:
        Path(settings.READY_DIR, part).touch()


@worker_init.connect
def wait_for_the_database(**_: Any) -> None:
    """Locally the worker loads its code while the database is prepared, and goes on after that."""
    wait_for = os.environ.get("WAIT_FOR")
    while wait_for and not Path(wait_for).exists():
        time.sleep(0.05)


@worker_before_create_process.connect
def share_what_is_loaded(**_: Any) -> None:
    """A child's collector would write to every page it shares with its parent, and so copy it."""
    gc.collect()
    gc.freeze()


@worker_ready.connect
def worker_is_ready(**_: Any) -> None:
    # One machine may run several, each by its name.
    _say_ready(os.environ.get("PART") or "worker")


@beat_init.connect
@beat_embedded_init.connect
def beat_is_ready(**_: Any) -> None:
    _say_ready("beat")
