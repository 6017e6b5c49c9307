"""What can go wrong, in one shape: problem details of RFC 9457.

Each kind has a stable `code`; its sentence tells what happened and what to do next, in the
language of the caller. Rooms add their own kinds with `register`; docs/api.md lists them all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, NamedTuple, NotRequired, TypedDict

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop
from rest_framework.exceptions import APIException

MEDIA_TYPE = "application/problem+json"
# Where `type` of a problem leads: a page that tells about its kind.
TYPE_BASE = "/api/v1/problems/"


class Blank(NamedTuple):
    """A text that may be empty."""

    blank: bool = True


class FieldError(TypedDict):
    """One thing that is wrong with what was sent."""

    field: Annotated[
        str,
        Blank(),
        "Where: the field of the body, `moves.0` for an item, `?name` in the address.",
    ]
    code: Annotated[str, "A stable word for programs."]
    detail: Annotated[str, "What is wrong, for people."]


class Told(TypedDict):
    """What every problem says (RFC 9457)."""

    type: Annotated[str, "Where this kind of problem is explained."]
    title: Annotated[str, "The HTTP status in words."]
    status: Annotated[int, "The HTTP status."]
    detail: Annotated[str, "What happened and what to do next, in your language."]
    instance: Annotated[str, "The path that was asked."]
    request_id: Annotated[str, Blank(), "Quote it when you report a fault."]
    errors: NotRequired[Annotated[list[FieldError], "What is wrong, field by field."]]


class ScopeFacts(TypedDict):
    scope: Annotated[str, "The scope that this needs."]


@dataclass(frozen=True)
class Kind:
    code: str
    status: int
    # English, or a text that translates itself.
    detail: str | Promise
    # A TypedDict: what its problems say beside what all do.
    facts: type | None = None
    # Any operation of many rooms' may refuse so: it is said once for all of them.
    anywhere: bool = False

    def said(self) -> str:
        """What happened and what to do next, in the active language."""
        return str(self.detail) if isinstance(self.detail, Promise) else gettext(self.detail)

    @property
    def title(self) -> str:
        return HTTPStatus(self.status).phrase


_kinds: dict[str, Kind] = {}


def register(
    code: str,
    status: int,
    detail: str | Promise,
    *,
    facts: type | None = None,
    anywhere: bool = False,
) -> Kind:
    _kinds[code] = kind = Kind(code, status, detail, facts, anywhere)
    return kind


def kinds() -> list[Kind]:
    return sorted(_kinds.values(), key=lambda kind: (kind.status, kind.code))


def find(code: str) -> Kind | None:
    return _kinds.get(code)


_ = gettext_noop
NOT_JSON = register("not_json", 400, _("The body cannot be read as JSON. Send one JSON object."))
INVALID = register(
    "invalid", 400, _("Something in the request is not as it must be; `errors` says what.")
)
UNFIT = register(
    "unfit", 422, _("Each field is well formed, but it cannot be so; `errors` says why.")
)
BAD_REQUEST = register("bad_request", 400, _("The request itself cannot be read."))
SIGN_IN = register(
    "sign_in",
    401,
    _("This needs to know who you are. Send “Authorization: Bearer …” with a token, or sign in."),
)
BAD_TOKEN = register(
    "bad_token",
    401,
    _("This token is not valid: mistyped, expired or revoked. Make a new one and send that."),
)
MISSING_SCOPE = register(
    "missing_scope",
    403,
    _("This token was made without the right that this needs. Make a token with that scope."),
    facts=ScopeFacts,
)
IN_PERSON = register(
    "in_person",
    403,
    _("No program does this for you. Sign in with a browser and do it yourself."),
)
CSRF = register(
    "csrf",
    403,
    _("With a signed-in browser, send the X-CSRFToken header; programs use a token instead."),
)
FORBIDDEN = register(
    "forbidden",
    403,
    _("This is not open to you. If you think it should be, ask the site’s operator."),
)
NOT_FOUND = register("not_found", 404, _("There is nothing here, or nothing that you may see."))
WRONG_METHOD = register(
    "method_not_allowed", 405, _("This cannot be done here; the Allow header says what can.")
)
KEY_REUSED = register(
    "idempotency_key_reused",
    422,
    _("This Idempotency-Key came with another request before. Use a new one."),
)
TOO_LARGE = register("too_large", 413, _("The body is larger than this needs. Send less."))
WRONG_MEDIA_TYPE = register(
    "unsupported_media_type", 415, _("Send JSON, with Content-Type: application/json.")
)
THROTTLED = register(
    "throttled", 429, _("Too many requests in a short time. Wait as Retry-After says; then go on.")
)
AWAY = register(
    "away",
    503,
    _("The site cannot reach its database just now. Send the same request again in a few seconds."),
)
SERVER_ERROR = register(
    "server_error",
    500,
    _("Something broke on our side, and we were told. Try again; quote `request_id` if it stays."),
)
BUSY = register(
    "busy", 503, _("Somebody else is changing this right now. Try the same request again shortly.")
)


class Problem(APIException):
    """Raised anywhere behind an endpoint; becomes the answer."""

    detail: str | Promise  # type: ignore[assignment]  # of the framework: several, nested

    def __init__(
        self,
        kind: Kind,
        *,
        detail: str | Promise = "",
        errors: Sequence[FieldError] = (),
        facts: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code=kind.code)
        self.kind = kind
        self.status_code = kind.status
        self.detail = detail
        self.errors = list(errors)
        self.facts = dict(facts or {})
        self.headers = dict(headers or {})


def answer(problem: Problem, request: HttpRequest) -> HttpResponse:
    kind = problem.kind
    body = {
        "type": TYPE_BASE + kind.code,
        "title": kind.title,
        "status": kind.status,
        "code": kind.code,
        "detail": str(problem.detail) or kind.said(),
        "instance": request.path,
        "request_id": getattr(request, "request_id", ""),
        **({"errors": problem.errors} if problem.errors else {}),
        **problem.facts,
    }
    response = HttpResponse(
        orjson.dumps(body, default=str),
        status=kind.status,
        content_type=MEDIA_TYPE,
        headers=problem.headers,
    )
    if kind.status == HTTPStatus.UNAUTHORIZED:
        response["WWW-Authenticate"] = _challenge(kind)
    response["Cache-Control"] = "no-store"
    return response


def _challenge(kind: Kind) -> str:
    challenge = 'Bearer realm="api"'
    return challenge + ', error="invalid_token"' if kind is BAD_TOKEN else challenge
