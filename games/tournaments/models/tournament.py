"""A tournament: what its organiser has decided, and how far it has come."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from accounts.secret import Secret
from accounts.secret_fields import SecretBinaryField
from games import engine
from games.models import keys

if TYPE_CHECKING:
    from games.tournaments.models.play import Stage

# Formats of a first stage into which anybody may come late; the desk may add people to leagues too.
TAKE_LATECOMERS = ("swiss", "robin")


class Tournament(models.Model):
    """Times are in seconds. Everything is decided before the first round, and stays."""

    class Status(models.TextChoices):
        OPEN = "open", _("takes entries")
        CONFIRMING = "confirming", _("asks who will play")
        RUNNING = "running", _("is being played")
        OVER = "over", pgettext_lazy("a tournament", "is over")
        CANCELLED = "cancelled", _("was called off")

    class Admission(models.TextChoices):
        OPEN = "open", _("anybody")
        CODE = "code", _("whoever has the code")
        APPROVAL = "approval", _("whom the organisers admit")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("listed")
        LINK = "link", _("whoever has the address")

    class Start(models.TextChoices):
        FULL = "full", _("when it is full")
        AT = "at", _("at a time")
        DESK = "desk", _("when an organiser says so")

    class Confirms(models.TextChoices):
        NEVER = "never", _("nobody is asked")
        START = "start", _("before the first round")
        ROUNDS = "rounds", _("before every round")

    class AtDeadline(models.TextChoices):
        ADJUDICATE = "adjudicate", _("it counts as it stands")
        STAND_INS = "stand_ins", _("a stand-in plays for who is waited for")
        DESK = "desk", _("an organiser decides")

    class Seeding(models.TextChoices):
        LOT = "lot", _("by lot")
        RATING = "rating", _("by rating")
        EARLIER = "earlier", _("by the places of an earlier tournament")

    key = models.CharField(max_length=16, unique=True, default=keys.game_key, editable=False)
    title = models.CharField(max_length=80)
    text = models.TextField(blank=True)
    languages = ArrayField(models.CharField(max_length=2))
    creator = models.ForeignKey(User, models.PROTECT, related_name="+")
    # By somebody who was given the right to; else it is a small one, and its desk does less.
    by_right = models.BooleanField(default=True, db_default=True)
    visibility = models.CharField(max_length=6, choices=Visibility, default=Visibility.PUBLIC)
    # --- tables
    edition = models.CharField(max_length=2, default="uk")
    pace = models.CharField(max_length=12)
    talk = models.CharField(max_length=5, default="table")
    # At its tables everybody is asked at once; and nothing is asked again before the next half.
    together = models.BooleanField(default=False, db_default=False)
    blind = models.BooleanField(default=False, db_default=False)
    seats = models.PositiveSmallIntegerField(default=4)
    exact_seats = models.BooleanField(default=False)
    # Which bot takes the seats that are left at smaller tables; empty: they stay smaller.
    fill_with = models.CharField(max_length=12, blank=True, default="", db_default="")
    rated = models.BooleanField(default=False)
    # --- who may play
    admission = models.CharField(max_length=8, choices=Admission, default=Admission.OPEN)
    code = models.CharField(max_length=24, blank=True)
    bots_welcome = models.BooleanField(default=False)
    conduct_min = models.IntegerField(null=True, blank=True)
    rating_min = models.IntegerField(null=True, blank=True)
    rating_max = models.IntegerField(null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(validators=[MinValueValidator(3)])
    # --- when
    start = models.CharField(max_length=4, choices=Start, default=Start.DESK)
    starts_at = models.DateTimeField(null=True, blank=True)
    confirms = models.CharField(max_length=6, choices=Confirms, default=Confirms.START)
    confirm_for = models.PositiveIntegerField(default=86_400)
    # Null: a round takes as long as its games.
    round_for = models.PositiveIntegerField(null=True, blank=True)
    at_deadline = models.CharField(max_length=10, choices=AtDeadline, default=AtDeadline.ADJUDICATE)
    break_for = models.PositiveIntegerField(default=0)
    # From the draw of the first round, when entries close, to its beginning: to look at it, and to
    # set it right. What was announced before there was a choice begins at once.
    first_break_for = models.PositiveIntegerField(default=3600, db_default=0)
    # The key of the series it is part of.
    series = models.CharField(max_length=16, blank=True, default="", db_default="")
    # So many of a team's best count for it; 0: nobody plays for a team.
    team_counts = models.PositiveSmallIntegerField(default=0, db_default=0)
    # --- in which order people come into the first stage; a seed given at the desk comes first
    seeding = models.CharField(max_length=7, choices=Seeding, default=Seeding.LOT, db_default="lot")
    # The key of the tournament whose places seed this one.
    seeded_from = models.CharField(max_length=16, blank=True, default="", db_default="")
    # --- what counts
    points = models.CharField(max_length=8, default="even")
    tie_breaks = ArrayField(models.CharField(max_length=12))
    late = models.CharField(max_length=8, default="bye")
    # Up to which round somebody may still come; 0: nobody after the start.
    late_until = models.PositiveSmallIntegerField(default=0)
    # Published when it starts; its commitment from the beginning. All lots follow from it.
    seed = SecretBinaryField(max_length=32, default=keys.seed)
    # The key of its last round, from which those of all others follow: all tables are dealt from
    # them. Null: announced before there were such keys, and the site draws for each table.
    last_round_key = SecretBinaryField(max_length=32, null=True, default=keys.seed)  # type: ignore[misc]  # or null
    # --- how far it is
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    announced_at = models.DateTimeField(default=timezone.now, editable=False)
    confirm_until = models.DateTimeField(null=True, blank=True)
    began_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    # Up to when the standstills of the site's clocks have been made up for.
    made_up_to = models.DateTimeField(default=timezone.now, editable=False)
    # When something is due that nobody will wake us for; null: nothing.
    due_at = models.DateTimeField(null=True, blank=True)
    # Counts every change: what was worked out from an older one is worked out again.
    revision = models.PositiveIntegerField(default=0)

    # Every lot to come, and a right to enter (accounts.admin_base).
    SECRETS = ("seed", "last_round_key", "code")
    # What its organiser decides, with the stages.
    SETTINGS = (
        *("title", "text", "languages", "visibility", "edition", "pace", "talk", "seats"),
        *("exact_seats", "rated", "admission", "code", "bots_welcome", "conduct_min"),
        *("rating_min", "rating_max", "capacity", "start", "starts_at", "confirms", "confirm_for"),
        *("round_for", "at_deadline", "break_for", "first_break_for", "points", "tie_breaks"),
        *("late", "late_until", "seeding", "seeded_from", "series", "team_counts", "fill_with"),
        *("together", "blind"),
    )

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints = [
            models.CheckConstraint(
                condition=Q(seats__range=(3, 5)), name="tournament_tables_are_three_to_five"
            ),
            models.CheckConstraint(
                condition=Q(rating_min=None)
                | Q(rating_max=None)
                | Q(rating_min__lte=models.F("rating_max")),
                name="rating_band_has_a_width",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], name="tournament_due", condition=Q(due_at__isnull=False)
            ),
            models.Index(
                fields=["series", "id"], name="tournament_of_series", condition=~Q(series="")
            ),
            models.Index(
                fields=["status", "-id"], name="tournament_listed", condition=Q(visibility="public")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.key})"

    def organising(self) -> list[User]:
        """Who has the desk, the first organiser first."""
        others = self.organisers.select_related("person").order_by("pk")
        return [self.creator, *(row.person for row in others if row.person.is_active)]

    def round_key(self, number: int) -> Secret[bytes] | None:
        """What the tables of a round are dealt from; of number 0, what was published first."""
        last = self.last_round_key
        return None if last is None else Secret(engine.round_key(last.reveal(), number))

    def settings(self) -> dict[str, Any]:
        """All that was announced, as another one is announced by it."""
        stages = [
            {name: getattr(stage, name) for name in stage.SETTINGS}
            for stage in self.stages.order_by("number")
        ]
        return {name: getattr(self, name) for name in self.SETTINGS} | {"stages": stages}

    @property
    def is_live(self) -> bool:
        return self.status in {self.Status.OPEN, self.Status.CONFIRMING, self.Status.RUNNING}

    @property
    def by_rules(self) -> bool:
        """It counts for ratings, and nobody who runs it was given any trust: so nobody at its desk
        ends a game, or says who plays whom."""
        return self.rated and not self.by_right

    @property
    def has_begun(self) -> bool:
        return self.began_at is not None

    def takes_people(self, stages: Sequence["Stage"], rounds: int) -> bool:
        """Whether anybody may come in now: before the start, or late, into the first stage.
        `rounds`: how many have been drawn."""
        if not self.is_live or not self.has_begun:
            return self.is_live
        if rounds >= self.late_until:
            return False
        return stages[0].status == "running" and stages[0].format in TAKE_LATECOMERS

    @classmethod
    def that_take_latecomers(cls) -> models.QuerySet["Tournament"]:
        """Those that have begun and of which `takes_people` is true."""
        in_the_first = cls.objects.filter(
            status="running",
            stages__number=1,
            stages__status="running",
            stages__format__in=TAKE_LATECOMERS,
        )
        drawn = in_the_first.annotate(drawn=models.Count("rounds"))
        return drawn.filter(drawn__lt=models.F("late_until"))


class Organiser(models.Model):
    """Somebody who has the desk together with the one who announced it."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="organisers")
    person = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "tournament"], name="organiser_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.person_id}"
