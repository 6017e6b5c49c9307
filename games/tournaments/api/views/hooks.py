"""Webhooks of one tournament."""

from rest_framework.response import Response

from accounts.api.permissions import NotForAppsOfOthers
from games.api.views.base import FOUND
from games.tournaments.api.views.listing import TournamentEndpoint
from games.tournaments.services import hooking
from notifications.api import serializers
from notifications.api.views.hooks import TOO_MANY_HOOKS, made, refusals
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.request import Request


class TournamentHooks(TournamentEndpoint):
    tag = "webhooks"
    permission_classes = [NotForAppsOfOthers]
    scopes = {"GET": "organise", "POST": "organise"}

    @operation(
        id="list_tournament_hooks",
        summary="Your webhooks of a tournament",
        description="Those that you made; nobody sees those of others.",
        answers={200: serializers.WebhookShape(many=True)},
        errors=FOUND,
    )
    def get(self, request: Request, key: str) -> Response:
        hooks = hooking.own_hooks(key=key, person=request.person)
        return Response(serializers.WebhookShape(hooks, many=True).data)

    @operation(
        id="hook_tournament",
        summary="Tell a chat or a program of a tournament",
        description="`tournament.changed` whenever there is something new in its rounds, standings "
        "or status, and what spectators see at its tables, as webhooks of tables are told it. For "
        "whoever may look. Change and remove it at `me/hooks`.",
        request=serializers.TableWebhookForm,
        answers={201: serializers.NewWebhookShape},
        errors=[*FOUND, TOO_MANY_HOOKS],
        secret=True,
    )
    def post(self, request: Request, key: str) -> Response:
        wanted = serializers.TableWebhookForm.read(request)
        with refusals():
            return made(*hooking.hook_tournament(key=key, person=request.person, **wanted))
