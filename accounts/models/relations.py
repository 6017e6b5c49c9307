"""What one person thinks of another. The other is never told."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.person import User


class Relation(models.Model):
    class Kind(models.TextChoices):
        FRIEND = "friend", _("friend")
        MUTE = "mute", _("muted")
        BLOCK = "block", _("blocked")

    person = models.ForeignKey(User, models.CASCADE, related_name="relations")
    other = models.ForeignKey(User, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind)
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "other", "kind"], name="related_once"),
            models.CheckConstraint(
                condition=~Q(person=F("other")), name="nobody_is_related_to_themselves"
            ),
        ]
        indexes = [
            # Who has blocked this person: asked whenever somebody sits down.
            models.Index(fields=["other", "kind"], name="related_from_the_other_side")
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind} {self.other_id}"
