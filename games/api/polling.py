"""A poll that finds nothing new costs one query: who calls and how the table stands, together."""

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.api import caller
from accounts.api.caller import Caller
from games.selectors.standing import Standing, read_standing, standing_column

_COLUMN = standing_column("u.id")


@dataclass(frozen=True, slots=True)
class Poller(Caller):
    # None: not known, or not to be seen; the ordinary way tells which.
    standing: Standing | None = None


def find_poller(request: HttpRequest, key: str) -> Caller:
    found, beside = caller.find_caller_and(request, _COLUMN, [key])
    if found.person is None or found.by_session:
        return found
    return Poller(found.person, found.scopes, standing=read_standing(beside))
