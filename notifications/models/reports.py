"""What other mail servers report of mail in our name."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class MailReport(models.Model):
    """A day's letters as one receiver saw them: whether they were believed to be ours (DMARC), or
    whether they could be handed over enciphered (TLS)."""

    class Kind(models.TextChoices):
        DMARC = "dmarc", "DMARC"
        TLS = "tls", "TLS"

    kind = models.CharField(_("kind"), max_length=5, choices=Kind)
    reporter = models.CharField(_("reporter"), max_length=100)
    # Its own id of the report: it may send it twice.
    key = models.CharField(max_length=100)
    began_at = models.DateTimeField(_("from"))
    received_at = models.DateTimeField(_("received"), default=timezone.now, db_index=True)
    passed = models.PositiveIntegerField(_("letters passed"))
    failed = models.PositiveIntegerField(_("letters failed"))
    # Whence the failed ones came and why, a few of them.
    said = models.TextField(_("what it said"), blank=True)

    class Meta:
        verbose_name = _("report about mail")
        verbose_name_plural = _("reports about mail")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["kind", "reporter", "key"], name="a_report_once")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.reporter} {self.began_at:%Y-%m-%d}"
