"""What the players of a game say to one another."""

from django.db import models

from accounts.models import User
from games.models import keys
from games.models.game import Game


class Message(models.Model):
    """Words of a seat to its table, or to one other seat."""

    game = models.ForeignKey(Game, models.CASCADE, db_index=False)
    # Readers see this and never `id`, whose gaps would tell of letters between others.
    key = models.CharField(max_length=10, default=keys.message_key, editable=False)
    seat = models.PositiveSmallIntegerField()
    # Null: to the whole table.
    to_seat = models.PositiveSmallIntegerField(null=True)
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["game", "id"], name="message_in_order")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.key}"


class Mute(models.Model):
    """A person does not want to read a seat of a game."""

    game = models.ForeignKey(Game, models.CASCADE, db_index=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "person", "seat"], name="muted_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.person_id} × {self.seat}"
