"""What happened and what was said."""

from typing import Any

from drf_spectacular.utils import extend_schema_field

from games.api.serializers import parts
from games.engine.events import EVENTS
from games.engine.words import LANGUAGES
from games.models import Feed, Move
from oriflamme_site.rest import serializers

_TEXT = {"type": "string"}
_CARD = {"type": ["string", "null"]}
_CARDS = {"type": ["array", "null"], "items": {"type": "string"}}
_NUMBERS = {"type": "array", "items": {"type": "integer"}}
# Every other field is a number, or null where there is none.
_KINDS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(("set", "edition", "direction", "place", "why"), _TEXT),
    **dict.fromkeys(("question", "move", "source"), _TEXT),
    **dict.fromkeys(("card", "back", "cause"), _CARD),
    **dict.fromkeys(("deck", "hand", "aside"), _CARDS),
    **dict.fromkeys(("scores", "row_cards", "ranks"), _NUMBERS),
    "was_open": {"type": "boolean"},
    # The card that did it; of `lost`, the seat.
    "by": {"type": ["string", "integer"]},
}
_NUMBER = {"type": ["integer", "null"]}


def _event_schema() -> dict[str, Any]:
    """From the engine's own vocabulary, so that neither can be ahead of the other."""
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
                field: {**_KINDS.get(field, _NUMBER), "description": "; ".join(texts)}
                for field, texts in said.items()
            },
        },
    }


@extend_schema_field(_event_schema())
class EventField(serializers.DictField):
    pass


class EntryShape(serializers.Serializer):
    """One move, and what came of it."""

    seq = parts.number("Its number; 0 is the deal.")
    at = parts.moment("When it was made.")
    seat = parts.seat("Who decided; null for the deal.", allow_null=True)
    move = serializers.CharField(
        allow_null=True,
        allow_blank=True,
        help_text="The move itself: yours, and when the game is over everybody's.",
    )
    door = parts.choice(Move.Door.values, "By which way your own moves came in.", allow_null=True)
    events = serializers.ListField(child=EventField(), help_text="What happened, in order.")
    nothing = serializers.CharField(
        allow_null=True,
        help_text="Why it brought nothing, in words, where no event tells of that; else null.",
    )

    class Meta:
        ref_name = "LogEntry"


class MessageShape(serializers.Serializer):
    id = serializers.CharField(help_text="Names the message at this table.")
    at = parts.moment("When it was written.")
    seat = parts.seat("Who wrote it.")
    player = parts.PlayerShape(
        allow_null=True, help_text="Who that is; null while the table hides it."
    )
    to_seat = parts.seat("To whom; null: to the whole table.", allow_null=True)
    text = serializers.CharField(help_text="The words; empty for those of a former player.")
    unread = serializers.BooleanField(help_text="You have not marked it as read.")

    class Meta:
        ref_name = "Message"


class TimelineShape(serializers.Serializer):
    """A move or a message, as `type` says, with the fields of that."""

    type = parts.choice(["move", "message"], "What it is.")
    at = parts.moment("When.")
    seat = parts.seat("Who.", allow_null=True)
    seq = parts.number("A move's number.", required=False)
    move = serializers.CharField(
        required=False, allow_null=True, allow_blank=True, help_text="A move of yours."
    )
    door = parts.choice(Move.Door.values, "How the move came in.", required=False, allow_null=True)
    events = serializers.ListField(
        child=EventField(), required=False, help_text="What came of a move."
    )
    id = serializers.CharField(required=False, help_text="A message's id.")
    player = parts.PlayerShape(required=False, allow_null=True, help_text="Who wrote a message.")
    to_seat = parts.seat("To whom a message goes.", required=False, allow_null=True)
    text = serializers.CharField(required=False, help_text="A message's words.")
    unread = serializers.BooleanField(required=False, help_text="A message not read yet.")

    class Meta:
        ref_name = "TimelineEntry"


class NewsShape(serializers.Serializer):
    """What the data of an event holds."""

    game = serializers.CharField(required=False, help_text="At which table.")
    seq = parts.number("How many moves the game has had by then.", required=False)
    at = parts.moment("When it happened.", required=False)
    log = EntryShape(many=True, required=False, help_text="`started`, `moved`: what happened.")
    message = MessageShape(required=False, help_text="`talk`: the message.")

    class Meta:
        ref_name = "News"


class StreamEventShape(serializers.Serializer):
    id = serializers.CharField(help_text="Where to go on from: send it as Last-Event-ID.")
    event = parts.choice(
        ["here", "reset", *Feed.Kind.values],
        "What happened. `here`: you are listening. `reset`: we cannot go on from the place you "
        "named; read the games again.",
    )
    data = NewsShape(  # type: ignore[assignment]  # a serializer's own `data` is no field
        help_text="What there is to know of it."
    )

    class Meta:
        ref_name = "StreamEvent"


class NewsPageShape(serializers.Serializer):
    events = StreamEventShape(many=True, help_text="In order; empty if nothing came in time.")
    last = serializers.CharField(help_text="Send it as `after` to go on from here.")

    class Meta:
        ref_name = "NewsPage"
