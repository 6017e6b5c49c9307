"""Webhooks and feeds as the API shows and takes them."""

from django.conf import settings

from accounts.models import User
from notifications import registry
from notifications.models import Delivery, Hook
from notifications.services import feed_token
from oriflamme_site.rest import serializers

KEY = "^[0-9a-f]{16}$"
MESSAGE = "^msg_[0-9a-f]{24}$"
# Said of the field wherever it stands.
TYPES = (
    "The `type`s of `OwnEvent` that it wants, for one table of `TableEvent`, for one tournament of "
    "`TournamentEvent`; empty: all."
)


class WebhookShape(serializers.Serializer):
    id = serializers.CharField(source="key", help_text="Names the webhook.")
    name = serializers.CharField(allow_blank=True, help_text="What you called it.")
    game = serializers.CharField(
        allow_null=True, help_text="The one table it is told of, if it is of one."
    )
    tournament = serializers.CharField(
        allow_null=True, help_text="The one tournament; of neither: all that concerns you."
    )
    host = serializers.CharField(
        help_text="Where it leads. The whole address may hold a key and is not shown again."
    )
    format = serializers.ChoiceField(
        Hook.Format.choices,
        help_text="generic: JSON, signed as Standard Webhooks; the others: a line for a chat.",
    )
    types = serializers.ListField(child=serializers.CharField(), help_text=TYPES)
    with_view = serializers.BooleanField(
        help_text="Whether your view of the table is sent along, with your hidden cards."
    )
    state = serializers.ChoiceField(
        Hook.State.choices,
        help_text="stopped: paused by us, because it took nothing for days or answered 410.",
    )
    created_at = serializers.DateTimeField(help_text="When it was made.")
    last_success_at = serializers.DateTimeField(allow_null=True, help_text="When it last took one.")
    last_failure_at = serializers.DateTimeField(allow_null=True, help_text="When it last did not.")
    failures = serializers.IntegerField(help_text="How often it did not, since it last did.")


class NewWebhookShape(WebhookShape):
    secret = serializers.CharField(
        allow_null=True,
        help_text="What its requests are signed with. It is shown only now: keep it. Null for "
        "chats, which check none.",
    )


class WebhookSecretShape(serializers.Serializer):
    secret = serializers.CharField(help_text="The new secret. It is shown only now: keep it.")
    old_secret_until = serializers.DateTimeField(
        help_text="Until then the one before it signs as well."
    )


class WebhookDeliveryShape(serializers.Serializer):
    id = serializers.CharField(help_text="The `webhook-id` of its requests, the same in each try.")
    type = serializers.CharField(help_text="The kind of event.")
    game = serializers.CharField(allow_null=True, help_text="The table it is about.")
    state = serializers.ChoiceField(
        Delivery.State.choices, help_text="outdated: nobody needs to know it any more."
    )
    tries = serializers.IntegerField(help_text="How often it was tried.")
    due_at = serializers.DateTimeField(help_text="Of a queued one: when the next try is due.")
    done_at = serializers.DateTimeField(allow_null=True, help_text="When it was over.")
    error = serializers.CharField(allow_blank=True, help_text="What went wrong the last time.")


class TableWebhookForm(serializers.Serializer):
    url = serializers.CharField(
        max_length=500,
        help_text="A public https:// address. Of Telegram: …/sendMessage?chat_id=… of your bot.",
    )
    format = serializers.ChoiceField(
        Hook.Format.choices,
        source="hook_format",
        required=False,
        default="generic",
        help_text="How it is worded.",
    )
    name = serializers.CharField(
        required=False, allow_blank=True, max_length=60, help_text="What it is for."
    )
    types = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        max_length=30,
        help_text=TYPES,
    )


class WebhookForm(TableWebhookForm):
    with_view = serializers.BooleanField(
        required=False,
        help_text="Send your view of the table along, with your hidden cards; generic only.",
    )


class WebhookChange(serializers.Serializer):
    name = serializers.CharField(
        required=False, allow_blank=True, max_length=60, help_text="What it is for."
    )
    types = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        max_length=30,
        help_text=TYPES,
    )
    with_view = serializers.BooleanField(
        required=False, help_text="Send your view of the table along."
    )
    paused = serializers.BooleanField(
        required=False, help_text="true: tell it nothing; false: go on, past failures forgotten."
    )


class FeedsShape(serializers.Serializer):
    atom = serializers.CharField(
        allow_null=True, help_text="What waits for you and what happened. Keep it secret."
    )
    calendar = serializers.CharField(
        allow_null=True, help_text="Your deadlines as iCalendar. Keep it secret."
    )


def show_delivery(delivery: Delivery) -> dict[str, object]:
    notification = delivery.notification
    facts = notification.context.reveal()
    return {
        "id": delivery.message_id,
        "type": facts.get("type") or _type(notification.kind),
        "game": facts.get("game"),
        "state": delivery.state,
        "tries": delivery.tries,
        "due_at": delivery.due_at,
        "done_at": delivery.done_at,
        "error": delivery.last_error,
    }


def _type(kind: str) -> str:
    return (registry.is_known(kind) and registry.find(kind).event) or kind


def feeds_of(person: User) -> dict[str, str | None]:
    token = feed_token(person)
    if token is None:
        return {"atom": None, "calendar": None}
    base = f"{settings.SITE_URL}/feeds/{token.reveal()}"
    return {"atom": f"{base}/games.atom", "calendar": f"{base}/deadlines.ics"}
