"""Phones and computers that show what their person is told, by web push."""

import hashlib
from urllib.parse import urlsplit

from django.db import models
from django.utils import timezone

from accounts.models import User


class Device(models.Model):
    """A browser's push subscription. It takes only what is signed with the site's own key, and
    only the browser can read it: a copy of the database sends nothing and reads nothing."""

    # Made of the endpoint, so that the browser itself can tell which one it is.
    key = models.CharField(max_length=16, unique=True, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="devices")
    endpoint = models.TextField()
    # The browser's public key and the secret that it shares with us, in base64url.
    p256dh = models.CharField(max_length=87)
    auth = models.CharField(max_length=22)
    name = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True)
    # How often it failed since it last did not, and until when nothing is tried.
    failures = models.PositiveIntegerField(default=0)
    rests_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.service} ({self.key})"

    @property
    def service(self) -> str:
        """The host of the push service: of the endpoint all that anybody needs to see."""
        return urlsplit(self.endpoint).hostname or ""


def device_key(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()[:16]
