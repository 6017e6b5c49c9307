"""What a person tells of themselves and how they want to be treated; beside each field, who
sees it.
"""

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts import notification_wishes
from accounts.models.person import User
from accounts.models.words import languages

HOLIDAYS_A_YEAR = 30


class Profile(models.Model):
    """The rest of a person: read by pages and clocks, not by every request."""

    user = models.OneToOneField(User, models.CASCADE, primary_key=True)
    languages_read = ArrayField(
        models.CharField(max_length=2, choices=languages),
        verbose_name=_("languages read"),
        default=list,
        blank=True,
        help_text=_("Public. In which languages others may write to you."),
    )
    about = models.TextField(
        _("about you"),
        blank=True,
        max_length=300,
        validators=[MaxLengthValidator(300)],
        help_text=_("Public. A few words, at most 300 letters."),
    )
    picture_seed = models.CharField(
        _("picture"),
        max_length=24,
        blank=True,
        help_text=_("Public. Your coat of arms is drawn from this word. Empty: from the handle."),
    )
    quiet_from = models.TimeField(
        _("quiet from"),
        null=True,
        blank=True,
        help_text=_("Private. In these hours your clock rests and nothing is sent."),
    )
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    plays_weekends = models.BooleanField(
        _("plays at weekends"),
        default=True,
        help_text=_("Your tables see it. If not, your clock rests on Saturday and Sunday."),
    )
    # [zone, quiet from, quiet until, plays at weekends] before the last change of any of them, and
    # when that was: at tables where one sits already it counts a day later.
    hours_before = models.JSONField(null=True, editable=False)
    hours_changed_at = models.DateTimeField(null=True, editable=False)
    # Of changes of address made between these the links that undo are used up
    # (accounts.services.undoing).
    undone_from = models.DateTimeField(null=True, editable=False)
    undone_at = models.DateTimeField(null=True, editable=False)
    # What passkeys call this account (accounts.passkeys).
    passkey_handle = models.UUIDField(null=True, unique=True, editable=False)
    # See accounts.notification_wishes for the shape.
    wishes = models.JSONField(_("how you are told"), default=dict, blank=True)

    class Meta:
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")
        constraints = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None)
                | (Q(quiet_from__isnull=False, quiet_until__isnull=False)),
                name="quiet_hours_have_both_ends",
            )
        ]

    def __str__(self) -> str:
        return str(self.user)

    def clean(self) -> None:
        if (self.quiet_from is None) != (self.quiet_until is None):
            raise ValidationError(_("Quiet hours need both a beginning and an end."))
        if self.quiet_from is not None and self.quiet_from == self.quiet_until:
            raise ValidationError(_("A whole day cannot be quiet. Take holidays instead."))
        notification_wishes.check(self.wishes)


class Holiday(models.Model):
    """Days on which a person's clock rests; the first and last are included."""

    person = models.ForeignKey(User, models.CASCADE, related_name="holidays")
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))

    class Meta:
        ordering = ["first_day"]
        constraints = [
            models.CheckConstraint(
                condition=Q(last_day__gte=F("first_day")), name="holidays_end_after_they_begin"
            )
        ]

    def __str__(self) -> str:
        return f"{self.first_day} – {self.last_day}"
