"""Apps of others that may act for you."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers

from accounts.api import problems
from accounts.api.answers import json_answer, no_content
from accounts.api.describe import operation, path_id
from accounts.api.endpoint import Call, Endpoint
from accounts.api.problems import Problem
from accounts.services import SCOPES, programs


class AppShape(serializers.Serializer[Any]):
    client_id = serializers.CharField(help_text="Names the app.")
    name = serializers.CharField(help_text="What its maker calls it.")
    made_by = serializers.CharField(allow_null=True, help_text="The handle of its maker.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES), help_text="What it may do for you."
    )

    class Meta:
        ref_name = "ConnectedApp"


class ConnectedApps(Endpoint):
    scopes: ClassVar = {"GET": "account"}

    @operation(
        id="list_connected_apps",
        summary="Apps that may act for you",
        description="By name. Each has asked you, and can be disconnected.",
        tag="me",
        answers={200: AppShape(many=True)},
    )
    def get(self, call: Call) -> HttpResponse:
        shown = [
            {
                "client_id": app.client_id,
                "name": app.name,
                "made_by": app.user and app.user.handle,
                "scopes": programs.scopes_given(call.person, app),
            }
            for app in programs.connected_apps(call.person)
        ]
        return json_answer(shown)


class ConnectedApp(Endpoint):
    scopes: ClassVar = {"DELETE": "account"}

    @operation(
        id="disconnect_app",
        summary="Take an app's rights back",
        description="Every key that it has for you ends at once.",
        tag="me",
        parameters=[path_id("client_id", "The app's id.", "^[A-Za-z0-9]{40}$")],
        answers={204: None},
        errors=[problems.NOT_FOUND],
    )
    def delete(self, call: Call, client_id: str) -> HttpResponse:
        for app in programs.connected_apps(call.person):
            if app.client_id == client_id:
                programs.disconnect_app(person=call.person, app=app)
                return no_content()
        raise Problem(problems.NOT_FOUND)
