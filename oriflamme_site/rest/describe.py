"""Describing an operation for the schema: its errors by code, its headers, its examples."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, TypeVar, cast, get_origin, is_typeddict

from django.utils import translation
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)

from oriflamme_site.rest import about, problems, serializers
from oriflamme_site.rest.idempotency import idempotent
from oriflamme_site.rest.problems import Kind
from oriflamme_site.rest.typed import Tag, field, serializer

F = TypeVar("F", bound=Callable[..., Any])

# With what any operation may refuse, said once for all of them: its own refusals stand with it.
ANYWHERE = (
    problems.BAD_REQUEST,
    problems.NOT_JSON,
    problems.INVALID,
    problems.SIGN_IN,
    problems.BAD_TOKEN,
    problems.MISSING_SCOPE,
    problems.IN_PERSON,
    problems.CSRF,
    problems.TOO_LARGE,
    problems.WRONG_MEDIA_TYPE,
    problems.UNFIT,
    problems.KEY_REUSED,
    problems.THROTTLED,
    problems.SERVER_ERROR,
    problems.AWAY,
    problems.BUSY,
)

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
    deprecated=True,
    # A date knows nothing of names.
    description="Not looked at: send If-None-Match.",
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 80, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="Your own name for this request, for a day: sent again with the same key and "
    "body it is done once, and answered as the first time.",
)
PREFER = OpenApiParameter(
    "Prefer",
    str,
    OpenApiParameter.HEADER,
    description="`handling=lenient`: fields of the body that are unknown here are left out and "
    "named in the header `Warning` of the answer; otherwise they are refused.",
)
ACCEPT_LANGUAGE = OpenApiParameter(
    "Accept-Language",
    str,
    OpenApiParameter.HEADER,
    description=f"{about.LANGUAGES}, for every text; without it, the language of your profile.",
)
NOT_MODIFIED = OpenApiResponse(description="Nothing is new since the copy you have.")


def plain_codes() -> list[str]:
    return [kind.code for kind in problems.kinds() if kind.facts is None]


def _members() -> serializers.Members:
    """Of the union of problems: one for each kind that has facts of its own, one for all others."""
    others = _member("PlainProblem", plain_codes(), None)
    return {
        kind.code: _member(f"{camel(kind.code)}Problem", [kind.code], kind.facts)
        if kind.facts
        else others
        for kind in problems.kinds()
    }


def _member(name: str, codes: list[str], facts: type | None) -> type[serializers.Serializer]:
    code = (Tag if len(codes) == 1 else serializers.ChoiceField)(
        codes, help_text="The stable name of this kind of problem."
    )
    bases = (serializer(problems.Told), *([serializer(facts)] if facts else []))
    return type(f"{name}Shape", bases, {"code": code, "__doc__": problems.Told.__doc__})


def camel(code: str) -> str:
    return "".join(part.capitalize() for part in code.split("_"))


# Told apart by its code. Which there are is known when every room has been loaded.
PROBLEM = PolymorphicProxySerializer(
    component_name="Problem", serializers=_members, resource_type_field_name="code"
)


# By status, or by status and kind of content: a TypedDict, a list of one, a serializer, or what
# OpenAPI has instead.
Answers = Mapping[int | tuple[int, str], Any]


def operation(
    id: str,
    summary: str,
    *,
    answers: Answers,
    description: str = "",
    tag: str = "",
    request: object = None,
    parameters: Sequence[OpenApiParameter | type[serializers.Serializer]] = (),
    errors: Sequence[Kind] = (),
    takes_key: bool = True,
    secret: bool = False,
    examples: Sequence[OpenApiExample] = (),
) -> Callable[[F], F]:
    """Everything that a reader of the schema needs to know of one operation.

    What it does is said by its docstring, but where that is made of numbers. Its endpoint says the
    tag, unless this one is of another, and what stands in the address. A POST takes an
    Idempotency-Key, but where no program acts for a person; `secret`: its answer may be read by
    nobody else.
    """

    def describe(handler: F) -> F:
        is_keyed = handler.__name__ == "post" and takes_key
        more = [IDEMPOTENCY_KEY] if is_keyed else []
        # Every answer in JSON is given a validator by the endpoint, if it has none of its own.
        validated = handler.__name__ == "get" and 200 in answers and 304 not in answers
        if validated:
            more = [ETAG, IF_NONE_MATCH]
        if request is not None:
            more = [*more, PREFER]
        with translation.override("en"):
            every = {**answers, 304: NOT_MODIFIED} if validated else answers
            responses = {
                **{about: shape(answer) for about, answer in every.items()},
                **_problems(set(errors) - {*ANYWHERE}),
            }
        described = extend_schema(
            operation_id=id,
            summary=summary,
            description=description or " ".join((handler.__doc__ or "").split()),
            tags=[tag] if tag else None,
            request=request,
            responses=responses,
            parameters=[*parameters, *more, ACCEPT_LANGUAGE],
            examples=list(examples),
        )
        made = idempotent(handler, secret=secret) if is_keyed else handler
        return cast(F, described(made))

    return describe


def _problems(kinds: Iterable[Kind]) -> Answers:
    by_status: dict[int, list[Kind]] = {}
    for kind in sorted(kinds, key=lambda kind: kind.code):
        by_status.setdefault(kind.status, []).append(kind)
    return {
        (status, problems.MEDIA_TYPE): OpenApiResponse(
            PROBLEM,
            description="\n".join(f"* `{kind.code}`: {kind.said()}" for kind in of_status),
        )
        for status, of_status in sorted(by_status.items())
    }


def shape(answer: object) -> object:
    """A TypedDict, a union of some, or a list of either, as what describes it."""
    is_type = get_origin(answer) in {list, Annotated} or is_typeddict(answer)
    return field(answer) if is_type else answer


def path_id(name: str, description: str, pattern: str) -> OpenApiParameter:
    return OpenApiParameter(
        name,
        {"type": "string", "pattern": pattern},
        OpenApiParameter.PATH,
        description=description,
    )
