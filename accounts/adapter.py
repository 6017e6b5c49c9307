"""Where allauth meets this house: its mail goes to the outbox, its secrets are kept encrypted,
and its throttles lock out nobody but whoever tries.
"""

import hashlib
from datetime import datetime
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import rooms
from accounts.models import User
from accounts.secret import Address, Secret, address, shown
from accounts.services import access, undoing
from accounts.services.leaving import UNVERIFIED_KEPT
from accounts.services.passkeys import handle_of
from accounts.services.people import handle_is_free, keep_handle
from accounts.vault import vault

# Letters that hold a code, or that are of no use when they come late.
PASSING = {
    "account/email/email_confirmation",
    "account/email/email_confirmation_signup",
    "account/email/login_code",
    "account/email/password_reset_code",
    "account/email/account_already_exists",
}
# A new password ends sessions and nothing else: these say what else opens the account.
ABOUT_PASSWORDS = {f"account/email/password_{done}" for done in ("changed", "reset", "set")}
# As many letters with a code one network address may have sent to one mail address in an hour.
CODES_AN_HOUR = 10


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    # --- Mail ----------------------------------------------------------------------------

    def send_mail(
        self, template_prefix: str, email: str | Address, context: dict[str, Any]
    ) -> None:
        """Promise the letter; a worker words and sends it in the person's language."""
        email = address(email)
        person = context.get("user") or self._whose(email)
        if person is None:
            return  # nobody here has given this address as theirs
        if template_prefix == "account/email/email_changed":
            context["undo"] = undoing.link_key(person=person, address=context["from_email"])
        elif template_prefix in ABOUT_PASSWORDS:
            context |= access.access_of(person).counts()
        passing = template_prefix in PASSING
        if passing and not self._may_send_code(email):
            return
        rooms.tell(
            person=person,
            letter=template_prefix,
            to=email,
            lasts=settings.CODE_SECONDS if passing else None,
            **{key: _as_json(value) for key, value in context.items() if _is_fact(value)},
        )

    def _whose(self, email: Address) -> User | None:
        request = allauth_context.request
        if request is not None and request.user.is_authenticated:
            return request.user  # type: ignore[no-any-return]
        people = filter_users_by_email(email, prefer_verified=True)
        return people[0] if people else None

    def _may_send_code(self, email: Address) -> bool:
        """Nobody can fill a stranger's mailbox with codes – nor keep codes from them, as each
        network address has its own count. Refused without a word, or it would tell who is here.
        """
        network = self.get_client_ip(allauth_context.request)
        key = hashlib.sha256(f"codes {network} {email.reveal()}".encode()).hexdigest()
        cache.add(key, 0, timeout=3600)
        try:
            return int(cache.incr(key)) <= CODES_AN_HOUR
        except ValueError:  # it ended between the two lines, or the cache is away
            return True

    def send_account_already_exists_mail(self, email: str | Address) -> None:
        # As much work as hashing the password of somebody who is new.
        make_password("somebody who is here already")
        request = allauth_context.request
        person = self._whose(address(email))
        if person is not None:
            # Else it would show by its handle staying free that no account was made.
            keep_handle(request.wanted_handle, person=person, lasts=UNVERIFIED_KEPT)
        super().send_account_already_exists_mail(email)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        *given: Any,
        **more: Any,
    ) -> None:
        """Said to whoever has just named the address, or reads what comes to it."""
        told = {name: shown(fact) for name, fact in (message_context or {}).items()}
        super().add_message(request, level, message_template, told, *given, **more)

    # --- Codes -----------------------------------------------------------------------------

    def generate_login_code(self) -> Secret[str]:
        return Secret(super().generate_login_code())

    def generate_password_reset_code(self) -> Secret[str]:
        return Secret(super().generate_password_reset_code())

    def generate_email_verification_code(self) -> Secret[str]:
        return Secret(super().generate_email_verification_code())

    # --- Signing up and changing ----------------------------------------------------------

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """To what else opens the account, with the button that ends all of it."""
        return reverse("access")

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        user.language = get_language() or "en"
        return super().save_user(request, user, form, commit)  # type: ignore[no-any-return]

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Called for a code that is typed in where the account was made, and for no other way of
        proving an address: here whoever reads the mail chose the password, too."""
        request.is_where_it_was_made = True  # type: ignore[attr-defined]
        return super().confirm_email(request, email_address)  # type: ignore[no-any-return]

    def clean_username(self, username: str, shallow: bool = False) -> str:
        for validator in User._meta.get_field("handle").validators:
            validator(username)
        if not shallow and not handle_is_free(username):
            raise ValidationError(_("This handle is taken. Choose another."), code="username_taken")
        return username

    # --- Throttles -----------------------------------------------------------------------

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: object) -> str:
        """Wrong passwords count for an account *as tried from one network*: whoever tries
        elsewhere does not keep its owner out."""
        named = {name: shown(one) for name, one in credentials.items()}
        whose = super()._get_login_attempts_cache_key(request, **named)
        return f"{whose} {self.get_client_ip(request)}"


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """A stolen copy of the database holds no second factor."""

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, object]:
        entity: dict[str, object] = super().get_public_key_credential_user_entity(user)
        return {**entity, "id": handle_of(user)}

    def _get_user_identifier(self, user: User) -> str:
        """Beside the site's name in their own authenticator app and list of passkeys."""
        return user.email.reveal() if user.email else user.handle

    def encrypt(self, text: str) -> str:
        return vault("second").encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return vault("second").decrypt(encrypted_text.encode()).decode()


def _is_fact(value: object) -> bool:
    return isinstance(value, str | int | datetime | Secret)


def _as_json(value: object) -> object:
    if isinstance(value, datetime):
        return timezone.localtime(value).strftime("%Y-%m-%d %H:%M %Z")
    return value
