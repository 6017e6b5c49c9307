"""The site's Celery with a worker and a beat that hang a moment after they have begun.

Run as `celery -A tests.house.hanging worker …`.
"""

import time
from typing import Any

from celery.signals import worker_ready

from oriflamme_site import pulses, watchdog
from oriflamme_site.celery import app

__all__ = ["app"]

watchdog.LOOK, watchdog.TOO_LONG = 0.5, 3.0
pulses.PAUSE, pulses.WITHIN = 0.3, 2.0
FOR_EVER = 600


@worker_ready.connect
def hang(sender: Any, **_: object) -> None:
    sender.hub.call_later(1.0, time.sleep, FOR_EVER)


class Scheduler(pulses.Scheduler):
    def apply_entry(self, *_args: Any, **_options: Any) -> None:
        time.sleep(FOR_EVER)
