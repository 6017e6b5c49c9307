"""Errors that happen outside any endpoint: no such address, a fault of ours, a lost CSRF token.

Programs get problem details, people a page that tells what to do next.
"""

import sys
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import is_valid_path, re_path
from django.views import defaults

from oriflamme_site.postgresql.away import is_away
from oriflamme_site.rest import problems
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.exceptions import BACK_IN, to_problem
from oriflamme_site.rest.problems import Kind, Problem
from oriflamme_site.rest.request import Request
from oriflamme_site.rest.views import ROOT


def _is_ours(request: HttpRequest) -> bool:
    return request.path.startswith(ROOT)


def _answer(kind: Kind, request: HttpRequest) -> HttpResponse:
    return problems.answer(Problem(kind), request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_ours(request):
        return _answer(problems.BAD_REQUEST, request)
    if isinstance(exception, RequestDataTooBig):
        # Without the request: what it holds cannot be read.
        return HttpResponse(render_to_string("413.html"), status=413)
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_ours(request):
        return _answer(problems.NOT_FOUND, request)
    if request.method in {"GET", "HEAD"} and (there := _but_for_a_slash(request)):
        return HttpResponsePermanentRedirect(there)
    return defaults.page_not_found(request, exception)


def _but_for_a_slash(request: HttpRequest) -> str | None:
    """The address that was meant, where a slash at its end is one too many or is missing."""
    if request.resolver_match is not None:
        return None  # there is such an address, and nothing at it
    path = request.path_info
    path = path.rstrip("/") if path.endswith("/") else f"{path}/"
    if not is_valid_path(path):
        return None
    query = request.META.get("QUERY_STRING", "")
    # A path that begins with two slashes would lead to another host.
    return f"/{path.lstrip('/')}{f'?{query}' if query else ''}"


def server_error(request: HttpRequest) -> HttpResponse:
    error = sys.exc_info()[1]
    if _is_ours(request):
        problem = to_problem(error, None) if isinstance(error, Exception) else None
        return problems.answer(problem or Problem(problems.SERVER_ERROR), request)
    # Without the request: finding out who asks may be just what has failed.
    status = 503 if is_away(error) else 500
    facts = {
        "request_id": getattr(request, "request_id", ""),
        "operator": settings.OPERATOR_MAIL,
    }
    response = HttpResponse(render_to_string(f"{status}.html", facts), status=status)
    response["Cache-Control"] = "no-store"
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        response["Retry-After"] = BACK_IN
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if _is_ours(request):
        return _answer(problems.CSRF, request)
    return render(request, "403_csrf.html", status=403)


class Nowhere(Endpoint):
    """Whatever has no address of its own below the API: a 404 in its shape, also in DEBUG."""

    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:  # type: ignore[override]
        raise Problem(problems.NOT_FOUND)


nowhere = re_path(r"^.*\Z", Nowhere.as_view())
