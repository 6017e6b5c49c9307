"""The public games of a month, as a file that everybody may have."""

from django.db import models
from django.db.models import Q


class PublishedMonth(models.Model):
    """What is told of it is whole when it has a checksum; until then it is being written."""

    # The first day of the month, in UTC.
    month = models.DateField(unique=True)
    games = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, default="", blank=True)
    # The last game that is in it: the next part goes on from there.
    last = models.CharField(max_length=16, default="", blank=True)
    written_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-month",)
        constraints = (
            models.CheckConstraint(
                condition=Q(sha256="", written_at=None)
                | (~Q(sha256="") & Q(written_at__isnull=False)),
                name="games_published_whole_or_not",
            ),
        )

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class PublishedPart(models.Model):
    """Some games of it, packed: parts one after the other are the file."""

    month = models.ForeignKey(PublishedMonth, models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ("month", "number")
        constraints = (
            models.UniqueConstraint(fields=["month", "number"], name="games_published_part_once"),
        )

    def __str__(self) -> str:
        return f"{self.month}, part {self.number}"
