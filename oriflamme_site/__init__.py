"""What wires the rooms together: settings, addresses, background work, the local launcher."""

from oriflamme_site.celery import app as celery_app

__all__ = ["celery_app"]
