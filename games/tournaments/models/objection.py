"""What a player says against the result of their table, and what the organisers answered."""

from datetime import timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import moment
from accounts.models import User
from games.models import Game
from games.tournaments.models.entry import Entry
from games.tournaments.models.play import TournamentTable
from games.tournaments.models.tournament import Tournament

# After the end of a game so much time is left to object to what it came to.
WITHIN = timedelta(days=3)


class Objection(models.Model):
    class Outcome(models.TextChoices):
        OPEN = "", _("waits for an answer")
        UPHELD = "upheld", _("was found right")
        REFUSED = "refused", _("was not found right")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="objections", db_index=False
    )
    # In the order of coming: its name in this tournament.
    number = models.PositiveSmallIntegerField()
    table = models.ForeignKey(TournamentTable, models.CASCADE, related_name="objections")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="objections")
    text = models.TextField()
    at = models.DateTimeField(default=timezone.now)
    outcome = models.CharField(max_length=7, choices=Outcome, default=Outcome.OPEN, blank=True)
    answer = models.TextField(blank=True)
    # Everybody may read the answer; what was objected, the organisers and whoever did, always.
    is_public = models.BooleanField(default=False)
    answered_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="objections_in_order"),
            models.UniqueConstraint(fields=["table", "entry"], name="one_objection_to_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: objection {self.number}"

    @staticmethod
    def is_in_time(game: Game) -> bool:
        return game.ended_at is None or moment.now() <= game.ended_at + WITHIN
