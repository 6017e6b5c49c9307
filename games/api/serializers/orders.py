"""Standing orders, as the schema tells of them."""

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field

from games.engine.words import LANGUAGES
from games.orders import DOES, order
from oriflamme_site.rest import serializers
from oriflamme_site.rest.typed import Tag

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
_SAID = {
    "wait": "When a closed card's turn comes, it waits.",
    "reveal": "When a closed card's turn comes, it is revealed.",
    "place": "That card is played in that round.",
    "choose": "What is chosen, for every other question.",
    "ask": "You are asked, whatever the other orders say.",
}
_NEEDS = {"place": {"card", "place", "round"}}
_FIELDS: dict[str, dict[str, object]] = {
    "card": _CARD | {"description": "Only for this card."},
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


def _member(do: str, fields: tuple[str, ...]) -> type[serializers.Serializer]:
    return type(
        f"{do.capitalize()}OrderShape",
        (serializers.Serializer,),
        {
            "__doc__": _SAID[do],
            "do": Tag([do]),
            **{
                field: _described(_FIELDS[field])(required=field in _NEEDS.get(do, ()))
                for field in fields[1:]
            },
        },
    )


def _described(schema: dict[str, object]) -> type[serializers.JSONField]:
    return extend_schema_field(schema)(type("OrderPart", (serializers.JSONField,), {}))


class OrderField(serializers.JSONField):
    """Checked by what reads orders; described by the fields that each kind of them has."""

    union = PolymorphicProxySerializer(
        component_name="Order",
        serializers={do: _member(do, fields) for do, fields in DOES.items()},
        resource_type_field_name="do",
    )
