"""Who calls and how the table stands, by one query: most who look know it already, or somebody
has just been shown the same."""

from dataclasses import dataclass

from accounts.api.authentication import TokenAuthentication, find_holder
from accounts.models import User
from games.selectors.standing import Standing, read_standing, standing_column
from oriflamme_site.rest.request import Grant, Request

_COLUMN = standing_column("u.id")


@dataclass(frozen=True, slots=True)
class PollGrant(Grant):
    # None: not known, or not to be seen; the ordinary way tells which.
    standing: Standing | None = None


class PollAuthentication(TokenAuthentication):
    def find(self, request: Request, token: str) -> tuple[User, Grant]:
        if request.GET:
            return super().find(request, token)
        key = request.parser_context["kwargs"]["key"]
        (person, grant), beside = find_holder(token, _COLUMN, key)
        return person, PollGrant(
            grant.scopes,
            by_app=grant.by_app,
            maker=grant.maker,
            ends_at=grant.ends_at,
            standing=read_standing(beside),
        )
