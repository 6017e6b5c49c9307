"""Who calls: the holder of a token, somebody signed in by a browser, or a stranger."""

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.http import HttpRequest
from django.middleware.csrf import CsrfViewMiddleware
from oauth2_provider.models import AccessToken, Application
from rest_framework.authentication import BaseAuthentication

from accounts import moment, tokens
from accounts.models import ApiToken, User
from accounts.services import LAST_USED_STEP, SCOPES
from oriflamme_site.rest import problems
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Grant, Request

ALL_SCOPES = frozenset(SCOPES)
# Guests play at practice tables: they talk to nobody and have no account to change.
GUEST_SCOPES = frozenset({"read", "play", "organise"})
_CSRF_SAFE = {"GET", "HEAD", "OPTIONS"}

# The person's columns in the order in which Model.from_db wants them, but for what no request of
# a program needs: the password's hash, and what is read in places where one query more is nothing.
_LEFT_OUT = {"password", "last_login", "created_at"}
_COLUMNS = {f.attname: None for f in User._meta.concrete_fields if f.attname not in _LEFT_OUT}
_FIND = (
    "SELECT {beside}t.id, t.scopes, t.expires_at, "  # noqa: S608
    "t.last_used_at IS NULL"
    f" OR now() - t.last_used_at > interval '{LAST_USED_STEP.total_seconds()} s', "
    f"{', '.join(f'u.{n}' for n in _COLUMNS)}"
    f" FROM {ApiToken._meta.db_table} t JOIN {User._meta.db_table} u ON u.id = t.user_id"
    " {joined} WHERE t.digest = {digest} AND t.revoked_at IS NULL AND u.is_active"
    " AND (t.expires_at IS NULL OR t.expires_at > now())"
)


class Beside(NamedTuple):
    """So many columns that are read in the same statement, of what is joined to the person u."""

    columns: str
    width: int
    joined: str = ""


@cache
def _find(beside: Beside | None) -> str:
    columns, joined = (f"{beside.columns}, ", beside.joined) if beside else ("", "")
    return _FIND.format(beside=columns, joined=joined, digest="%s")


class Holder(NamedTuple):
    """Whose token it is, and the row that says so, which begins with what was read beside it; none
    of an app."""

    person: User
    grant: Grant
    row: tuple[Any, ...] | None = None


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer …`: a token of one's own, or the key of an app."""

    def authenticate(self, request: Request) -> tuple[User, Grant] | None:  # type: ignore[override]
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        kind, _, token = header.partition(" ")
        if kind.lower() != "bearer":
            raise Problem(problems.BAD_TOKEN)
        return self.find(request, token.strip())

    def find(self, request: Request, token: str) -> tuple[User, Grant]:
        person, grant, _row = find_holder(token)
        return person, grant


class SessionAuthentication(BaseAuthentication):
    """A browser that is signed in; to change anything it sends its CSRF token as well."""

    def authenticate(self, request: Request) -> tuple[User, Grant] | None:  # type: ignore[override]
        person = request.asked.user if request.META.get("HTTP_COOKIE") else None
        if person is None or not person.is_authenticated:
            return None
        _check_csrf(request.asked)
        scopes = GUEST_SCOPES if person.is_guest else ALL_SCOPES
        return person, Grant(scopes, by_session=True)


def find_holder(token: str, beside: Beside | None = None, *parameters: str) -> Holder:
    """For whom the bearer acts, in one statement without the ORM: every request of a program pays
    for this."""
    if not tokens.is_well_formed(token):
        return _by_app(token)
    with connection.cursor() as cursor:
        cursor.execute(_find(beside), [*parameters, tokens.digest(token)])
        row = cursor.fetchone()
    if row is None:
        raise Problem(problems.BAD_TOKEN)
    pk, scopes, ends_at, is_long_unused, *person = row[beside.width if beside else 0 :]
    if is_long_unused:
        # Not twice by requests that come together.
        now = moment.now()
        ApiToken.objects.filter(pk=pk).exclude(last_used_at__gt=now - timedelta(seconds=1)).update(
            last_used_at=now
        )
    bearer = User.from_db("default", _COLUMNS, person)
    return Holder(bearer, Grant(frozenset(scopes), ends_at=ends_at), row)


@cache
def _find_many(column: str) -> str:
    # A row that is not found is one without values. What is asked comes by subqueries: else the
    # planner would see how much it is, and plan anew each time.
    found = _FIND.format(beside=f"{column}, ", joined="", digest="asked.digest")
    return (
        "SELECT found.* FROM unnest((SELECT %s::bytea[]), (SELECT %s::text[]))"  # noqa: S608
        " WITH ORDINALITY asked(digest, beside, at)"
        f" LEFT JOIN LATERAL ({found}) found ON true ORDER BY at"
    )


def find_rows(asked: Sequence[tuple[bytes, str]], column: str) -> list[tuple[Any, ...]]:
    """The rows of holders by the digests of their tokens, each with what `column` says of
    `asked.beside`; to be held against rows of `find_holder`."""
    with connection.cursor() as cursor:
        cursor.execute(_find_many(column), [list(one) for one in zip(*asked, strict=True)])
        return list(cursor.fetchall())


# For whom an app acts, with which rights, and whose it is: its maker's human (User.human), and
# nobody's number if nobody has registered it.
_FIND_BY_APP = (
    "SELECT k.scope, coalesce(m.same_human_as_id, m.owner_id, m.id, 0), "  # noqa: S608
    f"{', '.join(f'u.{n}' for n in _COLUMNS)}"
    f" FROM {AccessToken._meta.db_table} k JOIN {User._meta.db_table} u ON u.id = k.user_id"
    f" LEFT JOIN {Application._meta.db_table} a ON a.id = k.application_id"
    f" LEFT JOIN {User._meta.db_table} m ON m.id = a.user_id"
    " WHERE k.token_checksum = %s AND k.expires > %s AND u.is_active"
)


def _by_app(key: str) -> Holder:
    """The person who connected an app that holds this key, with the rights they gave it."""
    with connection.cursor() as cursor:
        cursor.execute(_FIND_BY_APP, [hashlib.sha256(key.encode()).hexdigest(), moment.now()])
        row = cursor.fetchone()
    if row is None:
        raise Problem(problems.BAD_TOKEN)
    scope, maker, *person = row
    bearer = User.from_db("default", _COLUMNS, person)
    scopes = frozenset(scope.split()) & ALL_SCOPES
    return Holder(
        bearer, Grant(scopes, by_app=True, maker=None if maker == bearer.human else maker)
    )


class _Csrf(CsrfViewMiddleware):
    """Django's check, asked as a question."""

    def _reject(self, request: HttpRequest, reason: str) -> None:
        raise Problem(problems.CSRF)


def _nothing(_request: HttpRequest) -> None:
    return None


def _check_csrf(request: HttpRequest) -> None:
    if request.method in _CSRF_SAFE:
        return
    check = _Csrf(_nothing)  # type: ignore[arg-type]
    check.process_request(request)
    check.process_view(request, None, (), {})  # type: ignore[arg-type]
