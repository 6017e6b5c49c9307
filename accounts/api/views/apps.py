"""Apps of others that may act for you."""

from rest_framework.response import Response

from accounts.api.serializers import ConnectedAppShape
from accounts.services import programs
from oriflamme_site.rest import problems
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request


class ConnectedApps(Endpoint):
    tag = "me"
    scopes = {"GET": "account"}

    @operation(
        "list_connected_apps",
        "Apps that may act for you",
        answers={200: ConnectedAppShape(many=True)},
    )
    def get(self, request: Request) -> Response:
        """By name. Each has asked you, and can be disconnected."""
        shown = [
            {
                "client_id": app.client_id,
                "name": app.name,
                "made_by": app.user and app.user.handle,
                "scopes": programs.scopes_given(request.person, app),
            }
            for app in programs.connected_apps(request.person)
        ]
        return Response(shown)


class ConnectedApp(Endpoint):
    tag = "me"
    ids = [path_id("client_id", "The app's id.", "^[A-Za-z0-9]{40}$")]
    scopes = {"DELETE": "account"}

    @operation(
        "disconnect_app",
        "Take an app's rights back",
        answers={204: None},
        errors=[problems.NOT_FOUND],
    )
    def delete(self, request: Request, client_id: str) -> Response:
        """Every key that it has for you ends at once."""
        for app in programs.connected_apps(request.person):
            if app.client_id == client_id:
                programs.disconnect_app(person=request.person, app=app)
                return Response(status=204)
        raise Problem(problems.NOT_FOUND)
