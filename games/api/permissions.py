"""What an app may reach that its person has connected and somebody else has made."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop
from rest_framework.permissions import BasePermission

from accounts.api.permissions import grant_of
from games.models import apps
from oriflamme_site.rest import problems
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request

if TYPE_CHECKING:  # the framework loads this module before its views
    from oriflamme_site.rest.endpoint import Endpoint

APP_CLOSED = problems.register(
    "app_closed",
    403,
    gettext_noop(
        "Until this game is over, apps that others made are shut out: whoever made one may sit "
        "here. Play it on the page, or with a token of your own."
    ),
    anywhere=True,
)


class OpenToApps(BasePermission):
    """Of one table: whether it is open to the app by which it is asked for."""

    asks_again = True

    def has_permission(self, request: Request, view: "Endpoint") -> bool:  # type: ignore[override]
        must_be_open(request, view.kwargs["key"])
        return True


def must_be_open(request: Request, key: str) -> None:
    maker = grant_of(request).maker
    if maker is not None and apps.closed([key], maker):
        raise Problem(APP_CLOSED)


def must_be_named(request: Request, *, anonymous: bool) -> None:
    """Of a table that is to be opened: the app would know who sits there."""
    if anonymous and grant_of(request).maker is not None:
        raise Problem(APP_CLOSED)
