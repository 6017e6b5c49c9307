"""Passkeys, where allauth is too trusting: what it does not understand is refused, a copy of a key
is noticed, and a key does not tell whose account it is by its number.

Every way in – pages and API – asks these functions of its module, and it offers no other place.
"""

import uuid
from collections.abc import Callable
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.db import transaction
from fido2.utils import websafe_decode

from accounts.models import Profile, User

# What a response of another shape makes of the library.
_UNREADABLE = (AttributeError, LookupError, RecursionError, TypeError, ValueError)


def be_strict() -> None:
    for name in ("parse_registration_response", "complete_registration"):
        setattr(auth, name, _refusing(getattr(auth, name)))
    auth.parse_authentication_response = _refusing(auth.parse_authentication_response)
    auth.extract_user_from_response = _refusing(_whose(auth.extract_user_from_response))
    auth.complete_authentication = _refusing(_never_back(auth.complete_authentication))


def _refusing(read: Callable[..., Any]) -> Callable[..., Any]:
    def refusing(*args: object) -> object:
        try:
            return read(*args)
        except _UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error

    return refusing


def _whose(by_number: Callable[..., User]) -> Callable[..., User]:
    def whose(response: dict[str, Any]) -> User:
        handle = websafe_decode(response["response"]["userHandle"])
        if len(handle) != 16:
            return by_number(response)  # made when keys called their accounts by number
        found = Profile.objects.select_related("user").filter(
            passkey_handle=uuid.UUID(bytes=handle)
        )
        return found[0].user

    return whose


def _never_back(complete: Callable[..., Authenticator]) -> Callable[..., Authenticator]:
    def never_back(person: User, response: dict[str, object]) -> Authenticator:
        """A key that counts its answers counts on; one that begins anew is a copy (WebAuthn, 7.2).
        Those that never count always say 0."""
        found = complete(person, response)
        said = auth.AuthenticationResponse.from_dict(response).response.authenticator_data.counter
        with transaction.atomic():
            row = Authenticator.objects.select_for_update().get(pk=found.pk)
            before = row.data.get("counter", row.wrap().authenticator_data.counter)
            if said <= before and (said or before):
                raise get_adapter().validation_error("incorrect_code")
            row.data["counter"] = said
            row.save(update_fields=["data"])
        return row

    return never_back
