"""Several tournaments with one table over all of them."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from accounts.models import User
from games.models import keys


class Series(models.Model):
    """Which tournaments are in it they say themselves (`Tournament.series`)."""

    key = models.CharField(max_length=16, unique=True, default=keys.game_key, editable=False)
    title = models.CharField(max_length=80)
    # How many of somebody's best results count; null: all.
    counts = models.PositiveSmallIntegerField(null=True)
    creator = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "series"
        indexes: ClassVar = [models.Index(fields=["-id"], name="series_newest_first")]

    def __str__(self) -> str:
        return f"{self.title} ({self.key})"
