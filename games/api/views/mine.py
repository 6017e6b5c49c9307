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

    @operation("list_turns", "Games that wait for you", answers={200: list[types.Turn]})
    def get(self, request: Request) -> Response:
        """Those in which you decide now, the most urgent first, at most a hundred."""
        return Response(
            selectors.turns(
                viewer=request.person, lang=request.language, maker=grant_of(request).maker
            )
        )


class Unread(Endpoint):
    tag = "me"
    scopes = {"GET": "read"}

    @operation("list_unread", "Tables with unread messages", answers={200: list[types.Unread]})
    def get(self, request: Request) -> Response:
        """How many messages wait to be read, table by table."""
        unread = selectors.unread(request.person, maker=grant_of(request).maker)
        return Response([{"game": key, "unread": count} for key, count in unread.items()])
