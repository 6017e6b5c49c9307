"""What happened to your account."""

from rest_framework.response import Response

from accounts.api.serializers import TrailEventShape, TrailQuery
from accounts.services import trail
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.request import Request


class Trail(Endpoint):
    tag = "me"
    scopes = {"GET": "account"}

    @operation(
        "get_trail",
        "What happened to your account",
        parameters=[TrailQuery],
        answers={200: TrailEventShape(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Signing in, keys, programs, staff's deeds; newest first."""
        wanted = TrailQuery.read_query(request)
        events = trail.trail_of(request.person, before=wanted.get("before"))[: wanted["limit"]]
        return Response(TrailEventShape(events, many=True).data)
