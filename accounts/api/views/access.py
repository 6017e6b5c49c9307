"""What opens your account beside your password, and ending all of it."""

from rest_framework.response import Response

from accounts.api.serializers import AccessShape
from accounts.services import access
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.request import Request


class Access(Endpoint):
    tag = "account"
    in_person = frozenset({"GET", "DELETE"})

    @operation("get_access", "What opens your account", answers={200: AccessShape})
    def get(self, request: Request) -> Response:
        """How many of each there are, beside your password and passkeys. A new password ends
        sessions alone."""
        return Response(access.access_of(request.person).counts())

    @operation("end_access", "End all that opens your account", answers={204: None})
    def delete(self, request: Request) -> Response:
        """Sessions but the one that asks, tokens, apps, feeds, webhooks and devices end at once."""
        access.end_access(person=request.person, but=request.asked.session.session_key)
        return Response(status=204)
