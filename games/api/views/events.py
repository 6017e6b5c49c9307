"""Streams of events: of one table, or of all tables where you sit."""

from django.http import StreamingHttpResponse
from django.utils.translation import gettext_noop
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from accounts.api.permissions import grant_of
from games import selectors, types
from games.api.serializers import requests
from games.api.streams import stream, wire
from games.api.streams.hub import Watch
from games.api.views.base import FOUND, TableEndpoint
from games.models import apps
from games.models.table import may_see
from oriflamme_site.rest import problems, throttling
from oriflamme_site.rest.describe import Answers, operation, shape
from oriflamme_site.rest.endpoint import Endpoint, ReadByAnyone
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request

TOO_MANY_STREAMS = problems.register(
    "too_many_streams",
    429,
    gettext_noop("You have many streams open. Close some; /me/events tells of all your tables."),
)
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="The id of the last event you have: what came since is told first.",
)
ANSWERS: Answers = {
    (200, wire.SSE): OpenApiResponse(
        str,
        description="A stream without end: `id`, `event` and `data` (JSON) of each event. "
        "Comments, or empty lines, keep it open. It ends every quarter of an hour or so; come "
        "back with Last-Event-ID.",
    ),
    (200, wire.NDJSON): OpenApiResponse(
        shape(types.StreamEvent),
        description="The same, one JSON object a line; empty lines keep it open. Ask for it by "
        "Accept.",
    ),
    (200, wire.JSON): OpenApiResponse(
        shape(types.NewsPage), description="With `wait`: a long poll."
    ),
}


class GameEvents(ReadByAnyone, TableEndpoint):
    tag = "events"

    @operation(
        "stream_game",
        "Follow one game",
        parameters=[requests.EventsQuery, LAST_EVENT_ID],
        answers=ANSWERS,
        errors=[*FOUND, TOO_MANY_STREAMS],
    )
    def get(self, request: Request, key: str) -> StreamingHttpResponse:
        """What happens at this table, as your seat may know it."""
        found = selectors.find_game(key, request.viewer)
        watch = Watch(
            found.viewer,
            request.language,
            found.table,
            invited=not may_see(found.table, found.viewer, invited=False),
            stays=found.stays,
            maker=grant_of(request).maker,
        )
        return streamed(request, watch)


class AllEvents(ReadByAnyone, Endpoint):
    tag = "events"

    @operation(
        "stream_public",
        "Follow all public tables",
        parameters=[requests.EventsQuery, LAST_EVENT_ID],
        answers=ANSWERS,
        errors=[TOO_MANY_STREAMS],
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """What spectators see, at every table that everybody may watch or join. Marks are good for
        a day."""
        return streamed(request, Watch(None, request.language, None, of_all=True))


class MyEvents(Endpoint):
    tag = "events"
    scopes = {"GET": "read"}

    @operation(
        "stream_mine",
        "Follow all your games",
        parameters=[requests.EventsQuery, LAST_EVENT_ID],
        answers=ANSWERS,
        errors=[TOO_MANY_STREAMS],
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """What happens at every table where you sit, and what is sent to you: invitations, and
        `tournament` whenever something in one of yours concerns you."""
        person, maker = request.person.pk, grant_of(request).maker
        closed = set() if maker is None else apps.closed_of(person, maker)
        watch = Watch(person, request.language, None, maker=maker, closed=closed)
        return streamed(request, watch)


def streamed(request: Request, watch: Watch) -> StreamingHttpResponse:
    wanted = requests.EventsQuery.read_query(request)
    after = request.META.get("HTTP_LAST_EVENT_ID") or wanted.get("after", "")
    whose = str(request.viewer.pk if request.viewer else throttling.address(request))
    if stream.is_too_many(whose):
        raise Problem(TOO_MANY_STREAMS, headers={"Retry-After": "30"})
    wait = wanted.get("wait")
    if wait is not None:
        form, content = wire.JSON, stream.poll(watch, after, wait, whose)
    else:
        form = wire.form(request)
        content = stream.stream(watch, after, form, whose)
    response = StreamingHttpResponse(content, content_type=form)
    response["Cache-Control"] = "no-store"
    # Proxies of the kind that gathers answers before it sends them.
    response["X-Accel-Buffering"] = "no"
    return response
