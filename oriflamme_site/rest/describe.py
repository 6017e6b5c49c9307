"""Describing an operation for the schema: its errors by code, its headers, its examples."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast, get_args, get_origin, is_typeddict

from django.utils import translation
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
)

from oriflamme_site.rest import about, problems, serializers
from oriflamme_site.rest.idempotency import idempotent
from oriflamme_site.rest.problems import Kind
from oriflamme_site.rest.typed import serializer

F = TypeVar("F", bound=Callable[..., Any])

# What any operation may answer.
_ALWAYS = (
    problems.BAD_REQUEST,
    problems.INVALID,
    problems.UNFIT,
    problems.BAD_TOKEN,
    problems.THROTTLED,
    problems.SERVER_ERROR,
    problems.AWAY,
    problems.BUSY,
)
_WITH_BODY = (problems.NOT_JSON, problems.TOO_LARGE, problems.WRONG_MEDIA_TYPE, problems.CSRF)
_OF_PERSONS = (problems.SIGN_IN,)

ETAG = OpenApiParameter(
    "ETag",
    str,
    OpenApiParameter.HEADER,
    response=[200, 304],
    description="Send it back as If-None-Match: while nothing is new, the answer is an empty 304.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the copy you have."
)
IF_MODIFIED_SINCE = OpenApiParameter(
    "If-Modified-Since",
    str,
    OpenApiParameter.HEADER,
    description="The Last-Modified of the copy you have. If-None-Match is exact; prefer it.",
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 80, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="Your own name for this request, for a day: sent again with the same key and "
    "body it is done once, and answered as the first time.",
)
ACCEPT_LANGUAGE = OpenApiParameter(
    "Accept-Language",
    str,
    OpenApiParameter.HEADER,
    description=f"{about.LANGUAGES}, for every text; without it, the language of your profile.",
)
NOT_MODIFIED = OpenApiResponse(description="Nothing is new since the copy you have.")


class FieldErrorSerializer(serializers.Serializer):
    field = serializers.CharField(
        allow_blank=True,
        help_text="Where: the field of the body, `moves.0` for an item, `?name` in the address.",
    )
    code = serializers.CharField(help_text="A stable word for programs.")
    detail = serializers.CharField(help_text="What is wrong, for people.")


class ProblemSerializer(serializers.Serializer):
    """Every error has this shape (RFC 9457). Some codes add members of their own."""

    type = serializers.CharField(help_text="Where this kind of problem is explained.")
    title = serializers.CharField(help_text="The HTTP status in words.")
    status = serializers.IntegerField(help_text="The HTTP status.")
    code = serializers.CharField(help_text="The stable name of this kind of problem.")
    detail = serializers.CharField(help_text="What happened and what to do next, in your language.")
    instance = serializers.CharField(help_text="The path that was asked.")
    request_id = serializers.CharField(help_text="Quote it when you report a fault.")
    errors = FieldErrorSerializer(  # type: ignore[assignment]  # a serializer's own `errors` is no field
        many=True, required=False, help_text="What is wrong, field by field."
    )
    seq = serializers.IntegerField(
        required=False, help_text="`stale`: how many moves the game has now."
    )
    view = serializers.DictField(
        required=False, help_text="`stale`: the game as you may see it now."
    )
    legal = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="`illegal_move`: what is possible; only for the one who decides.",
    )
    revision = serializers.IntegerField(
        required=False, help_text="`orders_changed`: the revision of your list now."
    )
    scope = serializers.CharField(
        required=False, help_text="`missing_scope`: the scope that this needs."
    )


# By status, or by status and kind of content: a TypedDict, a list of one, a serializer, or what
# OpenAPI has instead.
Answers = Mapping[int | tuple[int, str], Any]


def operation(
    *,
    id: str,
    summary: str,
    description: str,
    tag: str,
    answers: Answers,
    request: object = None,
    parameters: Sequence[OpenApiParameter | type[serializers.Serializer]] = (),
    errors: Sequence[Kind] = (),
    for_persons: bool = True,
    in_person: bool = False,
    secret: bool = False,
    examples: Sequence[OpenApiExample] = (),
) -> Callable[[F], F]:
    """Everything that a reader of the schema needs to know of one operation.

    A POST of a program takes an Idempotency-Key; `secret`: its answer may be read by nobody else.
    """
    kinds = [*errors]
    if for_persons:
        kinds += _OF_PERSONS
    kinds += [problems.IN_PERSON if in_person else problems.MISSING_SCOPE]
    if request is not None:
        kinds += _WITH_BODY
    elif in_person:
        kinds += [problems.CSRF]

    def describe(handler: F) -> F:
        takes_key = handler.__name__ == "post" and for_persons and not in_person
        more, also = ([IDEMPOTENCY_KEY], [problems.KEY_REUSED]) if takes_key else ([], [])
        # Every answer in JSON is given a validator by the endpoint, if it has none of its own.
        validated = handler.__name__ == "get" and 200 in answers and 304 not in answers
        if validated:
            more = [ETAG, IF_NONE_MATCH]
        with translation.override("en"):
            every = {**answers, 304: NOT_MODIFIED} if validated else answers
            responses = {
                **{about: shape(answer) for about, answer in every.items()},
                **_problems([*_ALWAYS, *also, *kinds]),
            }
        described = extend_schema(
            operation_id=id,
            summary=summary,
            description=description,
            tags=[tag],
            request=request,
            responses=responses,
            parameters=[*parameters, *more, ACCEPT_LANGUAGE],
            examples=list(examples),
        )
        made = idempotent(handler, secret=secret) if takes_key else handler
        return cast(F, described(made))

    return describe


def _problems(kinds: Sequence[Kind]) -> Answers:
    by_status: dict[int, list[Kind]] = {}
    for kind in dict.fromkeys(kinds):
        by_status.setdefault(kind.status, []).append(kind)
    return {
        (status, problems.MEDIA_TYPE): OpenApiResponse(
            ProblemSerializer,
            description="\n".join(f"* `{kind.code}`: {kind.said()}" for kind in of_status),
        )
        for status, of_status in sorted(by_status.items())
    }


def shape(answer: object) -> object:
    """A TypedDict, or a list of one, as the serializer that describes it."""
    if get_origin(answer) is list:
        return serializer(get_args(answer)[0])(many=True)
    return serializer(answer) if is_typeddict(answer) else answer


def path_id(name: str, description: str, pattern: str) -> OpenApiParameter:
    return OpenApiParameter(
        name,
        {"type": "string", "pattern": pattern},
        OpenApiParameter.PATH,
        description=description,
    )
