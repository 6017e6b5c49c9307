"""Mail that we failed to understand by a fault of ours, for the operator to look at."""

from django.db import models
from django.utils import timezone


class KeptMail(models.Model):
    """Its sender was told that it arrived: asked for again it would break us again."""

    SECRETS = ("digest", "recipients", "content")

    digest = models.BinaryField(max_length=32, unique=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)
    # The fault and where in our code it happened.
    reason = models.CharField(max_length=300)
    size = models.PositiveIntegerField()
    recipients = models.TextField(blank=True)
    # Its beginning: what breaks a reader stands there, or is so long that the size says it.
    content = models.BinaryField()

    class Meta:
        verbose_name = "mail kept aside"
        verbose_name_plural = "mails kept aside"
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.reason}"
