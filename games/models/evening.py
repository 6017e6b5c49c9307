"""An evening on which the people of a slow table meet, and when they have time for one."""

from django.db import models
from django.db.models import Q

from accounts.models import User
from games.models.game import Game


class FreeHours(models.Model):
    """When one person usually has half an hour for one table. Nobody else's business: others learn
    of an evening that suits all, and no more."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    # Of games.evening.Free: day of the week, minutes since midnight; by the clocks of the zone.
    hours: "models.JSONField[list[list[int]], list[list[int]]]" = models.JSONField(default=list)
    zone = models.CharField(max_length=64)
    # When they are looked at, if they have changed since: nobody tries out others' hours quickly.
    looked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "game"], name="free_hours_once_a_table")
        ]
        indexes = [
            models.Index(
                fields=["looked_at"], name="free_hours_due", condition=Q(looked_at__isnull=False)
            ),
            models.Index(fields=["game"], name="free_hours_of_game"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.person_id}"


class Evening(models.Model):
    class State(models.TextChoices):
        PROPOSED = "proposed"
        AGREED = "agreed"
        ON = "on"
        OVER = "over"

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.PROPOSED)
    # When it is looked at again: nobody has agreed, come or played until then, and it is over.
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game"], name="one_evening_at_a_time", condition=~Q(state="over")
            )
        ]
        indexes = [
            models.Index(fields=["game", "at"], name="evening_of_game"),
            models.Index(fields=["until"], name="evening_due", condition=~Q(state="over")),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.at:%F %H:%M}"


class EveningVoice(models.Model):
    """One who is asked to an evening: whether it suits, and whether they have come."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="voices")
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    agrees = models.BooleanField(default=False)
    is_here = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "person"], name="one_voice_an_evening")
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.person_id}"
