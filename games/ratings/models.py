"""Ratings as PostgreSQL keeps them. All of it but the annulments follows from the games' records
and can be thrown away: `manage.py recompute_ratings`."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import engine
from games.models import Game
from games.ratings.rating import DEVIATIONS, PROVISIONAL

OVERALL = "overall"
# Games in which plans bind are of another kind: they count here, and nowhere else.
BLIND = "blind"
# For all games together, for each box, and for blind games.
LISTS = (OVERALL, *engine.SETS, BLIND)


def kind_of(name: str) -> str:
    """The list of all games of the same kind, which knows who is settled."""
    return BLIND if name == BLIND else OVERALL


class Ledger(models.Model):
    """How far the games have been counted: the one row of this table, locked by who counts."""

    # Games that ended up to here have been looked at, but for what was committed late.
    seen_to = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"counted to {self.seen_to}"


class Correction(models.Model):
    """What the records say of games that ended from then on has changed. A row of its own, so that
    whoever changes them does not wait for who counts."""

    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"from {self.since} on"


class Annulment(models.Model):
    """A game that counts for nobody, and why."""

    game = models.OneToOneField(
        Game, models.CASCADE, primary_key=True, related_name="+", verbose_name=_("game")
    )
    reason = models.CharField(_("why"), max_length=300)
    by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("by"),
    )
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("annulled game")
        verbose_name_plural = _("annulled games")

    def __str__(self) -> str:
        return f"{self.game_id}: {self.reason}"


class CountedGame(models.Model):
    """A game that has been counted, so that it is not counted twice."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="+")
    ended_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["ended_at", "game"], name="counted_in_order")]

    def __str__(self) -> str:
        return str(self.game_id)


class Rated(models.Model):
    """Somebody on a list: a person, the account of a bot, or a bot of the house by its name."""

    person = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", db_index=False)
    bot = models.CharField(max_length=12, blank=True)
    list = models.CharField(max_length=12)
    mu = models.FloatField()
    sigma = models.FloatField()
    # How many games made these numbers what they are.
    games = models.PositiveIntegerField()
    # Of people, on the list of all games and on that of blind ones: how many settled people they
    # have met lately, and whether they are settled themselves (games.ratings.pool).
    met = models.PositiveSmallIntegerField(default=0, db_default=0)
    settled = models.BooleanField(default=False, db_default=False)

    class Meta:
        abstract = True


class Rating(Rated):
    """What is believed of somebody now: a cache of their latest change."""

    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "bot", "list"], name="one_rating_per_list", nulls_distinct=False
            ),
            models.CheckConstraint(
                condition=Q(person__isnull=False, bot="") | Q(person=None) & ~Q(bot=""),
                name="rating_is_somebodys",
            ),
        ]
        indexes = [
            models.Index(
                F("list"),
                (F("mu") - DEVIATIONS * F("sigma")).desc(),
                name="rating_order",
                condition=Q(games__gte=PROVISIONAL),
            ),
            models.Index(fields=["list", "last_at"], name="rating_lately"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id or self.bot}: {self.list}"


class RatingChange(Rated):
    """What one game has done to somebody's rating. `mu`, `sigma` and `games` are those after it.

    PostgreSQL refuses to change a row. Where games are counted anew, rows from there on make way.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    # When the game ended: changes follow one another by this and the game.
    at = models.DateTimeField()
    # Of the seat that they have shared, as much counts for them.
    share = models.FloatField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "bot", "list", "at", "game"],
                name="one_change_per_game",
                nulls_distinct=False,
            )
        ]
        indexes = [models.Index(fields=["at", "game"], name="change_in_order")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.person_id or self.bot}, {self.list}"
