"""Somebody: a person, or a bot that a person answers for."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.db.models.functions import Lower, Upper
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import moment
from accounts.lookalikes import clean_name, in_full, skeleton
from accounts.models.words import languages
from accounts.secret_fields import AddressOrNoneField

LANGUAGES = languages()


class People(BaseUserManager["User"]):
    def create_user(
        self, handle: str, email: str | None = None, password: str | None = None, **fields: object
    ) -> "User":
        """Somebody whom the operator vouches for: the address counts as verified."""
        address = self.normalize_email(email).lower() or None
        fields.setdefault("email_is_verified", address is not None)
        user = self.model(handle=handle, email=address, **fields)
        user.set_password(password)
        user.full_clean(exclude=["password"])
        with transaction.atomic(using=self._db):
            user.save(using=self._db)
            if address and user.email_is_verified:
                from allauth.account.models import EmailAddress

                EmailAddress.objects.create(user=user, email=address, primary=True, verified=True)
        return user

    def create_superuser(
        self, handle: str, email: str | None = None, password: str | None = None, **fields: object
    ) -> "User":
        return self.create_user(handle, email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(handle__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who can sit at a table: a person, or a bot that a person answers for."""

    handle = models.CharField(
        _("handle"),
        max_length=24,
        unique=True,
        validators=[
            RegexValidator(
                r"^[A-Za-z][A-Za-z0-9_-]{2,23}\Z",
                _("3 to 24 letters, digits, - or _, beginning with a letter."),
            )
        ],
        help_text=_("Public. How others name you at a table."),
    )
    # How the handle looks (accounts.lookalikes), and nobody else's does. Of two that looked alike
    # before anybody compared, the later has "#" and its number behind it.
    skeleton = models.CharField(max_length=48, null=True, editable=False)  # noqa: DJ001
    email = AddressOrNoneField(
        _("mail address"), null=True, blank=True, help_text=_("Never shown to other players.")
    )
    # Before that, nothing but the code that verifies it is mailed to the address.
    email_is_verified = models.BooleanField(_("address verified"), default=False, db_default=False)
    name = models.CharField(
        _("shown name"), max_length=40, blank=True, help_text=_("Public. Empty: the handle.")
    )
    language = models.CharField(_("language"), max_length=2, choices=languages, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    is_bot = models.BooleanField(_("bot"), default=False, help_text=_("Public."))
    owner = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="bots",
        help_text=_("Public. Who answers for this bot."),
    )
    # Of an account that is gone: whose it was, by merging or as a bot's owner. What it has seen of
    # games they have seen (games.models.knowing).
    same_human_as = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="+", editable=False, db_index=False
    )
    # Plays before signing up, and only to practise (accounts.services.guests).
    is_guest = models.BooleanField(default=False, db_default=False, editable=False)
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # Asked for, confirmed (then it is due at the end of the grace), done.
    deletion_asked_at = models.DateTimeField(null=True, blank=True, editable=False)
    deletion_due_at = models.DateTimeField(null=True, blank=True, editable=False)
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    # What staff have decided. A suspension without an end lasts until staff end it.
    suspended_until = models.DateTimeField(null=True, blank=True, editable=False)
    silenced_until = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[People] = People()

    USERNAME_FIELD = "handle"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]
    # What the admin neither shows nor reads (accounts.admin_base).
    SECRETS = ("password",)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(
                Lower("handle"),
                name="one_person_per_handle",
                violation_error_message=_("This handle is taken. Choose another."),
            ),
            models.UniqueConstraint(
                fields=["skeleton"],
                condition=models.Q(skeleton__isnull=False),
                name="one_person_per_look",
                violation_error_message=_("This handle is taken. Choose another."),
            ),
            models.UniqueConstraint(Lower("email"), name="one_person_per_address"),
            models.CheckConstraint(
                condition=models.Q(is_bot=True) | models.Q(owner=None), name="only_bots_are_owned"
            ),
        ]
        indexes = [
            models.Index(fields=["same_human_as"], name="accounts_same_human"),
            # As `people.search_people` asks.
            *(
                GinIndex(OpClass(Upper(name), name="gin_trgm_ops"), name=f"accounts_{name}_search")
                for name in ("handle", "name")
            ),
            # The sweep reads whose grace has ended and nothing else.
            models.Index(
                fields=["deletion_due_at"],
                name="deletion_due",
                condition=models.Q(deletion_due_at__isnull=False),
            ),
            models.Index(
                fields=["last_login"], name="guests_by_visit", condition=models.Q(is_guest=True)
            ),
            models.Index(
                fields=["suspended_until"],
                name="suspension_ends",
                condition=models.Q(suspended_until__isnull=False),
            ),
        ]
        permissions = [
            ("suspend_user", "Can suspend people and let them in again"),
            ("rename_user", "Can give people another handle"),
            ("merge_user", "Can merge two accounts"),
            ("anonymise_user", "Can anonymise people"),
        ]

    def __str__(self) -> str:
        return self.handle

    def clean(self) -> None:
        super().clean()
        self._look()

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        if update_fields is not None and not {"handle", "name"}.isdisjoint(update_fields):
            update_fields = {*update_fields, "skeleton"}
        if update_fields is None or "skeleton" in update_fields:
            self._look()
        super().save(*args, update_fields=update_fields, **options)

    def _look(self) -> None:
        self.name = clean_name(self.name)
        # Who is gone looks like nobody: no skeleton has a "-", and what is called gone-… has.
        look = self.handle if self.erased_at else skeleton(self.handle)
        if (self.skeleton or "").partition("#")[0] != look:
            self.skeleton = look

    @property
    def shown_name(self) -> str:
        if self.erased_at:
            return gettext("a former player")
        return self.name or self.handle

    @property
    def name_in_full(self) -> str:
        """Beside others: who is called so is told by the handle alone."""
        return in_full(self.shown_name, None if self.erased_at else self.handle)

    @property
    def human(self) -> int:
        """Whose account this is, or was: one number for all of theirs, and for their bots."""
        return self.same_human_as_id or self.owner_id or self.pk

    @property
    def is_silenced(self) -> bool:
        """Whether staff have taken talk from this person for a while."""
        return self.silenced_until is not None and self.silenced_until > moment.now()

    @property
    def is_reachable(self) -> bool:
        """Whether anything may be mailed to this person."""
        return bool(self.email and self.email_is_verified and not self.is_bot)


class KeptHandle(models.Model):
    """A handle that somebody gave up, kept for a while from everybody else.

    Only a keyed digest is stored: a person who leaves leaves no name behind.
    """

    digest = models.BinaryField(max_length=32, unique=True)
    person = models.ForeignKey(User, models.CASCADE, related_name="kept_handles")
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"until {self.until:%Y-%m-%d}"
