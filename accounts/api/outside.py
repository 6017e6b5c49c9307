"""Errors that happen outside any endpoint: no such address, a fault of ours, a lost CSRF token.

Programs get problem details, people a page that tells what to do next.
"""

import sys
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import URLPattern, re_path
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt

from accounts.api import problems
from accounts.api.endpoint import BACK_IN, Endpoint, as_problem, is_away
from accounts.api.problems import Kind, Problem

ROOT = "/api/v1/"


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
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    error = sys.exc_info()[1]
    if _is_ours(request):
        problem = as_problem(error) if isinstance(error, Exception) else None
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

    def _handler(self, method: str):  # type: ignore[no-untyped-def]
        raise Problem(problems.NOT_FOUND)


nowhere: URLPattern = re_path(r"^.*\Z", csrf_exempt(Nowhere.as_view()))
