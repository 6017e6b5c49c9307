"""Webhooks of one table."""

from rest_framework.response import Response

from accounts.api.permissions import NotForAppsOfOthers
from games import errors, services
from games.api.exceptions import kinds
from games.api.views.base import FOUND, TableEndpoint
from notifications.api import serializers
from notifications.api.views.hooks import TOO_MANY_HOOKS, made, refusals
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.request import Request


class TableHooks(TableEndpoint):
    tag = "webhooks"
    permission_classes = [NotForAppsOfOthers, *TableEndpoint.permission_classes]
    scopes = {"GET": "organise", "POST": "organise"}

    @operation(
        "list_table_hooks",
        "Your webhooks of a table",
        answers={200: serializers.WebhookShape(many=True)},
        errors=[*FOUND, *kinds(errors.NotAllowed)],
    )
    def get(self, request: Request, key: str) -> Response:
        """Those that you made; nobody sees those of others."""
        hooks = services.own_hooks(game_key=key, person=request.person)
        return Response(serializers.WebhookShape(hooks, many=True).data)

    @operation(
        "hook_table",
        "Tell a chat or a program of a table",
        request=serializers.TableWebhookForm,
        answers={201: serializers.NewWebhookShape},
        errors=[*FOUND, *kinds(errors.NotAllowed), TOO_MANY_HOOKS],
        secret=True,
    )
    def post(self, request: Request, key: str) -> Response:
        """Of what everybody who watches it may see: `table.joined`, `table.left`, `table.started`,
        `table.moved`, `table.resigned`, `table.end_offered`, `table.end_withdrawn`, `table.over`,
        `table.cancelled`. For who sits there or has opened it, as long as they do. Change and
        remove it at `me/hooks`."""
        wanted = serializers.TableWebhookForm.read(request)
        with refusals():
            return made(*services.hook_table(game_key=key, person=request.person, **wanted))
