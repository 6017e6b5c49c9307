"""Whatever a view raises, as a problem: the one exception handler of the API."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from django.core.exceptions import NON_FIELD_ERRORS, RequestDataTooBig
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import ValidationError as Refused
from django.db import DatabaseError, OperationalError
from django.http import Http404, HttpResponse
from django.http.request import RawPostDataException
from rest_framework import exceptions
from rest_framework.settings import api_settings
from rest_framework.views import APIView, set_rollback

from oriflamme_site.postgresql.away import is_away
from oriflamme_site.rest import problems
from oriflamme_site.rest.problems import FieldError, Kind, Problem

# What an app's own errors become; each app adds its own (the one mapping of errors to HTTP).
_mappings: list[tuple[type[Exception], Callable[..., Problem]]] = []
# What the framework, and Django below it, raise.
_KINDS: dict[type[Exception], Kind] = {
    exceptions.NotAuthenticated: problems.SIGN_IN,
    exceptions.AuthenticationFailed: problems.BAD_TOKEN,
    exceptions.PermissionDenied: problems.FORBIDDEN,
    DjangoPermissionDenied: problems.FORBIDDEN,
    exceptions.NotFound: problems.NOT_FOUND,
    Http404: problems.NOT_FOUND,
    exceptions.ParseError: problems.NOT_JSON,
    exceptions.UnsupportedMediaType: problems.WRONG_MEDIA_TYPE,
    RequestDataTooBig: problems.TOO_LARGE,
    RawPostDataException: problems.TOO_LARGE,
}
# Codes of what the schema cannot say of a field: a 422 then, and not the 400 of a wrong form.
UNFIT = {
    *("blank", "null_characters_not_allowed", "unknown_time_zone", "in_the_past", "overflow"),
    *("date", "make_aware", "no_address"),
    *("unknown_kind", "unfit_bundle", "unfit_hours", "unfit_kinds"),
}
# A list of thousands that are all wrong would be answered by megabytes.
MOST_TOLD = 100

Error = TypeVar("Error", bound=Exception)


def map_errors(family: type[Error], to_problem: Callable[[Error], Problem]) -> None:
    _mappings.append((family, to_problem))


def handle(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """REST framework's hook; None for a fault of ours, which the site's own handler reports."""
    problem = to_problem(error, context["view"])
    if problem is None:
        return None
    set_rollback()
    return problems.answer(problem, context["request"]._request)


def to_problem(error: Exception, view: APIView | None) -> Problem | None:
    if isinstance(error, Problem):
        return error
    for family, made in _mappings:
        if isinstance(error, family):
            return made(error)
    for family, kind in _KINDS.items():
        if isinstance(error, family):
            return Problem(kind)
    if isinstance(error, OperationalError) and _is_lock_wait(error):
        return Problem(problems.BUSY, headers={"Retry-After": "1"})
    if is_away(error):
        return Problem(problems.AWAY, headers={"Retry-After": BACK_IN})
    return _of_framework(error, view) if isinstance(error, exceptions.APIException) else None


def _of_framework(error: exceptions.APIException, view: APIView | None) -> Problem:
    match error:
        case exceptions.MethodNotAllowed():
            allowed = ", ".join(view.allowed_methods) if view else ""
            return Problem(problems.WRONG_METHOD, headers={"Allow": allowed})
        case exceptions.Throttled():
            seconds = int(getattr(error, "wait", None) or 1)
            return Problem(problems.THROTTLED, headers={"Retry-After": str(seconds)})
        case exceptions.ValidationError():
            return _invalid(list(islice(_flat(error.detail, ""), MOST_TOLD)))
    return Problem(Kind(error.default_code, error.status_code, str(error.detail)))


def _invalid(wrong: list[FieldError]) -> Problem:
    is_formed = all(error["code"] in UNFIT for error in wrong)
    return Problem(problems.UNFIT if is_formed else problems.INVALID, errors=wrong)


def _flat(errors: Any, at: str) -> Iterator[FieldError]:
    """Errors of a serializer, nested as they may be, as a list with a path each."""
    if isinstance(errors, Mapping):
        for name, inner in errors.items():
            # What concerns several fields at once has no name.
            is_of_all = name == api_settings.NON_FIELD_ERRORS_KEY
            yield from _flat(inner, at if is_of_all else f"{at}.{name}" if at else str(name))
        return
    if isinstance(errors, str):
        errors = [errors]
    for place, error in enumerate(errors):
        if isinstance(error, Mapping | list):
            yield from _flat(error, f"{at}.{place}")
        else:
            yield {"field": at, "code": error.code, "detail": str(error)}


# Seconds until it is worth looking again whether the database is back.
BACK_IN = "5"
# lock_not_available, deadlock_detected, query_canceled (statement_timeout)
_LOCK_STATES = {"55P03", "40P01", "57014"}


def _is_lock_wait(error: DatabaseError) -> bool:
    return getattr(error.__cause__, "sqlstate", None) in _LOCK_STATES


@contextmanager
def telling_refusals(field: str = "") -> Iterator[None]:
    """What a service refuses, as a problem; `field` is meant where the service names none."""
    try:
        yield
    except Refused as refusal:
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
