"""Webhooks of one table."""

from typing import ClassVar

from django.http import HttpResponse

from accounts.api import intake
from accounts.api.answers import json_answer
from accounts.api.describe import operation
from accounts.api.endpoint import Call, Endpoint
from games import errors, services
from games.api.base import FOUND, KEY
from games.api.errors import kinds
from notifications.api import shapes
from notifications.api.views import TOO_MANY_HOOKS, made, refusals


class TableHooks(Endpoint):
    """Without Idempotency-Key: its answers are kept for a day, and a secret must not be."""

    scopes: ClassVar = {"GET": "organise", "POST": "organise"}

    @operation(
        id="list_table_hooks",
        summary="Your webhooks of a table",
        description="Those that you made; nobody sees those of others.",
        tag="webhooks",
        parameters=[KEY],
        answers={200: shapes.HookShape(many=True)},
        errors=[*FOUND, *kinds(errors.NotAllowed)],
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        hooks = services.own_hooks(game_key=key, person=call.person)
        return json_answer([shapes.show_hook(hook) for hook in hooks])

    @operation(
        id="hook_table",
        summary="Tell a chat or a program of a table",
        description="Of what everybody who watches it may see, and nothing else: `table.joined`, "
        "`table.left`, `table.started`, `table.moved`, `table.resigned`, `table.end_offered`, "
        "`table.end_withdrawn`, `table.over`, `table.cancelled`. For who sits there or has opened "
        "it, as long as they do. Change and remove it at `me/hooks`.",
        tag="webhooks",
        parameters=[KEY],
        request=shapes.HookForm,
        answers={201: shapes.NewHookShape},
        errors=[*FOUND, *kinds(errors.NotAllowed), TOO_MANY_HOOKS],
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        wanted = intake.read(shapes.HookForm, intake.body(call.request))
        hook_format = wanted.pop("format")
        with refusals():
            return made(
                *services.hook_table(
                    game_key=key, person=call.person, hook_format=hook_format, **wanted
                )
            )
