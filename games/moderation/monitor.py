"""A dead man's switch: a monitor elsewhere is called each minute while everything works that nobody
can do without, and raises the alarm when the calls end, whatever has happened here."""

import smtplib
import urllib.request
from datetime import timedelta

import structlog
from django.conf import settings
from django.core.mail import get_connection

from accounts import moment
from games.models import Heartbeat

log = structlog.get_logger("oriflamme.monitor")

# Beat has asked for this, a worker does it, and PostgreSQL answers; the clocks have gone on within:
FRESH = timedelta(minutes=1)


def call() -> bool:
    """Whether the monitor was called."""
    if not settings.MONITOR_URL:
        return False
    if not Heartbeat.objects.filter(at__gt=moment.read() - FRESH).exists():
        log.warning("the monitor is not called", because="clocks")
        return False
    try:
        with get_connection():  # signs in at the mail server, if no connection is kept
            pass
    except (OSError, smtplib.SMTPException) as away:
        log.warning("the monitor is not called", because="mail", error=type(away).__name__)
        return False
    with urllib.request.urlopen(settings.MONITOR_URL, timeout=5):  # noqa: S310  the operator's
        return True
