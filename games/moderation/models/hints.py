"""Numbers about two people that staff may want to look at. A hint decides nothing."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class Hint(models.Model):
    """Counted anew each night; one that is no longer so is gone the next morning."""

    class Kind(models.TextChoices):
        TOGETHER = "together", _("sit together more often than others")
        SPARES = "spares", _("the first spares the second")
        FEEDS = "feeds", _("the first gives to the second")
        ACCOUNTS = "accounts", _("sit together and share addresses")
        INVITED = "invited", _("the first always beats the second, by invitation")
        NEW = "new", _("the first beats new accounts, most often the second")
        RHYTHM = "rhythm", _("move at the same times")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(User, models.CASCADE, related_name="+")
    # What was counted, as games.moderation.counting and farming name it. No
    # address is kept here, and no moment.
    numbers = models.JSONField(_("numbers"))
    found_at = models.DateTimeField(_("found"), default=timezone.now)
    counted_at = models.DateTimeField(_("counted"))
    # Staff have looked at it: it is not shown again while it only stays so.
    set_aside_by = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="+", db_index=False
    )

    class Meta:
        verbose_name = _("hint")
        verbose_name_plural = _("hints")
        permissions = [("set_aside_hint", "Can set hints aside")]
        constraints = [
            models.UniqueConstraint(fields=["person", "other", "kind"], name="hinted_once"),
            models.CheckConstraint(condition=~Q(person=F("other")), name="hint_is_about_two"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} × {self.other_id}: {self.kind}"
