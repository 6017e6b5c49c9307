"""What webhooks are sent, in the format `generic`."""

from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema

from games import types
from oriflamme_site.rest.describe import shape


def _webhook(name: str, summary: str, description: str, sent: object) -> OpenApiWebhook:
    return OpenApiWebhook(
        name=name,
        decorator=extend_schema(
            operation_id=name,
            summary=summary,
            description=description,
            tags=["callbacks"],
            request=shape(sent),
            responses={
                "2XX": OpenApiResponse(description="Taken."),
                "410": OpenApiResponse(description="Tell me no more: the webhook is stopped."),
            },
        ),
    )


TOLD_TO_YOU = _webhook(
    "told_to_you",
    "Something that concerns you",
    "Sent to your webhooks, or to those of your bot. Answer 2xx within eight seconds; anything "
    "else is tried again, and a 429 or 503 when its Retry-After says.",
    types.OwnEvent,
)
AT_A_TABLE = _webhook(
    "at_a_table",
    "Something happened at a table",
    "Sent to webhooks of one table, within a few seconds: what everybody who watches may see.",
    types.TableEvent,
)
IN_A_TOURNAMENT = _webhook(
    "in_a_tournament",
    "Something happened in a tournament",
    "Sent to webhooks of one tournament, within a few seconds: what everybody who follows it may "
    "see, at its tables too.",
    types.TournamentEvent,
)
