"""What who calls may do: by scope, in person, lately sure – and what a key may hand on.

A key hands on no more than it is: neither rights that it lacks, nor a longer life. An app that
somebody has connected makes none at all, for what it made would outlive its being disconnected;
nor, if somebody else has made the app, anything that tells or is told elsewhere.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from rest_framework.permissions import BasePermission

from accounts.api.authentication import ALL_SCOPES
from oriflamme_site.rest import problems
from oriflamme_site.rest.problems import FieldError, Problem
from oriflamme_site.rest.request import Grant, Request

if TYPE_CHECKING:  # the framework loads this module before its views
    from oriflamme_site.rest.endpoint import Endpoint

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
    gettext_noop(
        "No app that you have connected comes to this: keys, bots, and what leads elsewhere. Do it "
        "yourself."
    ),
    anywhere=True,
)


def grant_of(request: Request) -> Grant:
    """What the request may; who came in without a key may all, in person."""
    if isinstance(request.auth, Grant):
        return request.auth
    is_there = request.auth is None and request.viewer is not None
    return Grant(ALL_SCOPES, by_session=True) if is_there else Grant()


class HasScope(BasePermission):
    """Every view: the scope that it names for the method, or its person."""

    def has_permission(self, request: Request, view: "Endpoint") -> bool:  # type: ignore[override]
        if request.method == "OPTIONS":
            return True
        method = "GET" if request.method == "HEAD" else str(request.method)
        if request.viewer is None:
            if method not in view.open_to_strangers:
                raise Problem(problems.SIGN_IN)
            return True
        grant = grant_of(request)
        if method in view.in_person:
            if not grant.by_session:
                raise Problem(problems.IN_PERSON)
            return True
        needed = view.scopes[method]
        if needed not in grant.scopes:
            raise Problem(problems.MISSING_SCOPE, facts={"scope": needed})
        return True


class NotForAppsOfOthers(BasePermission):
    """Where an app would read along by another way, also when it is disconnected, or would learn
    at which tables its person sits: not for one that somebody else has made."""

    def has_permission(self, request: Request, view: "Endpoint") -> bool:  # type: ignore[override]
        if grant_of(request).maker is not None:
            raise Problem(NOT_FOR_APPS)
        return True


def must_be_sure(request: Request) -> None:
    """For what an unwatched browser must not do, as on the pages."""
    if grant_of(request).by_session and not did_recently_reauthenticate(request.asked):
        raise Problem(REAUTHENTICATE)


def must_be_own(request: Request) -> None:
    """The person, lately sure to be it, or a program of their own."""
    if grant_of(request).by_app:
        raise Problem(NOT_FOR_APPS)
    must_be_sure(request)


def must_not_outgrow(grant: Grant, scopes: Iterable[str], ends_at: datetime | None) -> None:
    """Else a key that leaked could make itself a stronger one, or one for ever."""
    wrong: list[FieldError] = []
    if not grant.scopes.issuperset(scopes):
        detail = _("This request may not do that itself, so it cannot hand it on.")
        wrong.append({"field": "scopes", "code": "not_yours", "detail": detail})
    if grant.ends_at is not None and (ends_at is None or ends_at > grant.ends_at):
        detail = _("The key of this request ends earlier, and so must one that it makes.")
        wrong.append({"field": "expires_at", "code": "outlives", "detail": detail})
    if wrong:
        raise Problem(problems.UNFIT, errors=wrong)
