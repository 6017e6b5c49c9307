"""The move log: the truth about every game."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models.game import Game


class Move(models.Model):
    """One decision and what it led to. PostgreSQL refuses to change or delete a row.

    Row 0 of a game is its deal, which is no seat's.
    """

    class Door(models.TextChoices):
        API = "api", _("API")
        MAIL_LINK = "mail_link", _("button in a mail")
        MAIL_REPLY = "mail_reply", _("reply to a mail")
        PAGE = "page", _("web page")
        ORDER = "order", _("standing order")
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")
        ENGINE = "engine", _("rules")

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, models.DO_NOTHING, db_index=False)
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    # Who made it. No constraint: the log outlives whoever is in it, and is never changed.
    by = models.ForeignKey(
        User, models.DO_NOTHING, null=True, db_index=False, db_constraint=False, related_name="+"
    )
    door = models.CharField(max_length=10, choices=Door)
    at = models.DateTimeField()
    move = models.TextField()
    # The engine's events in full, packed by games.models.packing.
    events = models.TextField()

    class Meta:
        constraints = []

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"
