"""The API about itself: its schema, and the list of everything that can go wrong."""

from functools import cache
from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from rest_framework import serializers

from accounts.api import problems
from accounts.api.answers import conditional, etag, json_answer
from accounts.api.describe import operation, path_id
from accounts.api.endpoint import Call, Endpoint
from accounts.api.problems import Kind, Problem


class ProblemKindShape(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="The stable name, the `code` of a problem.")
    status = serializers.IntegerField(help_text="The HTTP status it comes with.")
    title = serializers.CharField(help_text="That status in words.")
    detail = serializers.CharField(help_text="What happened and what to do next, in your language.")

    class Meta:
        ref_name = "ProblemKind"


def _shown(kind: Kind) -> dict[str, Any]:
    return {
        "code": kind.code,
        "status": kind.status,
        "title": kind.title,
        "detail": kind.said(),
    }


class Problems(Endpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="list_problems",
        summary="Everything that can go wrong",
        description="Each kind of problem, with the status it comes with.",
        tag="service",
        answers={200: ProblemKindShape(many=True)},
        for_persons=False,
    )
    def get(self, call: Call) -> HttpResponse:
        return json_answer([_shown(kind) for kind in problems.kinds()])


class OneProblem(Endpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="get_problem",
        summary="One kind of problem",
        description="Where the `type` of a problem leads.",
        tag="service",
        answers={200: ProblemKindShape},
        parameters=[path_id("code", "The code of the problem.", "^[a-z_]{1,40}$")],
        errors=[problems.NOT_FOUND],
        for_persons=False,
    )
    def get(self, call: Call, code: str) -> HttpResponse:
        kind = problems.find(code)
        if kind is None:
            raise Problem(problems.NOT_FOUND)
        return json_answer(_shown(kind))


class SchemaFile(Endpoint):
    """Made once in a process: making it takes a second, which nobody shall cost us at will."""

    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})
    schema = None

    def get(self, call: Call) -> HttpResponse:
        made, tag = _schema()
        return conditional(call.request, tag, None, lambda: made)


@cache
def _schema() -> tuple[dict[str, Any], str]:
    made = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made, etag(made)
