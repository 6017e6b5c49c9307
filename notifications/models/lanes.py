"""What is known of the mail servers we write to, by the domain of the addresses."""

from django.db import models
from django.utils.translation import gettext_lazy as _

# As long as a domain can be.
LONGEST_DOMAIN = 255


class MailLane(models.Model):
    """All letters to one domain: how fast they go, and whether they rest."""

    domain = models.CharField(_("domain"), max_length=LONGEST_DOMAIN, primary_key=True)
    # When the next letter may go.
    free_at = models.DateTimeField(_("free from"))
    # Since when it takes none; its letters wait, but for one at a time that tries.
    since = models.DateTimeField(_("takes none since"), null=True, blank=True)
    said = models.CharField(_("what it said"), max_length=200, blank=True)
    # How many letters in a row it has put off.
    noes = models.PositiveSmallIntegerField(_("letters put off in a row"), default=0)
    # When letters that wait in it are let go; empty: none waits.
    wakes_at = models.DateTimeField(_("goes on at"), null=True, blank=True)

    class Meta:
        verbose_name = _("mail lane")
        verbose_name_plural = _("mail lanes")
        indexes = [
            models.Index(
                fields=["wakes_at"],
                name="lane_wakes",
                condition=models.Q(wakes_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.domain


class MailDay(models.Model):
    """What became of a day's letters to one domain."""

    domain = models.CharField(_("domain"), max_length=LONGEST_DOMAIN)
    day = models.DateField(_("day"))
    letters = models.PositiveIntegerField(_("letters"), default=0, db_default=0)
    returned = models.PositiveIntegerField(_("came back"), default=0, db_default=0)
    complaints = models.PositiveIntegerField(_("called spam"), default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["day", "domain"], name="one_row_a_day_and_domain"),
        ]

    def __str__(self) -> str:
        return f"{self.domain} {self.day}"
