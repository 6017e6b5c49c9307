"""People and programs, and the keys by which programs act for people."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LANGUAGES = [("en", "English"), ("uk", "Українська"), ("ru", "Русский"), ("it", "Italiano")]


class People(BaseUserManager["User"]):
    def create_user(
        self, handle: str, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "User":
        user = self.model(handle=handle, email=email or None, **fields)
        user.set_password(password)
        user.full_clean(exclude=["password"])
        user.save(using=self._db)
        return user

    def create_superuser(
        self, handle: str, email: str | None = None, password: str | None = None, **fields: Any
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
    email = models.EmailField(  # noqa: DJ001  bots and guests have none, and '' is not unique
        _("mail address"), null=True, blank=True, help_text=_("Never shown to other players.")
    )
    name = models.CharField(
        _("shown name"), max_length=40, blank=True, help_text=_("Public. Empty: the handle.")
    )
    language = models.CharField(_("language"), max_length=2, choices=LANGUAGES, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    is_bot = models.BooleanField(_("bot"), default=False, help_text=_("Public."))
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[People] = People()

    USERNAME_FIELD = "handle"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("handle"),
                name="one_person_per_handle",
                violation_error_message=_("This handle is taken. Choose another."),
            ),
            models.UniqueConstraint(Lower("email"), name="one_person_per_address"),
        ]

    def __str__(self) -> str:
        return self.handle

    @property
    def shown_name(self) -> str:
        return self.name or self.handle


class ApiToken(models.Model):
    """A key with which a program acts for a person. The key itself is never stored."""

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    scopes = ArrayField(models.CharField(max_length=12))
    digest = models.BinaryField(max_length=32, unique=True)
    # Enough of the key for its owner to recognise it in a list.
    hint = models.CharField(max_length=12)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"
