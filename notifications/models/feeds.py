"""The secret addresses of a person's feeds."""

from django.db import models
from django.utils import timezone

from accounts.models import User


class FeedAddress(models.Model):
    """What the one address of a person's feeds is made from, together with the site's key: a
    copy of the database alone tells none. A new row makes a new address."""

    person = models.OneToOneField(User, models.CASCADE, primary_key=True)
    word = models.CharField(max_length=32, unique=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "feed addresses"

    def __str__(self) -> str:
        return f"{self.person_id}"
