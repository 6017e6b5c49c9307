"""Which ways of OAuth 2 exist here: authorization code with PKCE, refresh, and devices."""

from typing import Any

from oauth2_provider.oauth2_validators import OAuth2Validator

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
WAYS = {"authorization_code", "refresh_token", DEVICE}


class Validator(OAuth2Validator):  # type: ignore[misc]
    """Refuses the ways that would hand over passwords or tokens in addresses, whatever an
    app's row in the database says; and people who may not sign in."""

    def validate_grant_type(
        self, client_id: str, grant_type: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        return grant_type in WAYS and bool(
            super().validate_grant_type(client_id, grant_type, client, request, *args, **kwargs)
        )

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        is_good = super().validate_refresh_token(refresh_token, client, request, *args, **kwargs)
        return bool(is_good and request.user.is_active)
