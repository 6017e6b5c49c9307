"""What a table and a person agree on by mail, and which mails have been read."""

from django.db import models
from django.utils import timezone

from accounts.models import User
from games.models.game import Game


class Correspondence(models.Model):
    """How one person wants to be written to about one table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    # No letters about this table any more.
    stopped = models.BooleanField(default=False)
    # Own hidden cards stay out of letters: somebody else may read this mailbox.
    hides_cards = models.BooleanField(default=False)
    # What they were asked back about an answer, and at which position: see games.post.asking.
    asked = models.JSONField(null=True)
    # Links and answer addresses that were made earlier are void.
    void_before = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "game"], name="one_correspondence")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} ↔ {self.person_id}"


class ReceivedMail(models.Model):
    """A mail that was taken in: the same Message-ID counts once, and nobody sends too many."""

    person = models.ForeignKey(User, models.CASCADE, related_name="+")
    # SHA-256 of person and Message-ID: the mail itself is not kept.
    digest = models.BinaryField(max_length=32, unique=True)
    # Nothing was played of it: only such mails are counted against who writes too many.
    was_idle = models.BooleanField(default=False, db_default=False)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.person_id} {self.at:%F %T}"
