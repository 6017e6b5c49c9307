"""Errors that happen outside any endpoint: no such address, a fault of ours, a lost CSRF token."""

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, re_path
from django.views import defaults
from django.views.csrf import csrf_failure as django_csrf_failure
from django.views.decorators.csrf import csrf_exempt

from accounts.api import problems
from accounts.api.endpoint import Endpoint
from accounts.api.problems import Kind, Problem

ROOT = "/api/v1/"


def _is_ours(request: HttpRequest) -> bool:
    return request.path.startswith(ROOT)


def _answer(kind: Kind, request: HttpRequest) -> HttpResponse:
    return problems.answer(Problem(kind), request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_ours(request):
        return _answer(problems.BAD_REQUEST, request)
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_ours(request):
        return _answer(problems.NOT_FOUND, request)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    if _is_ours(request):
        return _answer(problems.SERVER_ERROR, request)
    return defaults.server_error(request)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if _is_ours(request):
        return _answer(problems.CSRF, request)
    return django_csrf_failure(request, reason)


class Nowhere(Endpoint):
    """Whatever has no address of its own below the API: a 404 in its shape, also in DEBUG."""

    schema = None

    def _handler(self, method: str):  # type: ignore[no-untyped-def]
        raise Problem(problems.NOT_FOUND)


nowhere: URLPattern = re_path(r"^.*\Z", csrf_exempt(Nowhere.as_view()))
