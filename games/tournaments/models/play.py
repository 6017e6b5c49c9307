"""Stages, their rounds, the tables of a round, and who sat where with what result."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game
from games.tournaments.models.tournament import Tournament


class Stage(models.Model):
    """A part of a tournament with one way of pairing."""

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        ROBIN = "robin", _("round robin")
        KNOCKOUT = "knockout", _("knock-out")
        LEAGUE = "league", _("league")
        FINAL = "final", _("final")

    class Status(models.TextChoices):
        WAITING = "waiting", _("is to come")
        RUNNING = "running", _("is being played")
        OVER = "over", pgettext_lazy("a stage", "is over")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="stages", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=8, choices=Format)
    # What is played; with several, round by round in turn.
    sets = ArrayField(models.CharField(max_length=12))
    # 0: as many as it takes (knock-out; round robin: until all can have met).
    rounds = models.PositiveSmallIntegerField(default=0)
    # How many come in from the stage before; null: all.
    takes = models.PositiveSmallIntegerField(null=True)
    # Knock-out: how many of a table go on.
    through = models.PositiveSmallIntegerField(default=2)
    # League: how many divisions, and how many change places between two of them.
    divisions = models.PositiveSmallIntegerField(default=1)
    moving = models.PositiveSmallIntegerField(default=1)
    # Points of the stage before count on.
    carries = models.BooleanField(default=False)
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    # Round robin, league: {division: [round: [table: [entry …] …] …]}
    plan = models.JSONField(null=True)

    # What is decided about it when it is announced.
    SETTINGS = (
        *("format", "sets", "rounds", "takes", "through", "divisions", "moving", "carries"),
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}, stage {self.number}: {self.format}"


class Round(models.Model):
    """All that is played at the same time."""

    class Status(models.TextChoices):
        DRAWN = "drawn", _("is drawn")
        RUNNING = "running", _("is being played")
        OVER = "over", pgettext_lazy("a tournament", "is over")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="rounds", db_index=False
    )
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds_drawn")
    # Counted through the whole tournament, from 1.
    ordinal = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=7, choices=Status, default=Status.DRAWN)
    drawn_at = models.DateTimeField(default=timezone.now)
    begins_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # How often it was drawn anew: the lot is another one each time.
    drawn_again = models.PositiveSmallIntegerField(default=0)
    # By division, what games.tournaments.pairing says of it.
    quality = models.JSONField(default=dict)

    class Meta:
        constraints = [
            # Whoever draws a round that another has drawn meanwhile writes nothing.
            models.UniqueConstraint(fields=["tournament", "ordinal"], name="drawn_once"),
            models.UniqueConstraint(
                fields=["tournament"], name="one_round_at_a_time", condition=~Q(status="over")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}, round {self.ordinal}"


class TournamentTable(models.Model):
    """A table of a round. Its game is made when the round begins."""

    class How(models.TextChoices):
        OPEN = "", _("is not over")
        PLAYED = "played", _("played")
        ADJUDICATED = "adjudicated", _("as it stood")
        FIXED = "fixed", _("decided at the desk")

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()
    division = models.PositiveSmallIntegerField(default=0)
    game = models.OneToOneField(Game, models.PROTECT, null=True, related_name="+")
    # Set at the desk: what is drawn anew leaves it as it is.
    by_hand = models.BooleanField(default=False, db_default=False)
    how = models.CharField(max_length=11, choices=How, default=How.OPEN, blank=True)
    # What decided its game (games.selectors.turning), field by field; null: nothing, or it is open.
    turning = models.JSONField(null=True)
    # An organiser has given this table more time than its round.
    deadline = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.round_id}, table {self.number}"


class Sitting(models.Model):
    """One entry in one round: at a table, or with a bye."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="sittings", db_index=False)
    # Null: a bye.
    table = models.ForeignKey(TournamentTable, models.CASCADE, null=True, related_name="sittings")
    entry = models.ForeignKey("tournaments.Entry", models.CASCADE, related_name="sittings")
    # In the turn order, 0 begins.
    position = models.PositiveSmallIntegerField(null=True)
    # The seat in the game, once there is one.
    seat = models.PositiveSmallIntegerField(null=True)
    # The table was waiting for them when its time was over, or the desk decided.
    was_late = models.BooleanField(default=False, db_default=False)
    # The result; null before.
    rank = models.PositiveSmallIntegerField(null=True)
    influence = models.SmallIntegerField(null=True)
    points = models.IntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="nobody_sits_twice_at_once"),
            models.UniqueConstraint(
                fields=["table", "position"], name="one_of_a_table_in_each_place"
            ),
            models.CheckConstraint(
                condition=Q(rank=None) | Q(points__isnull=False), name="a_result_has_points"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entry_id}"
