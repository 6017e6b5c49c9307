"""Standing orders: your own, and nobody else's business."""

from rest_framework.response import Response

from games import errors, selectors, services, types
from games.api.exceptions import kinds
from games.api.serializers import examples, requests
from games.api.views.base import KEY, PLAYING, SEATED, TableEndpoint
from games.models.orders import KeptOrder
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.request import Request

_REFUSED = kinds(errors.BadOrder, errors.OrdersChanged, errors.PlansBind, errors.UnreadableGame)


class Orders(TableEndpoint):
    scopes = {"GET": "read", "POST": "play", "PUT": "play", "DELETE": "play"}

    @operation(
        "list_orders",
        "Your standing orders",
        answers={200: types.Orders},
        errors=[*SEATED, *kinds(errors.UnreadableGame)],
    )
    def get(self, request: Request, key: str) -> Response:
        """What you have left at this table, how it is understood, what it would do just now, and
        what came of it. Nobody else can tell whether there is anything."""
        return _answer(request, key)

    @operation(
        "add_orders",
        "Leave further standing orders",
        request=requests.OrdersForm,
        answers={200: types.Orders},
        errors=[*PLAYING, *_REFUSED],
        examples=[examples.ORDERS, examples.ORDERS_IN_WORDS],
    )
    def post(self, request: Request, key: str) -> Response:
        """They come before those you have left; the first that applies to a decision makes it. With
        `dry_run` nothing is left: the answer says how these are understood and what they alone
        would do just now."""
        return _give(request, key, adds=True)

    @operation(
        "replace_orders",
        "Leave these standing orders alone",
        request=requests.OrdersForm,
        answers={200: types.Orders},
        errors=[*PLAYING, *_REFUSED],
        examples=[examples.ORDERS],
    )
    def put(self, request: Request, key: str) -> Response:
        """In place of all that you have left. With `revision`, only if they are still those you
        have read. `dry_run` as when adding."""
        return _give(request, key, adds=False)

    @operation(
        "revoke_orders",
        "Take all your standing orders back",
        answers={200: types.Orders},
        errors=PLAYING,
    )
    def delete(self, request: Request, key: str) -> Response:
        """From now on they move nothing."""
        services.revoke_orders(game_key=key, person=request.person)
        return _answer(request, key)


class OneOrder(TableEndpoint):
    ids = [KEY, path_id("order", "The order's id.", "^[2-9a-z]{10}$")]
    scopes = {"DELETE": "play"}

    @operation(
        "revoke_order", "Take one standing order back", answers={200: types.Orders}, errors=PLAYING
    )
    def delete(self, request: Request, key: str, order: str) -> Response:
        """The others stay."""
        services.revoke_orders(game_key=key, person=request.person, ids=[order])
        return _answer(request, key)


def _give(request: Request, key: str, *, adds: bool) -> Response:
    sent = requests.OrdersForm.read(request)
    lines = [line for line in sent.get("text", "").splitlines() if line.strip()]
    wanted: list[object] = [*sent.get("orders", [])]
    if lines:
        wanted += selectors.read_lines(key=key, viewer=request.person, lines=lines)
    dry_run = sent.get("dry_run", False)
    left = services.give_orders(
        game_key=key,
        person=request.person,
        wanted=wanted,
        adds=adds,
        revision=sent.get("revision"),
        dry_run=dry_run,
    )
    return _answer(request, key, left.orders if dry_run else None)


def _answer(request: Request, key: str, proposed: list[KeptOrder] | None = None) -> Response:
    standing = selectors.standing_orders(
        key=key, viewer=request.person, lang=request.language, proposed=proposed
    )
    return Response({"dry_run": proposed is not None, **standing})
