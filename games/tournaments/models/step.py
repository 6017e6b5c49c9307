"""What was done to a tournament, by whom and why. PostgreSQL refuses to change or delete a row."""

from django.db import models
from django.utils import timezone

from accounts.models import User
from games.tournaments.models import rows
from games.tournaments.models.tournament import Tournament


class Step(models.Model):
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="steps", db_index=False)
    # Null: the clock.
    by = models.ForeignKey(
        User, models.DO_NOTHING, null=True, db_index=False, db_constraint=False, related_name="+"
    )
    kind = models.CharField(max_length=20)
    reason = models.TextField(blank=True)
    # What was asked for and what it changed; no secrets: players may read it.
    facts = models.JSONField(default=dict)
    # Rows as they were before, for who undoes it; null: it cannot be undone.
    before = models.JSONField(null=True)
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")
    at = models.DateTimeField(default=timezone.now)

    # A code to enter by, that was another.
    SECRETS = ("before",)

    class Meta:
        indexes = [models.Index(fields=["tournament", "id"], name="steps_in_order")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.kind}"


# These change nothing but what people have read; what was done before them can still be undone.
SAID = ("nudge", "announce", "answer")


def last_undoable(tournament: Tournament) -> Step | None:
    """The last step, if it can be taken back and nobody has: nothing is undone out of turn, and
    once the tournament has begun nothing that was settled before."""
    steps = Step.objects.filter(tournament=tournament, undoes=None, undone_by=None)
    last = steps.exclude(kind__in=SAID).order_by("-pk").first()
    if last is None or last.before is None:
        return None
    began = tournament.began_at
    return None if began is not None and last.at < began else last


def undoable_now(tournament: Tournament) -> Step | None:
    """The same, where nothing has gone on from what it made."""
    last = last_undoable(tournament)
    if last is None or last.before is None:
        return None
    is_paused = tournament.paused_at is not None
    if last.kind == "pause":
        return last if is_paused else None
    if last.kind == "resume":
        return last if tournament.is_live and not is_paused else None
    told = rows.known(last.before)
    gone_on = rows.has_gone_on(rows.photograph(tournament), told, since=last.at)
    return None if gone_on else last
