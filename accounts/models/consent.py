"""The operator's terms, and who has agreed to which version."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models.person import User


class Terms(models.Model):
    """One version. The newest that has been published holds; it is never changed afterwards."""

    version = models.PositiveIntegerField(_("version"), unique=True)
    published_at = models.DateTimeField(
        _("published"), default=timezone.now, help_text=_("From then on everybody is asked.")
    )
    text_en = models.TextField(_("text in English"))
    text_uk = models.TextField(_("text in Ukrainian"), blank=True)
    text_ru = models.TextField(_("text in Russian"), blank=True)
    text_it = models.TextField(_("text in Italian"), blank=True)

    class Meta:
        verbose_name = _("terms")
        verbose_name_plural = _("terms")

    def __str__(self) -> str:
        return f"{self.version}"

    @property
    def text(self) -> str:
        """In the reader's language where the operator has written it, else in English."""
        return getattr(self, f"text_{get_language()}", "") or self.text_en


class Consent(models.Model):
    person = models.ForeignKey(User, models.CASCADE, related_name="consents")
    terms = models.ForeignKey(Terms, models.PROTECT, related_name="consents")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "terms"], name="agreed_once")
        ]

    def __str__(self) -> str:
        return f"{self.person_id} → {self.terms_id}"
