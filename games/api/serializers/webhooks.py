"""What webhooks are sent, in the format `generic`."""

from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema

from games import types
from games.services import hooking
from oriflamme_site.rest import serializers
from oriflamme_site.rest.typed import serializer

_OWN = ("your_turn", "game_began", "game_over", "table_closed", "seat_taken_over", "invitation")


class OwnEventShape(serializers.Serializer):
    type = serializers.CharField(help_text=", ".join(_OWN) + "; ping, when you ask for it.")
    timestamp = serializers.DateTimeField(help_text="When it happened.")
    data = serializer(types.OwnEventFacts)(help_text="What it is about.")  # type: ignore[assignment]


class TableEventShape(serializers.Serializer):
    type = serializers.ChoiceField(hooking.TYPES, help_text="What happened.")
    timestamp = serializers.DateTimeField(help_text="When we noticed.")
    data = serializer(types.TableEventFacts)(help_text="What it is about.")  # type: ignore[assignment]


# The describer knows no headers of webhooks.
_SIGNED = """

Each request carries `webhook-id` (the same in each try: what you have had, leave out),
`webhook-timestamp` (when this try was signed, in seconds since 1970) and `webhook-signature`:
`v1,` and the base64 of HMAC-SHA256 over id, `.`, timestamp, `.` and body, with the secret's
base64 as the key; for a day after a rotation two of them, separated by a space."""


def _webhook(
    name: str, summary: str, description: str, shape: type[serializers.Serializer]
) -> OpenApiWebhook:
    return OpenApiWebhook(
        name=name,
        decorator=extend_schema(
            operation_id=name,
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
