"""The site's Celery application whose beat asks for everything so many times as often."""

import os

from oriflamme_site.celery import app

TIMES = float(os.environ["TIMES_AS_OFTEN"])
for entry in app.conf.beat_schedule.values():
    if isinstance(entry["schedule"], float):
        entry["schedule"] /= TIMES
