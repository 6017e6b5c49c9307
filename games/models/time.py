"""When the whole site stood still, and who has played a seat before."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models.game import Game


class Heartbeat(models.Model):
    """When the sweep of the clocks last ran: the one row of this table, written by the sweep. A gap
    is an outage, during which nobody's time has passed."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%F %T}"


class Standstill(models.Model):
    """A time in which no clock of the site ran: the sweep was away, or staff stopped the clocks."""

    class Why(models.TextChoices):
        OUTAGE = "outage", _("outage")
        STAFF = "staff", _("stopped by staff")

    why = models.CharField(_("why"), max_length=6, choices=Why, default=Why.STAFF)
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(
        _("until"), null=True, blank=True, help_text=_("Empty: the clocks stand still.")
    )
    note = models.CharField(_("note"), max_length=200, blank=True)
    # Up to which game the deadlines have been moved; null: of all.
    settled_to = models.BigIntegerField(null=True, default=0, editable=False)

    class Meta:
        verbose_name = _("standstill of the clocks")
        verbose_name_plural = _("standstills of the clocks")
        constraints = [
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gt=F("since")), name="standstill_ends_later"
            )
        ]
        indexes = [
            # Every move asks for these, and there is hardly ever one.
            models.Index(
                fields=["since"], name="standstill_open", condition=Q(settled_to__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"{self.since:%F %H:%M} ({self.why})"


class FormerPlayer(models.Model):
    """Who played a seat before its present player: ratings and conduct go by who decided."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="former_players", db_index=False)
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(User, models.PROTECT, related_name="+")
    joined_at = models.DateTimeField()
    resigned_at = models.DateTimeField(null=True)
    left_at = models.DateTimeField()
    # Moves after the first and up to the second number were theirs or their stand-in's.
    from_seq = models.PositiveIntegerField()
    until_seq = models.PositiveIntegerField()
    # The place that the seat had by influence when it passed on.
    rank = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number", "person", "until_seq"], name="once_for_these_moves"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}: {self.person_id}"
