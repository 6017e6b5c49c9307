"""Who calls and how the table stands, by one query: most who look know it already, or somebody
has just been shown the same; and whoever moves is about to change it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from accounts import tokens
from accounts.api.authentication import Beside, TokenAuthentication, find_holder, find_rows
from accounts.models import User
from games import services
from games.selectors.standing import Standing, read_standing, standing_column
from oriflamme_site.rest.again import Basis
from oriflamme_site.rest.request import Grant, Request

_STANDING = Beside(standing_column("u.id"), 1)
_columns, _width, _joined = services.POSITION
_POSITION = Beside(_columns, _width, _joined.format(may="'play' = ANY(t.scopes)"))
_COLUMN_OF_MANY = standing_column("u.id", "asked.beside")


@dataclass(frozen=True, slots=True)
class PollGrant(Grant):
    # None: not known, or not to be seen; the ordinary way tells which.
    standing: Standing | None = None
    # What an answer is made of that says no more than this; none of an app.
    basis: Basis | None = None


class PollAuthentication(TokenAuthentication):
    def find(self, request: Request, token: str) -> tuple[User, Grant]:
        if request.GET:
            return super().find(request, token)
        key = request.parser_context["kwargs"]["key"]
        person, grant, row = find_holder(token, _STANDING, key)
        return person, PollGrant(
            grant.scopes,
            by_app=grant.by_app,
            maker=grant.maker,
            ends_at=grant.ends_at,
            standing=read_standing(row[0]) if row else None,
            basis=Basis(_read, (tokens.digest(token), key), row) if row else None,
        )


@dataclass(frozen=True, slots=True)
class MoveGrant(Grant):
    # None: not found with it, as by an app.
    position: services.Position | None = None


class MoveAuthentication(TokenAuthentication):
    def find(self, request: Request, token: str) -> tuple[User, Grant]:
        key = request.parser_context["kwargs"]["key"]
        person, grant, row = find_holder(token, _POSITION, key)
        return person, MoveGrant(
            grant.scopes,
            by_app=grant.by_app,
            maker=grant.maker,
            ends_at=grant.ends_at,
            position=services.as_position(row) if row else None,
        )


def _read(keys: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """In a thread that no request has: its connection goes back by itself."""
    try:
        return find_rows(keys, _COLUMN_OF_MANY)
    finally:
        connection.close()
