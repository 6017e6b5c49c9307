"""How what happened is described: by the engine's own vocabulary. Loaded before any view, whose
answers are the types of `games.types`."""

from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from drf_spectacular.utils import PolymorphicProxySerializer

from games import types
from games.api.serializers.orders import OrderField
from games.engine.events import EVENTS, EventKind, Facts
from games.engine.move_data import Move
from games.engine.types import CardName, card_names
from games.engine.words import LANGUAGES
from games.orders import Order
from oriflamme_site.rest import serializers
from oriflamme_site.rest.typed import Tag, field, make_by

# Where the engine's words need say no more.
_PLAIN = {
    "slot": "where it lies",
    "card": "which it is",
    "seat": "whose it is",
    "family": "whose set it belongs to",
}
_MOVE = Annotated[Move, "The same move as data."]
# Fields that name cards, alone or several.
_CARDS = {"card", "back", "cause"}
_OF_KIND: dict[object, type[serializers.AnyField]] = {
    int: serializers.IntegerField,
    str: serializers.CharField,
    bool: serializers.BooleanField,
}


def _events() -> serializers.Members:
    """The members of the union of events, from the engine's own vocabulary, so that neither can
    be ahead of the other."""
    return {kind: _event(kind, about) for kind, about in EVENTS.items()}


def _event(kind: str, about: EventKind) -> type[serializers.Serializer]:
    hints = get_type_hints(Facts)
    return type(
        f"{''.join(part.capitalize() for part in kind.split('_'))}EventShape",
        (serializers.Serializer,),
        {
            "__doc__": about.tells,
            "kind": Tag([kind]),
            "says": serializers.CharField(help_text="The same in words, in your language."),
            "nothing": serializers.ChoiceField(
                list(LANGUAGES["en"].NOTHING),
                required=False,
                help_text="Only where something came to nothing: the reason, which `says` has in "
                "words.",
            ),
            **({"data": field(_MOVE)} if "move" in about.fields else {}),
            **{
                name: _fact(name, hints[name], text, is_secret=name in about.secret)
                for name, text in about.fields.items()
            },
        },
    )


def _fact(name: str, hint: object, text: str, *, is_secret: bool) -> serializers.AnyField:
    kinds = set(get_args(hint)) if isinstance(hint, UnionType) else {hint}
    said: dict[str, Any] = {"help_text": text or _PLAIN[name]}
    if is_secret or NoneType in kinds:
        said["allow_null"] = True
    kinds -= {NoneType}
    if kinds == {str, int}:  # `by` is a card, but where somebody lost what a seat's card took
        kinds = {int} if text.startswith("seat") else {CardName}
    (of,) = kinds
    if get_origin(of) is list:
        (of_each,) = get_args(of)
        each = _card() if of_each is str else _OF_KIND[of_each]()
        return serializers.ListField(child=each, **said)
    if of is CardName or name in _CARDS:
        return _card(**said)
    return _OF_KIND[of](**said)


def _card(**said: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField(card_names(), **said)


def _event_of(**said: Any) -> PolymorphicProxySerializer:
    return PolymorphicProxySerializer(
        component_name="GameEvent",
        serializers=_events,
        resource_type_field_name="kind",
        **said,
    )


make_by(types.Event, _event_of)
make_by(Order, OrderField)
