"""Standing orders: your own, and nobody else's business."""

from typing import Any, ClassVar

from django.http import HttpResponse

from accounts.api import intake
from accounts.api.answers import json_answer
from accounts.api.describe import IDEMPOTENCY_KEY, operation, path_id
from accounts.api.endpoint import Call
from games import errors, selectors, services
from games.api import forms
from games.api.base import KEY, SEATED, GameEndpoint, written
from games.api.errors import kinds
from games.api.playing import RUNNING
from games.api.shapes import examples, orders

_REFUSED = kinds(errors.BadOrder, errors.OrdersChanged, errors.UnreadableGame)


class Orders(GameEndpoint):
    scopes: ClassVar = {"GET": "read", "POST": "play", "PUT": "play", "DELETE": "play"}

    @operation(
        id="list_orders",
        summary="Your standing orders",
        description="What you have left at this table, how it is understood, what it would do "
        "just now, and what came of it. Nobody else can tell whether there is anything.",
        tag="play",
        parameters=[KEY],
        answers={200: orders.OrdersShape},
        errors=[*SEATED, *kinds(errors.UnreadableGame)],
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        return _answer(call, key)

    @operation(
        id="add_orders",
        summary="Leave further standing orders",
        description="They come before those you have left; the first that applies to a decision "
        "makes it. With `dry_run` nothing is left: the answer says how these are understood and "
        "what they alone would do just now.",
        tag="play",
        request=forms.OrdersForm,
        parameters=[KEY, IDEMPOTENCY_KEY],
        answers={200: orders.OrdersShape},
        errors=written(*SEATED, *RUNNING, *_REFUSED),
        examples=[examples.ORDERS, examples.ORDERS_IN_WORDS],
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        return _give(call, key, adds=True)

    @operation(
        id="replace_orders",
        summary="Leave these standing orders alone",
        description="In place of all that you have left. With `revision`, only if they are still "
        "those you have read. `dry_run` as when adding.",
        tag="play",
        request=forms.OrdersForm,
        parameters=[KEY],
        answers={200: orders.OrdersShape},
        errors=[*SEATED, *RUNNING, *_REFUSED],
        examples=[examples.ORDERS],
    )
    def put(self, call: Call, key: str) -> HttpResponse:
        return _give(call, key, adds=False)

    @operation(
        id="revoke_orders",
        summary="Take all your standing orders back",
        description="From now on they move nothing.",
        tag="play",
        parameters=[KEY],
        answers={200: orders.OrdersShape},
        errors=[*SEATED, *RUNNING],
    )
    def delete(self, call: Call, key: str) -> HttpResponse:
        services.revoke_orders(game_key=key, person=call.person)
        return _answer(call, key)


class OneOrder(GameEndpoint):
    scopes: ClassVar = {"DELETE": "play"}
    ORDER = path_id("order", "The order's id.", "^[2-9a-z]{10}$")

    @operation(
        id="revoke_order",
        summary="Take one standing order back",
        description="The others stay.",
        tag="play",
        parameters=[KEY, ORDER],
        answers={200: orders.OrdersShape},
        errors=[*SEATED, *RUNNING],
    )
    def delete(self, call: Call, key: str, order: str) -> HttpResponse:
        services.revoke_orders(game_key=key, person=call.person, ids=[order])
        return _answer(call, key)


def _give(call: Call, key: str, *, adds: bool) -> HttpResponse:
    sent = intake.read(forms.OrdersForm, intake.body(call.request))
    lines = [line for line in sent.get("text", "").splitlines() if line.strip()]
    wanted: list[Any] = [*sent.get("orders", [])]
    if lines:
        wanted += selectors.read_lines(key=key, viewer=call.person, lines=lines)
    dry_run = sent.get("dry_run", False)
    left = services.give_orders(
        game_key=key,
        person=call.person,
        wanted=wanted,
        adds=adds,
        revision=sent.get("revision"),
        dry_run=dry_run,
    )
    return _answer(call, key, left.orders if dry_run else None)


def _answer(call: Call, key: str, proposed: list[dict[str, Any]] | None = None) -> HttpResponse:
    standing = selectors.standing_orders(
        key=key, viewer=call.person, lang=call.language, proposed=proposed
    )
    return json_answer({"dry_run": proposed is not None, **standing})
