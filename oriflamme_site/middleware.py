"""One line in the log, one observation in the metrics and one id for each request."""

import re
import time
import uuid
from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

import structlog
from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request
from prometheus_client import Histogram

from accounts import spans
from accounts.around import Around
from oriflamme_site import logs
from oriflamme_site.health import PROBES
from oriflamme_site.tracing import trace_of

SECONDS = Histogram(
    "http_request_seconds",
    "Time to answer a request, by route.",
    ["method", "route", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
SANE_ID = re.compile(r"[A-Za-z0-9._-]{8,64}\Z")
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class RequestLog(Around):
    """Outermost, so that its id is on every line that the request causes and on the answer."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = _id_of(request.META.get("HTTP_X_REQUEST_ID", ""))
        request.request_id = request_id  # type: ignore[attr-defined]
        structlog.contextvars.clear_contextvars()
        traceparent = request.META.get("HTTP_TRACEPARENT", "")
        trace = trace_of(traceparent)
        structlog.contextvars.bind_contextvars(request_id=request_id, trace=trace)
        with spans.span("request", parent=traceparent) as span:
            response = self._answer(request, request_id, trace)
            if span:
                match = request.resolver_match
                method = request.method if request.method in METHODS else "other"
                span.update_name(f"{method} {match.route if match else 'none'}")
                span.set_attribute("http.response.status_code", response.status_code)
        return response

    def _answer(self, request: HttpRequest, request_id: str, trace: str) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        took = time.perf_counter() - began
        # The pattern and never the path: paths hold ids and rights, and would be without number.
        match = request.resolver_match
        route = match.route if match else "none"
        is_probe = request.path in PROBES
        if is_probe:
            route = request.path[1:]
        method = request.method if request.method in METHODS else "other"
        done = _Done(method, route, response.status_code)
        response["X-Request-ID"] = request_id
        done.observe(took)
        if not is_probe:
            done.write(request_id, trace, took)
        if (basis := getattr(response, "basis", None)) and not spans.are_on():
            basis.tell = done.tell_again
            basis.others.add("X-Request-ID")
        return response


class _Done(NamedTuple):
    """What kind of request has been answered, and how."""

    method: str
    route: str
    status: int

    def observe(self, took: float) -> None:
        SECONDS.labels(*self).observe(took)

    def write(self, request_id: str, trace: str, took: float) -> None:
        ms = round(took * 1000, 1)
        logs.answered(request_id, trace=trace, **self._asdict(), ms=ms)

    def tell_again(self, numbers: Mapping[bytes, bytes], took: float) -> dict[str, str]:
        """Of a request whose answer had been kept (oriflamme_site.rest.again)."""
        request_id = _id_of(numbers.get(b"x-request-id", b"").decode("latin1"))
        self.observe(took)
        self.write(request_id, trace_of(numbers.get(b"traceparent", b"").decode("latin1")), took)
        return {"X-Request-ID": request_id}


def _id_of(given: str) -> str:
    return given if SANE_ID.match(given) else uuid.uuid4().hex


class LanguageOfPrograms(Around):
    """What the request asks for, else the site's: a program has no cookie and no page to choose."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_asked = "HTTP_ACCEPT_LANGUAGE" in request.META
        language = get_language_from_request(request) if is_asked else settings.LANGUAGE_CODE
        translation.activate(language)
        response = self.get_response(request)
        _vary(response, "Accept-Language")
        # A view that knows who asks answers in what they read.
        response.headers.setdefault("Content-Language", translation.get_language())
        return response


class Cors(Around):
    """A request that comes from no browser's page names no origin, and needs nothing of this."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        self._for_pages = CorsMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "HTTP_ORIGIN" in request.META:
            return cast(HttpResponse, self._for_pages(request))
        response = self.get_response(request)
        _vary(response, "origin")
        return response


def _vary(response: HttpResponse, by: str) -> None:
    if by not in response.headers.get("Vary", ""):  # as an endpoint of the API has it already
        patch_vary_headers(response, [by])


class ContentSecurity(Around):
    """What a page may load and where it may send: this site, and nothing inline.

    A view that needs something else says so itself: by the whole header, or by
    `response.content_security_also`.
    """

    POLICY = {
        "default-src": "'none'",
        "script-src": "'self'",
        "worker-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "form-action": "'self'",
        "frame-src": "'self'",
        "frame-ancestors": "'none'",
        "base-uri": "'none'",
    }
    # By the name of a page: the browser of the API brings styles of its own.
    MORE = {"api-docs": {"style-src": "'unsafe-inline'"}}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        name = request.resolver_match.view_name if request.resolver_match else ""
        also = getattr(response, "content_security_also", None) or self.MORE.get(name, {})
        if "Content-Security-Policy" not in response:
            response["Content-Security-Policy"] = "; ".join(
                f"{name} {sources} {also[name]}" if name in also else f"{name} {sources}"
                for name, sources in self.POLICY.items()
            )
        response.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response
