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
        "list_tournament_hooks",
        "Your webhooks of a tournament",
        answers={200: serializers.WebhookShape(many=True)},
        errors=FOUND,
    )
    def get(self, request: Request, key: str) -> Response:
        """Those that you made; nobody sees those of others."""
        hooks = hooking.own_hooks(key=key, person=request.person)
        return Response(serializers.WebhookShape(hooks, many=True).data)

    @operation(
        "hook_tournament",
        "Tell a chat or a program of a tournament",
        request=serializers.TableWebhookForm,
        answers={201: serializers.NewWebhookShape},
        errors=[*FOUND, TOO_MANY_HOOKS],
        secret=True,
    )
    def post(self, request: Request, key: str) -> Response:
        """`tournament.changed` whenever there is something new in its rounds, standings or status,
        and what spectators see at its tables, as webhooks of tables are told it. For whoever may
        look. Change and remove it at `me/hooks`."""
        wanted = serializers.TableWebhookForm.read(request)
        with refusals():
            return made(*hooking.hook_tournament(key=key, person=request.person, **wanted))
