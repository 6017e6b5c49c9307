"""The operator's terms, and who has agreed to which version."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.person import User
from accounts.models.words import WordsField, read


class Terms(models.Model):
    """One version. The newest that has been published holds; it is never changed afterwards."""

    version = models.PositiveIntegerField(_("version"), unique=True)
    published_at = models.DateTimeField(
        _("published"), default=timezone.now, help_text=_("From then on everybody is asked.")
    )
    texts = WordsField(_("text"))

    class Meta:
        verbose_name = _("terms")
        verbose_name_plural = _("terms")

    def __str__(self) -> str:
        return f"{self.version}"

    @property
    def text(self) -> str:
        return read(self.texts)


class Consent(models.Model):
    person = models.ForeignKey(User, models.CASCADE, related_name="consents")
    terms = models.ForeignKey(Terms, models.PROTECT, related_name="consents")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "terms"], name="agreed_once")]

    def __str__(self) -> str:
        return f"{self.person_id} → {self.terms_id}"
