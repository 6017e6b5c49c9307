"""What happened to an account, for its person and for staff. Rows are only ever added."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.person import User


class SecurityEvent(models.Model):
    """The database itself refuses to change or delete a row; see migration 0003."""

    class Kind(models.TextChoices):
        SIGNED_UP = "signed up", _("signed up")
        SIGNED_IN = "signed in", _("signed in")
        WRONG_PASSWORD = "wrong password", _("a wrong password was tried")
        PASSWORD_CHANGED = "password changed", _("password changed")
        ADDRESS_CHANGED = "address changed", _("mail address changed")
        HANDLE_CHANGED = "handle changed", _("handle changed")
        SECOND_FACTOR_ADDED = "second factor added", _("second factor or passkey added")
        SECOND_FACTOR_REMOVED = "second factor removed", _("second factor or passkey removed")
        RECOVERY_CODES = "recovery codes made", _("recovery codes made")
        SESSIONS_ENDED = "sessions ended", _("sessions ended")
        TOKEN_MADE = "token made", _("API token made")
        TOKEN_REVOKED = "token revoked", _("API token revoked")
        APP_REGISTERED = "app registered", _("app registered")
        APP_REMOVED = "app removed", _("app removed")
        APP_CONNECTED = "app connected", _("app connected")
        APP_REVOKED = "app revoked", _("connected app revoked")
        BOT_MADE = "bot made", _("bot made")
        TERMS_AGREED = "terms agreed", _("agreed to terms")
        DATA_TAKEN = "data taken", _("copy of all data taken")
        DELETION_ASKED = "deletion asked", _("deletion asked for")
        DELETION_CONFIRMED = "deletion confirmed", _("deletion confirmed")
        DELETION_CALLED_OFF = "deletion called off", _("deletion called off")
        ERASED = "erased", _("personal data erased")
        SUSPENDED = "suspended", _("suspended by staff")
        LET_IN_AGAIN = "let in again", _("let in again by staff")
        RENAMED = "renamed", _("renamed by staff")
        MERGED = "merged", _("merged by staff")
        WARNED = "warned", _("warned by staff")
        SILENCED = "silenced", _("talk taken by staff")
        MAY_TALK = "may talk again", _("may talk again")
        SUSPENSION_OVER = "suspension over", _("the suspension is over")
        APPEALED = "appealed", _("appealed against a decision")
        # Of staff themselves.
        AS_STAFF = "as staff", _("did something as staff")
        GAME_SEEN = "game seen", _("looked into a game as staff")
        LETTERS_STOPPED = "letters stopped", _("letters stopped after a complaint")

    person = models.ForeignKey(User, models.DO_NOTHING, related_name="security_events")
    # Who did it, where it was not the person.
    staff = models.ForeignKey(User, models.DO_NOTHING, related_name="+", null=True)
    kind = models.CharField(_("what"), max_length=24, choices=Kind)
    at = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    address = models.GenericIPAddressField(_("from"), null=True)
    # The name of a token or an app; why staff did it.
    about = models.CharField(_("about"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("security event")
        verbose_name_plural = _("security events")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["person", "-at"], name="trail_of_a_person")]

    def __str__(self) -> str:
        return f"{self.kind} · {self.at:%Y-%m-%d %H:%M}"

    @property
    def is_by_staff(self) -> bool:
        return self.staff_id is not None
