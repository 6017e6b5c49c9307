"""Who calls: the holder of a token, somebody signed in by a browser, or a stranger."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.http import HttpRequest
from django.middleware.csrf import CsrfViewMiddleware
from django.utils import timezone

from accounts import tokens
from accounts.api import problems
from accounts.api.problems import Problem
from accounts.models import ApiToken, User
from accounts.services import LAST_USED_STEP, SCOPES
from accounts.services.programs import find_by_key

ALL_SCOPES = frozenset(SCOPES)
# Guests play at practice tables: they talk to nobody and have no account to change.
GUEST_SCOPES = frozenset({"read", "play", "organise"})
_CSRF_SAFE = {"GET", "HEAD", "OPTIONS"}


@dataclass(frozen=True, slots=True)
class Caller:
    person: User | None
    scopes: frozenset[str]
    # A browser's session sends its cookie by itself; a token never comes by itself.
    by_session: bool = False
    # Somebody else's program, which its person has connected.
    by_app: bool = False
    # When the key ends by itself.
    ends_at: datetime | None = None


STRANGER = Caller(None, frozenset())

# The person's columns in the order in which Model.from_db wants them, but for the password's
# hash, which no request needs.
_COLUMNS = [f.attname for f in User._meta.concrete_fields if f.attname != "password"]
_FIND = (
    "SELECT {beside}, t.id, t.scopes, t.last_used_at, t.expires_at, "  # noqa: S608
    f"{', '.join(f'u.{n}' for n in _COLUMNS)}"
    f" FROM {ApiToken._meta.db_table} t JOIN {User._meta.db_table} u ON u.id = t.user_id"
    " WHERE t.digest = %s AND t.revoked_at IS NULL AND u.is_active"
    " AND (t.expires_at IS NULL OR t.expires_at > now())"
)


def find_caller(request: HttpRequest) -> Caller:
    return find_caller_and(request, "NULL", [])[0]


def find_caller_and(request: HttpRequest, column: str, parameters: list[str]) -> tuple[Caller, Any]:
    """Who calls, and beside it what one more column says, where a token is looked up."""
    header = request.META.get("HTTP_AUTHORIZATION")
    if header is not None:
        kind, _, token = header.partition(" ")
        if kind.lower() != "bearer":
            raise Problem(problems.BAD_TOKEN)
        return _by_token(token.strip(), column, parameters)
    if request.COOKIES and request.user.is_authenticated:
        _check_csrf(request)
        scopes = GUEST_SCOPES if request.user.is_guest else ALL_SCOPES
        return Caller(request.user, scopes, by_session=True), None
    return STRANGER, None


def _by_token(token: str, column: str, parameters: list[str]) -> tuple[Caller, Any]:
    """The same promise as accounts.services.find_api_token, in one statement without the ORM:
    every request of a program pays for this."""
    if not tokens.is_well_formed(token):
        return _by_app(token), None
    with connection.cursor() as cursor:
        cursor.execute(_FIND.format(beside=column), [*parameters, tokens.digest(token)])
        row = cursor.fetchone()
    if row is None:
        raise Problem(problems.BAD_TOKEN)
    beside, pk, scopes, last_used_at, ends_at, *person = row
    now = timezone.now()
    if last_used_at is None or now - last_used_at > LAST_USED_STEP:
        # Not twice by requests that come together.
        ApiToken.objects.filter(pk=pk).exclude(last_used_at__gt=now - timedelta(seconds=1)).update(
            last_used_at=now
        )
    bearer = User.from_db("default", _COLUMNS, person)
    return Caller(bearer, frozenset(scopes), ends_at=ends_at), beside


def _by_app(key: str) -> Caller:
    """The person who connected an app that holds this key, with the rights they gave it."""
    found = find_by_key(key)
    if found is None:
        raise Problem(problems.BAD_TOKEN)
    return Caller(*found, by_app=True)


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
