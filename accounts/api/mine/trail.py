"""What happened to your account."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers

from accounts.api import intake
from accounts.api.answers import json_answer
from accounts.api.describe import operation
from accounts.api.endpoint import Call, Endpoint
from accounts.models import SecurityEvent
from accounts.services import trail

MOST = 200


class TrailEventShape(serializers.Serializer[Any]):
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


class TrailQuery(serializers.Serializer[Any]):
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
    def get(self, call: Call) -> HttpResponse:
        wanted = intake.read_query(TrailQuery, call.request)
        events = trail.trail_of(call.person, before=wanted.get("before"))[: wanted["limit"]]
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
        return json_answer(shown)
