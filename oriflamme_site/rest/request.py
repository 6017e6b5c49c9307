"""A request of the API: who calls, with what right, in which language."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.http import HttpRequest
from rest_framework import request

from oriflamme_site.rest import problems
from oriflamme_site.rest.problems import Problem

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class Grant:
    """The right that a request came with: `request.auth`."""

    scopes: frozenset[str] = frozenset()
    # A browser's session sends its cookie by itself; a token never comes by itself.
    by_session: bool = False
    # Somebody else's program, which its person has connected.
    by_app: bool = False
    # … and somebody else has made it: the number of that human (accounts.models.User.human).
    maker: int | None = None
    # When the key ends by itself.
    ends_at: datetime | None = None


class Request(request.Request):
    # What the request asks for; else what the person reads; else the site's.
    language: str

    @property
    def viewer(self) -> "User | None":
        """Whoever looks; None for a stranger."""
        user = self.user
        return user if user.is_authenticated else None

    @property
    def person(self) -> "User":
        """The person who calls, where nobody but a person may."""
        if self.viewer is None:
            raise Problem(problems.SIGN_IN)
        return self.viewer

    @property
    def asked(self) -> HttpRequest:
        """Django's own request, for what knows no other."""
        return self._request
