"""Addresses and mailed codes in allauth's hands: secrets in its rows and processes, and told where
it needs the text – to compare, to count tries, to answer their owner.

Every way in asks these functions of its modules, and it offers no other place. A way that is not
here fails, as an address refuses to be part of a text and a code is none: it tells nothing.
"""

from collections.abc import Callable
from inspect import signature
from typing import Any

from allauth.account import forms, utils
from allauth.account.internal import userkit
from allauth.account.internal.flows import login, login_by_code, password_reset
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.models import EmailAddress, Login
from allauth.core.internal import ratelimit
from allauth.headless.account import inputs
from allauth.headless.internal.restkit.response import APIResponse

from accounts.secret import Address, address, shown
from accounts.secret_fields import AddressField


def keep_secret() -> None:
    column = EmailAddress._meta.get_field("email")
    column.__class__ = AddressField  # the same column, read as ours are
    EmailAddress.email = AddressField.descriptor_class(column)
    EmailAddress.__str__ = lambda row: f"address {row.pk}"
    process = AbstractCodeVerificationProcess
    process.initial_state = classmethod(_of_secrets(process.initial_state.__func__))
    process.record_change = _of_secrets(process.record_change)
    Login.__init__ = _of_secrets(Login.__init__)
    for flow in (login, login_by_code, password_reset):
        flow.record_authentication = _nameless(flow.record_authentication)
    userkit.unicode_ci_compare = _telling(userkit.unicode_ci_compare)
    utils.valid_email_or_none = _telling(utils.valid_email_or_none)
    ratelimit.get_cache_key = _telling(ratelimit.get_cache_key)
    for module in (forms, inputs):
        module.compare_user_code = _telling(module.compare_user_code)
    APIResponse.__init__ = _to_its_owner(APIResponse.__init__)


def _of_secrets(note: Callable[..., Any]) -> Callable[..., Any]:
    """What is noted of an address, and kept in a session."""

    def of_secrets(*given: Any, **named: Any) -> Any:
        asked = signature(note).bind(*given, **named)
        if asked.arguments.get("email"):
            asked.arguments["email"] = address(asked.arguments["email"])
        return note(*asked.args, **asked.kwargs)

    return of_secrets


def _nameless(record: Callable[..., None]) -> Callable[..., None]:
    """By which address or name somebody came in is nobody's to read from their session later."""

    def nameless(*given: Any, **named: Any) -> None:
        kept = {name: said for name, said in named.items() if name not in ("email", "username")}
        record(*given, **kept)

    return nameless


def _telling(ask: Callable[..., Any]) -> Callable[..., Any]:
    def telling(*given: Any, **named: Any) -> Any:
        return ask(*map(shown, given), **{name: shown(one) for name, one in named.items()})

    return telling


def _to_its_owner(init: Callable[..., None]) -> Callable[..., None]:
    def answer(self: APIResponse, *given: Any, data: Any = None, **named: Any) -> None:
        init(self, *given, data=_with_addresses(data), **named)

    return answer


def _with_addresses(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: _with_addresses(one) for name, one in data.items()}
    if isinstance(data, list):
        return [_with_addresses(one) for one in data]
    return data.reveal() if isinstance(data, Address) else data
