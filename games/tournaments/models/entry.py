"""Who plays, and with what they came into each stage."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.secret_fields import SecretBinaryField
from games.tournaments.models.play import Stage
from games.tournaments.models.tournament import Tournament


class Entry(models.Model):
    """One person in one tournament, whatever becomes of it."""

    class State(models.TextChoices):
        ASKED = "asked", _("asks to be admitted")
        REFUSED = "refused", _("was not admitted")
        WAITING = "waiting", _("is on the waiting list")
        ENTERED = "entered", _("plays")
        WITHDRAWN = "withdrawn", _("withdrew before the start")
        NO_SHOW = "no_show", _("did not confirm")
        DROPPED = "dropped", _("dropped out")
        REPLACED = "replaced", _("was replaced")
        DISQUALIFIED = "disqualified", _("was disqualified")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="entries", db_index=False
    )
    person = models.ForeignKey(User, models.PROTECT, related_name="+")
    # In the order of coming; the line's name in lots and tables.
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=State)
    entered_at = models.DateTimeField(default=timezone.now)
    # 1 is the best; null: behind those who have one, as the tournament's seeding says.
    seed_place = models.PositiveSmallIntegerField(null=True)
    # For which team they play, where there are teams.
    team = models.CharField(max_length=40, blank=True, default="", db_default="")
    # A table, and a place in turn order from 1, that the desk keeps for them in every draw.
    fixed_table = models.PositiveSmallIntegerField(null=True)
    fixed_place = models.PositiveSmallIntegerField(null=True)
    # The round that they have last said they will play; 0: none.
    confirmed_for = models.PositiveSmallIntegerField(default=0)
    # The first round they play in: above 1 for who came late.
    from_round = models.PositiveSmallIntegerField(default=1)
    left_at = models.DateTimeField(null=True)
    # What they add to the deals of their tables; null: the site draws for them.
    contribution = SecretBinaryField(max_length=32, null=True)  # type: ignore[misc]  # or null
    # When the tournament is over; null for who is not in its standings.
    final_place = models.PositiveSmallIntegerField(null=True)
    # Who plays on for this line.
    successor = models.OneToOneField("self", models.SET_NULL, null=True, related_name="predecessor")

    SECRETS = ("contribution",)

    class Meta:
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person"], name="entered_once"),
            models.UniqueConstraint(fields=["tournament", "number"], name="numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"

    @property
    def plays(self) -> bool:
        return self.state == self.State.ENTERED


class KeptApart(models.Model):
    """Two who shall not sit at one table while that can be avoided."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["one", "other"], name="kept_apart_once")]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id}"


class Berth(models.Model):
    """That a line takes part in a stage, and what it begins with."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="berths", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    # The order in which the stage begins, 0 being the best.
    seeding = models.PositiveSmallIntegerField()
    division = models.PositiveSmallIntegerField(default=0)
    # Sixtieths of points that no table of this stage gave: carried over, late, penalties.
    start = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="one_berth_in_a_stage")
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}: {self.entry_id}"
