"""Who may come in with a password. Codes by mail are in `adapter`, those of an app in `totp`,
passkeys in `passkeys`, and what of allauth is used in `oriflamme_site.account_settings`.

Every session names this file: who renames it signs everybody out.
"""

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.models import User


class Backend(AuthenticationBackend):  # type: ignore[misc]
    """Whose address was never verified comes in by a code that is mailed to it.

    With a password they would tell by coming in that their signing up made an account, and so
    that the address was not known before.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: object) -> User | None:
        person: User | None = super().authenticate(request, **credentials)
        is_unverified = person and person.email and not person.email_is_verified
        return None if is_unverified else person
