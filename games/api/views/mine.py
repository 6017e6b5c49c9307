"""What waits for you, at all tables."""

from rest_framework.response import Response

from accounts.api.permissions import grant_of
from games import selectors, types
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.request import Request


class Turns(Endpoint):
    tag = "me"
    scopes = {"GET": "read"}

    @operation(
        id="list_turns",
        summary="Games that wait for you",
        description="Those in which you decide now, the most urgent first, at most a hundred.",
        answers={200: list[types.Turn]},
    )
    def get(self, request: Request) -> Response:
        return Response(
            selectors.turns(
                viewer=request.person, lang=request.language, maker=grant_of(request).maker
            )
        )


class Unread(Endpoint):
    tag = "me"
    scopes = {"GET": "read"}

    @operation(
        id="list_unread",
        summary="Tables with unread messages",
        description="How many messages wait to be read, table by table.",
        answers={200: list[types.Unread]},
    )
    def get(self, request: Request) -> Response:
        unread = selectors.unread(request.person, maker=grant_of(request).maker)
        return Response([{"game": key, "unread": count} for key, count in unread.items()])
