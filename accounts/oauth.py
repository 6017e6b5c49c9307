"""Which ways of OAuth 2 exist here: authorization code with PKCE, refresh, and devices."""

import uuid
from typing import Any

from django.db.models import Q
from django.utils.crypto import salted_hmac
from oauth2_provider.models import AccessToken, Grant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
WAYS = {"authorization_code", "refresh_token", DEVICE}


class Validator(OAuth2Validator):  # type: ignore[misc]
    """Refuses the ways that would hand over passwords or tokens in addresses, whatever an
    app's row in the database says; and people who may not sign in."""

    def validate_grant_type(
        self, client_id: str, grant_type: str, *more: Any, **facts: Any
    ) -> bool:
        if grant_type not in WAYS:
            return False
        return bool(super().validate_grant_type(client_id, grant_type, *more, **facts))

    def validate_code(
        self, client_id: str, code: str, client: object, *more: Any, **facts: Any
    ) -> bool:
        # Of two at the same instant the later one finds the code used.
        Grant.objects.select_for_update().filter(code=code, application=client).first()
        is_good = bool(super().validate_code(client_id, code, client, *more, **facts))
        if not is_good:
            # If it was used before, one of the two who have it is a thief (RFC 9700, 2.1.1).
            family = RefreshToken.objects.filter(application=client, token_family=_family_of(code))
            AccessToken.objects.filter(
                Q(refresh_token__in=family) | Q(source_refresh_token__in=family)
            ).delete()
            family.delete()
        return is_good

    def _create_refresh_token(
        self, request: Any, refresh_token_code: str, access_token: object, previous: object
    ) -> object:
        made = super()._create_refresh_token(request, refresh_token_code, access_token, previous)
        if previous is None and request.code:
            made.token_family = _family_of(request.code)
            made.save(update_fields=["token_family"])
        return made

    def validate_refresh_token(
        self, refresh_token: str, client: object, request: Any, *args: object, **kwargs: object
    ) -> bool:
        is_good = super().validate_refresh_token(refresh_token, client, request, *args, **kwargs)
        return bool(is_good and request.user.is_active)


def _family_of(code: str) -> uuid.UUID:
    """What all keys that came of one code have in common; it does not tell the code."""
    return uuid.UUID(bytes=salted_hmac("accounts.oauth", code, algorithm="sha256").digest()[:16])
