"""Standing orders, and what came of them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field

from games.api.serializers import parts
from games.engine.words import LANGUAGES
from games.orders import DOES, order
from oriflamme_site.rest import serializers

_CARD = {"type": "string", "enum": sorted(LANGUAGES["en"].NAMES)}
_ROUND = {"type": "integer", "minimum": 1, "maximum": order.LAST_ROUND - 1}
_TOKENS = {"type": "integer", "minimum": 1, "maximum": order.MOST_TOKENS}
_TERMS = {"type": "array", "maxItems": order.MOST_TERMS, "items": {"type": "string"}}
_NAMED = "`seat 0` … `seat 4`, or the id of a card"
_SAY = ", ".join(f"`{word}`" for word in order.OF_CARDS)
_MOVES = ", ".join(f"`{word}`" for word in order.OF_MOVES)
_RANKS = ", ".join(f"`{word}`" for word in order.RANKS)
_FIELDS: dict[str, dict[str, Any]] = {
    "do": {
        "type": "string",
        "enum": list(DOES),
        "description": "`wait`, `reveal`: when a closed card's turn comes. `place`: play that "
        "card in that round. `choose`: for every other question. `ask`: me, whatever the other "
        "orders say.",
    },
    "card": _CARD | {"description": "Only for this card. `place` needs it."},
    "from_round": _ROUND | {"description": "From this round on."},
    "until_round": {
        "type": "integer",
        "minimum": 2,
        "maximum": order.LAST_ROUND,
        "description": "Before this round: 4 is to the end of round 3.",
    },
    "from_tokens": _TOKENS | {"description": "Once so many tokens lie on the card."},
    "until_tokens": _TOKENS | {"description": "While fewer tokens lie on the card."},
    "neighbour": _TERMS
    | {"description": f"If all of this is true of one neighbour: {_SAY}, {_NAMED}."},
    "no_neighbour": _TERMS | {"description": "If there is no neighbour of which all is true."},
    "prefer": _TERMS
    | {
        "description": "Each in turn leaves, of the choices, those it is true of, if any: "
        f"{_SAY}, {_NAMED}; the moves {_MOVES}; or what is {_RANKS}. If several are left at the "
        "end, you are asked. In `reveal`: for what the card chooses then."
    },
    "never": _TERMS
    | {
        "description": "What is never chosen; the same words, without ranks. If nothing is left, "
        "you are asked."
    },
    "place": {
        "type": "string",
        "enum": ["start", "end", "on"],
        "description": "Where; `on` a card of your own.",
    },
    "on": _CARD | {"description": "That card."},
    "round": _ROUND | {"description": "In which round to play the card."},
    "question": {
        "type": "string",
        "enum": list(order.QUESTIONS),
        "description": "Only for this kind of question.",
    },
    "if": {
        "type": "array",
        "items": {"type": "string", "enum": list(order.WIRES)},
        "description": "Ask, and do nothing by orders, since the order was given: `attacked` – "
        "another took a card, influence or control from you, or marked a card of yours; `moved` – "
        "another moved a card of yours; `neighbour` – what lies beside the card in question is "
        "other than it was. Without it, always ask about `card`.",
    },
}


def _order_schema() -> dict[str, Any]:
    return {
        "type": "object",
        "title": "Order",
        "description": "\n".join(
            f"* `{do}`: {', '.join(f'`{field}`' for field in fields[1:])}"
            for do, fields in DOES.items()
        ),
        "required": ["do"],
        "properties": _FIELDS,
    }


@extend_schema_field(_order_schema())
class OrderField(serializers.JSONField):
    pass


class StandingOrderShape(serializers.Serializer):
    id = serializers.CharField(allow_null=True, help_text="Names it; null in a dry run.")
    order = OrderField(help_text="The order, in its one form.")
    says = serializers.CharField(
        help_text="How it is understood, in your language. It can be sent back as text."
    )
    in_force = serializers.BooleanField(help_text="Whether its rounds are not over yet.")

    class Meta:
        ref_name = "StandingOrder"


class OrderNowShape(serializers.Serializer):
    move = serializers.CharField(allow_null=True, help_text="The move; null: you are asked.")
    by = serializers.CharField(allow_null=True, help_text="By which order, in words.")
    why = serializers.CharField(allow_null=True, help_text="Why that order does not decide it.")

    class Meta:
        ref_name = "OrderNow"


class OrderUseShape(serializers.Serializer):
    seq = parts.number("The move it made; or the position on which it asked.")
    at = parts.moment("When.")
    move = serializers.CharField(allow_null=True, help_text="The move; null if it asked.")
    says = serializers.CharField(help_text="The order, in words.")
    why = serializers.CharField(allow_null=True, help_text="Why it asked; null for a move.")

    class Meta:
        ref_name = "OrderUse"


class OrdersShape(serializers.Serializer):
    dry_run = serializers.BooleanField(help_text="Nothing was changed: so it would be.")
    revision = parts.number("Counts the changes of your list.")
    orders = StandingOrderShape(many=True, help_text="The first that applies decides.")
    now = OrderNowShape(
        allow_null=True, help_text="What they make of what you are asked now; null: nothing is."
    )
    due_at = parts.moment("When they will answer that.", allow_null=True)
    uses = OrderUseShape(many=True, help_text="What came of orders, the newest first.")

    class Meta:
        ref_name = "Orders"
