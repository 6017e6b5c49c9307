"""How what happened is described: by the engine's own vocabulary. Loaded before any view, whose
answers are the types of `games.types`."""

from typing import get_type_hints

from drf_spectacular.utils import extend_schema_field

from games import types
from games.api.serializers.orders import OrderField
from games.engine.events import EVENTS, Facts
from games.engine.words import LANGUAGES
from games.orders import Order
from oriflamme_site.rest import serializers
from oriflamme_site.rest.typed import make_by

_TEXT: dict[str, object] = {"type": "string"}
_TEXTS: dict[str, object] = {"type": ["array", "null"], "items": _TEXT}
_JSON: dict[object, dict[str, object]] = {
    str: _TEXT,
    str | None: {"type": ["string", "null"]},
    **dict.fromkeys((list[str], list[str] | None), _TEXTS),
    list[int]: {"type": "array", "items": {"type": "integer"}},
    bool: {"type": "boolean"},
    str | int: {"type": ["string", "integer"]},
}
# A field may be of several kinds of event, and null in some of them.
_NUMBER: dict[str, object] = {"type": ["integer", "null"]}


def _event_schema() -> dict[str, object]:
    """From the engine's own vocabulary, so that neither can be ahead of the other."""
    kinds_of = get_type_hints(Facts)
    said: dict[str, list[str]] = {}
    for kind, about in EVENTS.items():
        for field, text in about.fields.items():
            said.setdefault(field, []).append(f"`{kind}`: {text}" if text else f"`{kind}`")
    return {
        "type": "object",
        "title": "GameEvent",
        "description": "One thing that happened. Which fields it has depends on its kind, never "
        "on what is hidden: a card that you may not know is null.",
        "required": ["kind", "says"],
        "properties": {
            "kind": {
                "type": "string",
                "enum": list(EVENTS),
                "description": "\n".join(f"* `{k}`: {about.tells}" for k, about in EVENTS.items()),
            },
            "says": {"type": "string", "description": "The same in words, in your language."},
            "nothing": {
                "type": "string",
                "enum": list(LANGUAGES["en"].NOTHING),
                "description": "Only where something came to nothing: the reason, which `says` "
                "has in words.",
            },
            **{
                field: {**_JSON.get(kinds_of[field], _NUMBER), "description": "; ".join(texts)}
                for field, texts in said.items()
            },
        },
    }


@extend_schema_field(_event_schema())
class EventField(serializers.DictField):
    pass


make_by(types.Event, EventField)
make_by(Order, OrderField)
