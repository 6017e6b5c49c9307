"""The one way in: every request of the API passes through `Endpoint.dispatch`.

It is a view of REST framework for whoever describes it (the schema is made from it), but not in
how it runs: content negotiation, parsers, authenticators and renderers of the framework cost half
a millisecond a request, more than the work of most of them.
"""

from collections.abc import Callable
from typing import Any, ClassVar

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from rest_framework.renderers import JSONRenderer
from rest_framework.views import APIView

from accounts.api import answers, problems, throttle
from accounts.api.caller import STRANGER, Caller, find_caller
from accounts.api.problems import Problem
from accounts.models import User

log = structlog.get_logger("oriflamme.api")

READING = {"GET", "HEAD"}
# What an app's own errors become; each app adds its own (the one mapping of errors to HTTP).
_mappings: list[tuple[type[Exception], Callable[[Any], Problem]]] = []


def map_errors(family: type[Exception], to_problem: Callable[[Any], Problem]) -> None:
    _mappings.append((family, to_problem))


class Call:
    """One request: who calls, in which language, with what."""

    __slots__ = ("caller", "language", "request")

    def __init__(self, request: HttpRequest, caller: Caller, language: str) -> None:
        self.request = request
        self.caller = caller
        self.language = language

    @property
    def viewer(self) -> User | None:
        return self.caller.person

    @property
    def person(self) -> User:
        """The person who calls, where nobody but a person may."""
        if self.caller.person is None:
            raise Problem(problems.SIGN_IN)
        return self.caller.person


class Endpoint(APIView):
    """A resource: methods `get(self, call, **ids)`, `post` … that return an answer."""

    # The scope that each method needs; a method in `open_to_strangers` works without a person.
    scopes: ClassVar[dict[str, str]] = {}
    open_to_strangers: ClassVar[frozenset[str]] = frozenset()
    # Methods for the person alone, signed in: no scope of any key reaches them.
    in_person: ClassVar[frozenset[str]] = frozenset()
    # For the schema alone.
    renderer_classes = (JSONRenderer,)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        caller = STRANGER
        standing = None
        response: HttpResponseBase
        try:
            method = str(request.method)
            handler = self._handler(method)
            try:
                caller = self.find_caller(request, **kwargs)
            except Problem:
                # Whoever tries keys is counted like a stranger.
                throttle.check(request, STRANGER, writes=False)
                raise
            standing = throttle.check(request, caller, writes=method not in READING)
            self._check_scope(method, caller)
            call = Call(request, caller, _language(request, caller))
            response = self.answer(handler, call, kwargs)
        except Exception as error:
            problem = as_problem(error)
            if problem is None:
                raise
            response = problems.answer(problem, request)
        if standing is not None:
            throttle.tell(response, standing)  # type: ignore[arg-type]
        if isinstance(response, HttpResponse):
            answers.compress(request, response, caller)
        patch_vary_headers(response, ("Authorization", "Cookie", "Accept-Encoding"))
        return response

    def find_caller(self, request: HttpRequest, **_ids: str) -> Caller:
        return find_caller(request)

    def answer(
        self, handler: Callable[..., HttpResponseBase], call: Call, ids: dict[str, Any]
    ) -> HttpResponseBase:
        return handler(call, **ids)

    def _handler(self, method: str) -> Callable[..., HttpResponseBase]:
        name = "get" if method == "HEAD" else method.lower()
        handler = getattr(self, name, None) if name in self.http_method_names else None
        if handler is None:
            raise Problem(problems.WRONG_METHOD, headers={"Allow": ", ".join(self._allowed())})
        return handler  # type: ignore[no-any-return]

    def _allowed(self) -> list[str]:
        methods = [m.upper() for m in self.http_method_names if hasattr(self, m)]
        return sorted({*methods, *(["HEAD"] if "GET" in methods else [])})

    def options(self, call: Call, **_ids: str) -> HttpResponse:  # type: ignore[override]
        response = answers.no_content()
        response["Allow"] = ", ".join(self._allowed())
        return response

    def _check_scope(self, method: str, caller: Caller) -> None:
        if method == "OPTIONS":
            return
        method = "GET" if method == "HEAD" else method
        if caller.person is None:
            if method not in self.open_to_strangers:
                raise Problem(problems.SIGN_IN)
            return
        if method in self.in_person:
            if not caller.by_session:
                raise Problem(problems.IN_PERSON)
            return
        needed = self.scopes[method]
        if needed not in caller.scopes:
            raise Problem(problems.MISSING_SCOPE, facts={"scope": needed})


def _language(request: HttpRequest, caller: Caller) -> str:
    """What the request asks for; else what the person reads; else the site's."""
    if "HTTP_ACCEPT_LANGUAGE" in request.META or caller.person is None:
        language = translation.get_language() or settings.LANGUAGE_CODE
    else:
        language = caller.person.language
        translation.activate(language)
    return language


def as_problem(error: Exception) -> Problem | None:
    """How an error is told; None for a fault of ours, which the site's own handler reports."""
    if isinstance(error, Problem):
        return error
    for family, to_problem in _mappings:
        if isinstance(error, family):
            return to_problem(error)
    if isinstance(error, OperationalError) and _is_lock_wait(error):
        return Problem(problems.BUSY, headers={"Retry-After": "1"})
    if is_away(error):
        return Problem(problems.AWAY, headers={"Retry-After": BACK_IN})
    return None


# Seconds until it is worth looking again whether the database is back.
BACK_IN = "5"
# read_only_sql_transaction: after a failover we still talk to the one that was primary.
_ONLY_READS = "25006"


def is_away(error: BaseException | None) -> bool:
    """Whether the database cannot be reached, or not by this connection."""
    return isinstance(error, OperationalError | InterfaceError) or (
        isinstance(error, InternalError)
        and getattr(error.__cause__, "sqlstate", None) == _ONLY_READS
    )


# lock_not_available, deadlock_detected, query_canceled (statement_timeout)
_LOCK_STATES = {"55P03", "40P01", "57014"}


def _is_lock_wait(error: DatabaseError) -> bool:
    return getattr(error.__cause__, "sqlstate", None) in _LOCK_STATES
