"""Many games at once, for who keeps a copy or looks for something in all of them."""

from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiResponse, PolymorphicProxySerializer
from rest_framework.response import Response

from accounts.api.permissions import grant_of
from games import errors, types
from games.api.exceptions import kinds
from games.api.serializers import requests
from games.api.streams import export, wire
from games.api.views.events import TOO_MANY_STREAMS
from games.selectors.lists import position
from games.selectors.published import published
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint, ReadByAnyone
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request
from oriflamme_site.rest.typed import serializer

_LINE = PolymorphicProxySerializer(
    component_name="ExportLine",
    serializers=[serializer(types.ExportedGame), serializer(types.ExportEnd)],
    resource_type_field_name=None,
)


class Export(Endpoint):
    tag = "play"
    scopes = {"GET": "read"}

    @operation(
        "export_games",
        "Many games at once",
        parameters=[requests.ExportQuery],
        answers={
            (200, wire.TEXT): OpenApiResponse(str, description="The same, to be read as text."),
            (200, wire.NDJSON): OpenApiResponse(_LINE, description="Line by line."),
        },
        errors=[*kinds(errors.BadCursor), TOO_MANY_STREAMS],
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """One JSON object a line, each game as you may see it, the oldest first: what is over by
        its end, two minutes after it, the rest by its opening. If the line breaks, come back with
        the last `id` you have as `after`: none is left out, none comes twice. The last line has
        `last` alone; without it there is more. The public games of whole months are files:
        `games/data`."""
        wanted = requests.ExportQuery.read_query(request)
        which, after = wanted.pop("list"), wanted.pop("after", "")
        if "ids" in wanted:
            wanted["ids"] = wanted["ids"].split(",")
        wanted["maker"] = grant_of(request).maker
        asked = export.Export(which, request.person, request.language, after, wanted)
        if export.is_too_many(request.person.pk):
            raise Problem(TOO_MANY_STREAMS, headers={"Retry-After": "30"})
        if after:
            position(which, after, request.person, wanted["maker"])
        as_text = request.META.get("HTTP_ACCEPT", "").startswith(wire.TEXT)
        form = f"{wire.TEXT}; charset=utf-8" if as_text else wire.NDJSON
        response = StreamingHttpResponse(export.lines(asked), content_type=form)
        response["Cache-Control"] = "no-store"
        response["X-Accel-Buffering"] = "no"
        return response


class Data(ReadByAnyone, Endpoint):
    tag = "play"

    @operation(
        "list_data", "The public games of whole months", answers={200: list[types.PublishedMonth]}
    )
    def get(self, _request: Request) -> Response:
        """Files written once when a month is over, the newest first: packed with gzip, one JSON
        object a line, each with the table’s `id`, what was played, when, `result` and `record`.
        Nobody is named in them."""
        return Response(published())
