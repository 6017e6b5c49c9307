"""A report, the decision that answers it, and the appeal against that."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.secret_fields import SecretCharField
from games.models import Game, Message, keys


class Decision(models.Model):
    """What staff decided about a person, as the person is told it."""

    class Outcome(models.TextChoices):
        NOTHING = "nothing", _("nothing follows")
        WARNING = "warning", _("a warning")
        SILENCE = "silence", _("no talk for a while")
        SUSPENSION = "suspension", _("suspended for a while")

    # Null: a bot of the house, which nothing can be decided about.
    person = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    reason = models.TextField(_("reason"))
    at = models.DateTimeField(_("when"), default=timezone.now)
    lifted_at = models.DateTimeField(_("lifted"), null=True)
    # The right to appeal, for who is shut out and cannot sign in; it is in the letter.
    token = SecretCharField(max_length=24, unique=True, default=keys.token, editable=False)

    SECRETS = ("token",)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome__in=["silence", "suspension"], until__isnull=False)
                | Q(outcome__in=["nothing", "warning"], until=None),
                name="decision_ends_if_it_lasts",
            ),
            models.CheckConstraint(
                condition=Q(outcome="nothing") | Q(person__isnull=False),
                name="decision_is_about_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d} {self.get_outcome_display()}"


class Report(models.Model):
    """Somebody says that somebody else does wrong. Whom it is about is never told who said so."""

    class Kind(models.TextChoices):
        TALK = "talk", _("talk")
        CONDUCT = "conduct", _("conduct at the table")
        COLLUSION = "collusion", _("playing together against others")
        ACCOUNTS = "accounts", _("several accounts of one person")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        TAKEN = "taken", _("taken")
        DECIDED = "decided", _("decided")

    kind = models.CharField(_("kind"), max_length=9, choices=Kind)
    # Null: staff opened it, or whoever it was has left.
    reporter = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", db_index=False)
    # Null: a bot of the house, at a table where nobody may see that it is one.
    person = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    message = models.ForeignKey(
        Message, models.SET_NULL, null=True, related_name="+", db_index=False
    )
    text = models.TextField(_("text"))
    at = models.DateTimeField(_("when"), default=timezone.now)
    state = models.CharField(_("state"), max_length=7, choices=State, default=State.OPEN)
    taken_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", db_index=False)
    decision = models.ForeignKey(Decision, models.PROTECT, null=True, related_name="reports")

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        permissions = [
            ("handle_report", "Can take reports and decide about them"),
            ("see_numbers", "Can see the operator's numbers"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="decided", decision__isnull=False)
                | (~Q(state="decided") & Q(decision=None)),
                name="report_is_decided_by_a_decision",
            )
        ]
        indexes = [
            models.Index(fields=["at"], name="report_waits", condition=~Q(state="decided")),
            # How much somebody has reported lately.
            models.Index(fields=["reporter", "-at"], name="report_of_reporter"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.get_kind_display()}"

    @property
    def is_decided(self) -> bool:
        return self.state == self.State.DECIDED

    @property
    def told_about(self) -> str | None:
        """Whom it is about, for who reported: at a table the person behind a seat may be hidden."""
        return self.person.handle if self.game_id is None and self.person else None


class Appeal(models.Model):
    """Once per decision: please look at it again. Another member of staff does."""

    decision = models.OneToOneField(Decision, models.CASCADE, related_name="appeal")
    text = models.TextField(_("text"))
    at = models.DateTimeField(_("when"), default=timezone.now)
    answered_by = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", db_index=False
    )
    answered_at = models.DateTimeField(_("answered"), null=True)
    is_upheld = models.BooleanField(_("the decision was lifted"), null=True)
    answer = models.TextField(_("answer"), blank=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        permissions = [("answer_appeal", "Can answer appeals")]
        indexes = [models.Index(fields=["at"], name="appeal_waits", condition=Q(answered_at=None))]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d}"
