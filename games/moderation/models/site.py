"""What concerns everybody on the site, and who of staff has looked where."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.models.words import WordsField
from games.models import Game, Standstill


class Announcement(models.Model):
    """A few words at the head of every page, for a time."""

    texts = WordsField(_("text"), whole=True)
    since = models.DateTimeField(_("from"), default=timezone.now)
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        constraints = [
            models.CheckConstraint(
                condition=Q(until__gt=F("since")),
                name="announcement_ends_later",
                violation_error_message=_("The end must come after the beginning."),
            )
        ]

    def __str__(self) -> str:
        return str(self.texts.get("en", ""))


class Closure(models.Model):
    """Maintenance: the site answers nobody but staff, and no clock runs."""

    by = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)
    since = models.DateTimeField(_("from"), default=timezone.now)
    # When it was opened again; null: it is closed.
    ended_at = models.DateTimeField(_("ended"), null=True)
    note = models.CharField(_("note"), max_length=200)
    standstill = models.ForeignKey(Standstill, models.PROTECT, related_name="+", db_index=False)

    class Meta:
        verbose_name = _("maintenance")
        verbose_name_plural = _("maintenance")
        permissions = [("close_site", "Can stop the clocks and close the site")]
        constraints = [
            models.UniqueConstraint(models.Value(1), name="closed_once", condition=Q(ended_at=None))
        ]

    def __str__(self) -> str:
        return f"{self.since:%F %H:%M}"


class Look(models.Model):
    """A member of staff has seen what one seat sees. PostgreSQL refuses to change or delete it."""

    staff = models.ForeignKey(User, models.DO_NOTHING, related_name="+", db_index=False)
    game = models.ForeignKey(Game, models.DO_NOTHING, related_name="+")
    seat = models.PositiveSmallIntegerField(_("seat"))
    reason = models.CharField(_("why"), max_length=200)
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("look into a game")
        verbose_name_plural = _("looks into games")
        permissions = [("look_into_game", "Can see a game as a seat sees it")]

    def __str__(self) -> str:
        return f"{self.at:%F %H:%M} {self.staff_id}"


class BackupTrial(models.Model):
    """A backup was restored, and every game in it played again from its log."""

    at = models.DateTimeField(_("when"), default=timezone.now)
    # The last beat of the clocks' sweep in it: what came later is not in this backup.
    reaches_to = models.DateTimeField(_("reaches to"))
    games = models.PositiveIntegerField(_("games"))
    # What was wrong; empty: nothing.
    faults = models.TextField(_("faults"), blank=True)

    class Meta:
        verbose_name = _("trial of a backup")
        verbose_name_plural = _("trials of backups")

    def __str__(self) -> str:
        return f"{self.at:%F %T}"
