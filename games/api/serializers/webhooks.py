"""What webhooks are sent, in the format `generic`."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema

from games.api.serializers import parts, table
from games.api.serializers.log import EntryShape
from games.services import hooking
from oriflamme_site.rest import serializers

_OWN = ("your_turn", "game_began", "game_over", "table_closed", "seat_taken_over", "invitation")


class GameNameShape(serializers.Serializer):
    id = serializers.CharField(help_text="The table's id.")
    name = serializers.CharField(help_text="What it is called.")

    class Meta:
        ref_name = "GameName"


class AskedShape(serializers.Serializer):
    kind = serializers.CharField(help_text="As `question.kind` of a table.")
    slot = serializers.IntegerField(allow_null=True, help_text="The slot it is about.")

    class Meta:
        ref_name = "Asked"


class OwnFactsShape(serializers.Serializer):
    game = GameNameShape(help_text="The table.")
    url = serializers.CharField(help_text="Its page.")
    seq = serializers.IntegerField(
        allow_null=True, help_text="How many moves it has now; null: it cannot be seen now."
    )
    seat = serializers.IntegerField(allow_null=True, help_text="Yours.")
    asks = AskedShape(allow_null=True, help_text="What you have to decide; null: not your turn.")
    deadline = serializers.DateTimeField(allow_null=True, help_text="Until when.")
    result = parts.ResultShape(allow_null=True, help_text="How it ended.")
    view = table.TableShape(
        required=False,
        allow_null=True,
        help_text="With `with_view`: the table as you may see it, with every legal move.",
    )

    class Meta:
        ref_name = "OwnEventFacts"


class OwnEventShape(serializers.Serializer):
    type = serializers.CharField(help_text=", ".join(_OWN) + "; ping, when you ask for it.")
    timestamp = serializers.DateTimeField(help_text="When it happened.")
    data = OwnFactsShape(help_text="What it is about.")  # type: ignore[assignment]

    class Meta:
        ref_name = "OwnEvent"


class TableFactsShape(serializers.Serializer):
    game = GameNameShape(help_text="The table.")
    url = serializers.CharField(help_text="Its page.")
    at = serializers.DateTimeField(help_text="When it happened.")
    seq = serializers.IntegerField(required=False, help_text="How many moves the game has then.")
    log = EntryShape(
        many=True,
        required=False,
        help_text="Of `table.started` and `table.moved`: what happened, as spectators see it.",
    )
    result = parts.ResultShape(allow_null=True, help_text="How it ended.")

    class Meta:
        ref_name = "TableEventFacts"


class TableEventShape(serializers.Serializer):
    type = serializers.ChoiceField(hooking.TYPES, help_text="What happened.")
    timestamp = serializers.DateTimeField(help_text="When we noticed.")
    data = TableFactsShape(help_text="What it is about.")  # type: ignore[assignment]

    class Meta:
        ref_name = "TableEvent"


# The describer knows no headers of webhooks.
_SIGNED = """

Each request carries `webhook-id` (the same in each try: what you have had, leave out),
`webhook-timestamp` (when this try was signed, in seconds since 1970) and `webhook-signature`:
`v1,` and the base64 of HMAC-SHA256 over id, `.`, timestamp, `.` and body, with the secret's
base64 as the key; for a day after a rotation two of them, separated by a space."""


def _webhook(name: str, summary: str, description: str, shape: Any) -> OpenApiWebhook:
    return OpenApiWebhook(
        name=name,
        decorator=extend_schema(
            summary=summary,
            description=description + _SIGNED,
            tags=["webhooks"],
            request=shape,
            responses={
                "2XX": OpenApiResponse(description="Taken."),
                "410": OpenApiResponse(description="Tell me no more: the webhook is paused."),
            },
        ),
    )


TOLD_TO_YOU = _webhook(
    "told_to_you",
    "Something that concerns you",
    "Sent to your webhooks, or to those of your bot. Answer 2xx within eight seconds; anything "
    "else is tried again, and a 429 or 503 when its Retry-After says.",
    OwnEventShape,
)
AT_A_TABLE = _webhook(
    "at_a_table",
    "Something happened at a table",
    "Sent to webhooks of one table, within a few seconds: what everybody who watches may see.",
    TableEventShape,
)
