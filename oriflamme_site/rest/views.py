"""The API about itself: what there is, its schema, and everything that can go wrong."""

import gzip
from functools import cache
from threading import Lock

from django.http.response import HttpResponseBase
from drf_spectacular.generators import SchemaGenerator
from rest_framework.response import Response

from oriflamme_site.rest import problems, serializers
from oriflamme_site.rest.compression import accepts_gzip
from oriflamme_site.rest.conditional import etag, is_unchanged, unchanged, validators
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint, ReadByAnyone
from oriflamme_site.rest.kept import Kept
from oriflamme_site.rest.problems import Kind, Problem
from oriflamme_site.rest.renderers import JSONRenderer
from oriflamme_site.rest.request import Request

ROOT = "/api/v1/"


class RootSerializer(serializers.Serializer):
    schema = serializers.CharField(help_text="Every operation, for programs: OpenAPI.")
    docs = serializers.CharField(help_text="The same as a page, to be tried out.")
    problems = serializers.CharField(help_text="Everything that can go wrong.")
    games = serializers.CharField(help_text="Tables: to join, to watch, to open.")
    cards = serializers.CharField(help_text="What the cards do.")
    tournaments = serializers.CharField(help_text="Tournaments.")
    ratings = serializers.CharField(help_text="Who is how strong.")
    me = serializers.CharField(help_text="You, and what this request may do.")


class ProblemKindSerializer(serializers.Serializer):
    code = serializers.CharField(help_text="The stable name, the `code` of a problem.")
    status = serializers.IntegerField(help_text="The HTTP status it comes with.")
    title = serializers.CharField(help_text="That status in words.")
    detail = serializers.CharField(help_text="What happened and what to do next, in your language.")


def _shown(kind: Kind) -> dict[str, object]:
    return {
        "code": kind.code,
        "status": kind.status,
        "title": kind.title,
        "detail": kind.said(),
    }


class Root(ReadByAnyone, Endpoint):
    tag = "service"

    @operation("get_root", "What there is", answers={200: RootSerializer})
    def get(self, request: Request) -> Response:
        """Addresses to begin with."""
        return Response({str(name): f"{ROOT}{name}" for name in RootSerializer().fields})


class Problems(ReadByAnyone, Endpoint):
    tag = "service"

    @operation(
        "list_problems",
        "Everything that can go wrong",
        answers={200: ProblemKindSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Each kind of problem, with the status it comes with."""
        return Response([_shown(kind) for kind in problems.kinds()])


class OneProblem(ReadByAnyone, Endpoint):
    tag = "service"
    ids = [path_id("code", "The code of the problem.", "^[a-z_]{1,40}$")]

    @operation(
        "get_problem",
        "One kind of problem",
        answers={200: ProblemKindSerializer},
        errors=[problems.NOT_FOUND],
    )
    def get(self, request: Request, code: str) -> Response:
        """Where the `type` of a problem leads."""
        kind = problems.find(code)
        if kind is None:
            raise Problem(problems.NOT_FOUND)
        return Response(_shown(kind))


class SchemaFile(ReadByAnyone, Endpoint):
    """Made once in a process, short form and all: making it takes a second, making it short a
    fiftieth, which nobody shall cost us at will. Who comes meanwhile waits for it."""

    schema = None

    def get(self, request: Request) -> HttpResponseBase:
        with _making:
            made, short, tag = _schema()
        if is_unchanged(request, tag):
            return unchanged(tag)
        is_short = accepts_gzip(request)
        answer = (short if is_short else made).answer()
        headers = {"Content-Type": "application/json", **validators(tag)}
        for name, value in (headers | ({"Content-Encoding": "gzip"} if is_short else {})).items():
            answer.headers[name] = value
        return answer


_making = Lock()


@cache
def _schema() -> tuple[Kept, Kept, str]:
    made = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    said = JSONRenderer().render(made)
    return Kept(said), Kept(gzip.compress(said, mtime=0)), etag(made)
