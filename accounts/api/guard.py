"""What more than a scope is asked of who makes keys or decides about the account itself.

A key hands on no more than it is: neither rights that it lacks, nor a longer life. An app that
somebody has connected makes none at all, for what it made would outlive its being disconnected.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime

from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.api import problems
from accounts.api.caller import Caller
from accounts.api.endpoint import Call
from accounts.api.problems import FieldError, Problem

REAUTHENTICATE = problems.register(
    "reauthenticate",
    403,
    gettext_noop(
        "Show once more that it is you: POST your password to "
        "/api/v1/auth/browser/v1/auth/reauthenticate, then send this again."
    ),
)
NOT_FOR_APPS = problems.register(
    "not_for_apps",
    403,
    gettext_noop("An app that you have connected makes no keys and no bots. Do it yourself."),
)


def must_be_sure(call: Call) -> None:
    """For what an unwatched browser must not do, as on the pages."""
    if call.caller.by_session and not did_recently_reauthenticate(call.request):
        raise Problem(REAUTHENTICATE)


def must_be_own(call: Call) -> None:
    """The person, lately sure to be it, or a program of their own."""
    if call.caller.by_app:
        raise Problem(NOT_FOR_APPS)
    must_be_sure(call)


def must_not_outgrow(caller: Caller, scopes: Iterable[str], ends_at: datetime | None) -> None:
    """Else a key that leaked could make itself a stronger one, or one for ever."""
    wrong: list[FieldError] = []
    if not caller.scopes.issuperset(scopes):
        detail = _("This request may not do that itself, so it cannot hand it on.")
        wrong.append({"field": "scopes", "code": "not_yours", "detail": detail})
    if caller.ends_at is not None and (ends_at is None or ends_at > caller.ends_at):
        detail = _("The key of this request ends earlier, and so must one that it makes.")
        wrong.append({"field": "expires_at", "code": "outlives", "detail": detail})
    if wrong:
        raise Problem(problems.UNFIT, errors=wrong)


@contextmanager
def telling_refusals(field: str = "") -> Iterator[None]:
    """What a service refuses, as a problem; `field` is meant where the service names none."""
    try:
        yield
    except ValidationError as refusal:
        by_field = refusal.error_dict if hasattr(refusal, "error_dict") else {field: [refusal]}
        wrong: list[FieldError] = [
            {
                "field": field if name == NON_FIELD_ERRORS else name,
                "code": error.code or "invalid",
                "detail": " ".join(error.messages),
            }
            for name, errors in by_field.items()
            for several in errors
            for error in several.error_list
        ]
        raise Problem(problems.UNFIT, errors=wrong) from None
