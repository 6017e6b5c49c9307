"""What came in by mail: that it came, and what we failed to understand by a fault of ours."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


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


class TakenMail(models.Model):
    """A mail whose sender was told that it arrived, and what came of it. Of what it says nothing,
    but by its digest whoever has it finds it here."""

    class CameTo(models.TextChoices):
        ANSWERED = "answered", _("an answer, which was answered")
        NOTHING_LEFT = "nothing left", _("an answer that was read before, or of who has left")
        NO_RIGHT = "no right", _("a mail without a right of ours")
        AUTOMATIC = "automatic", _("a mail of a program")
        REPORT = "report", _("a report about a letter of ours")
        NO_REPORT = "no report", _("a report about no letter that we know")
        KEPT = "kept", _("kept aside, since we fell over it")

    SECRETS = ("digest",)

    digest = models.BinaryField(max_length=32)
    at = models.DateTimeField(default=timezone.now, db_index=True)
    came_to = models.CharField(max_length=12, choices=CameTo)
    size = models.PositiveIntegerField()

    class Meta:
        verbose_name = "mail taken in"
        verbose_name_plural = "mails taken in"
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.came_to}"
