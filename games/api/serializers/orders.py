"""Standing orders, as the schema tells of them."""

from drf_spectacular.utils import extend_schema_field

from games.engine.words import LANGUAGES
from games.orders import DOES, order
from oriflamme_site.rest import serializers

_CARD: dict[str, object] = {"type": "string", "enum": sorted(LANGUAGES["en"].NAMES)}
_ROUND: dict[str, object] = {"type": "integer", "minimum": 1, "maximum": order.LAST_ROUND - 1}
_TOKENS: dict[str, object] = {"type": "integer", "minimum": 1, "maximum": order.MOST_TOKENS}
_TERMS: dict[str, object] = {
    "type": "array",
    "maxItems": order.MOST_TERMS,
    "items": {"type": "string"},
}
_NAMED = "`seat 0` … `seat 4`, or the id of a card"
_SAY = ", ".join(f"`{word}`" for word in order.OF_CARDS)
_MOVES = ", ".join(f"`{word}`" for word in order.OF_MOVES)
_RANKS = ", ".join(f"`{word}`" for word in order.RANKS)
_FIELDS: dict[str, dict[str, object]] = {
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


def _order_schema() -> dict[str, object]:
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
