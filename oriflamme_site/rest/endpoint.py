"""The view that every address of the API is made of."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.permissions import BasePermission
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from oriflamme_site.rest import compression, conditional, throttling
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Grant, Request

VARY = "Authorization, Cookie, Accept-Encoding, Accept-Language, origin"
READING = {"GET", "HEAD", "OPTIONS"}


class Endpoint(APIView):
    """A resource: methods `get(self, request, **ids)`, `post` … that return a Response.

    What guards every view – scopes, the allowance of a minute – does so beside the
    `permission_classes` and `throttle_classes` that one declares, and cannot be left out.
    """

    # For the schema: what its operations are of, and what stands in the address.
    tag: ClassVar[str]
    ids: ClassVar[Sequence[OpenApiParameter]] = ()
    # The scope that each method needs; a method in `open_to_strangers` works without a person.
    scopes: ClassVar[dict[str, str]] = {}
    open_to_strangers: ClassVar[frozenset[str]] = frozenset()
    # Methods for the person alone, signed in: no scope of any key reaches them.
    in_person: ClassVar[frozenset[str]] = frozenset()
    format_kwarg = None  # no address names a format

    def initialize_request(self, request: HttpRequest, *args: object, **kwargs: object) -> Request:
        if request.method not in READING and not request.META.get("CONTENT_LENGTH"):
            # A body that came in pieces did not say how long it is.
            request.META["CONTENT_LENGTH"] = str(len(request.body))
        made = Request(
            request,
            parsers=self.get_parsers(),
            authenticators=self.get_authenticators(),
            negotiator=self.get_content_negotiator(),
            parser_context=self.get_parser_context(request),
        )
        # Asked for often; the framework would look for them in two places each time.
        made.META, made.method = request.META, request.method
        return made

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:  # type: ignore[override]
        """As the framework's, in another order: who is refused has asked and is counted too."""
        negotiated = self.perform_content_negotiation(request)
        request.accepted_renderer, request.accepted_media_type = negotiated
        method = str(request.method)
        if method.lower() not in self.http_method_names or not hasattr(self, method.lower()):
            self.http_method_not_allowed(request)
        try:
            self.perform_authentication(request)
        finally:
            # Whoever tries keys is counted like a stranger.
            self.check_throttles(request)
        self.check_permissions(request)
        request.language = _language(request)

    def get_permissions(self) -> list[BasePermission]:
        every: list[Any] = [*api_settings.DEFAULT_PERMISSION_CLASSES, *self.permission_classes]
        return [one() for one in dict.fromkeys(every)]

    def get_throttles(self) -> list[BaseThrottle]:
        every: list[Any] = [*api_settings.DEFAULT_THROTTLE_CLASSES, *self.throttle_classes]
        return [one() for one in dict.fromkeys(every)]

    @property
    def allowed_methods(self) -> list[str]:
        return sorted(super().allowed_methods)

    @property
    def default_response_headers(self) -> dict[str, str]:
        return {}  # for what is found out on the way: the framework adds it to the answer

    def finalize_response(  # type: ignore[override]  # ours is what initialize_request makes
        self, request: Request, response: Any, *args: object, **kwargs: object
    ) -> Any:
        if isinstance(grant := getattr(request, "_auth", None), Grant) and grant.maker is not None:
            response = self._still_open(request, response)
        response = super().finalize_response(request, response, *args, **kwargs)
        if response.has_header("Vary"):
            patch_vary_headers(response, VARY.split(", "))
        else:
            response.headers["Vary"] = VARY
        if isinstance(response, Response):
            response.render()
            if request.method == "GET" and response.status_code == status.HTTP_200_OK:
                conditional.by_content(request, response)
        if isinstance(response, HttpResponse):
            compression.compress(request, response)
        if request.META.get("HTTP_AUTHORIZATION") or request.META.get("HTTP_COOKIE"):
            # No disk keeps it; a program that has it in hand asks by its ETag all the same.
            response.headers["Cache-Control"] = "private, no-store"
        throttling.allow_again(response, request)
        return response

    def _still_open(self, request: Request, response: Any) -> Any:
        """The answer, or a refusal where it was closed to this app while the answer was made."""
        try:
            for permission in self.get_permissions():
                if getattr(permission, "asks_again", False):
                    permission.has_permission(request, self)
        except Problem as problem:
            return self.handle_exception(problem)
        return response

    def options(self, request: object, *args: object, **kwargs: object) -> Response:
        return Response(status=204, headers={"Allow": ", ".join(self.allowed_methods)})


class ReadByAnyone:
    """What strangers may read too, and nobody changes here."""

    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})


def _language(request: Request) -> str:
    person = request.viewer
    if person is None or "HTTP_ACCEPT_LANGUAGE" in request.META:
        return translation.get_language() or settings.LANGUAGE_CODE
    translation.activate(person.language)
    return person.language
