"""What happened to your account."""

from typing import ClassVar

from rest_framework.response import Response

from accounts.models import SecurityEvent
from accounts.services import trail
from oriflamme_site.rest import serializers
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.request import Request

MOST = 200


class TrailEventShape(serializers.Serializer):
    kind = serializers.ChoiceField(SecurityEvent.Kind.values, help_text="What happened.")
    at = serializers.DateTimeField(help_text="When.")
    address = serializers.CharField(
        allow_null=True, help_text="The network address it came from, where there was one."
    )
    about = serializers.CharField(
        allow_blank=True, help_text="The name of a token or an app; why staff did it."
    )
    by_staff = serializers.BooleanField(help_text="Whether staff of this site did it.")

    class Meta:
        ref_name = "TrailEvent"


class TrailQuery(serializers.Serializer):
    before = serializers.DateTimeField(
        required=False, help_text="Only what came before: the `at` of the last one you have."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST, default=100, help_text="At most so many."
    )


class Trail(Endpoint):
    scopes: ClassVar = {"GET": "account"}

    @operation(
        id="get_trail",
        summary="What happened to your account",
        description="Signing in, keys, programs, staff's deeds; newest first. It is only ever "
        "added to.",
        tag="me",
        parameters=[TrailQuery],
        answers={200: TrailEventShape(many=True)},
    )
    def get(self, request: Request) -> Response:
        wanted = TrailQuery.read_query(request)
        events = trail.trail_of(request.person, before=wanted.get("before"))[: wanted["limit"]]
        shown = [
            {
                "kind": event.kind,
                "at": event.at,
                "address": event.address,
                "about": event.about,
                "by_staff": event.staff_id is not None,
            }
            for event in events
        ]
        return Response(shown)
