"""How each letter went, and how you want to be told."""

from datetime import time
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from rest_framework.response import Response

from accounts.api.permissions import NotForAppsOfOthers
from accounts.notification_wishes import BUNDLES, CHANNELS, MOST_HOURS, MOST_KINDS, Wish
from notifications import registry, selectors, services
from notifications.models import Delivery
from notifications.registry import Kind
from notifications.services.wanting import Wants
from oriflamme_site.rest import problems, serializers
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request

MOST = 200
_CLOCK = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"

BAD_DELIVERY = problems.register(
    "bad_delivery_cursor",
    422,
    gettext_noop("The list does not go on from there. Take `next` of an earlier page."),
)


class DeliveriesQuery(serializers.Serializer):
    after = serializers.CharField(
        required=False, max_length=16, help_text="`next` of the page before."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST, default=50, help_text="At most so many."
    )


class DeliveryShape(serializers.Serializer):
    id = serializers.CharField(help_text="Names it to you.")
    kind = serializers.CharField(help_text="What it was about, for programs.")
    title = serializers.CharField(help_text="What it was about, in your language.")
    about = serializers.CharField(allow_blank=True, help_text="Which table, if one.")
    channel = serializers.ChoiceField(CHANNELS, help_text="How you were told.")
    state = serializers.ChoiceField(
        Delivery.State.values,
        help_text="`queued`: on its way; `held` until `due_at`; `suppressed`: not sent, `why` says "
        "the reason; `outdated`: it was no longer true.",
    )
    says = serializers.CharField(help_text="The state in your language.")
    why = serializers.CharField(
        allow_blank=True, help_text="What the other side said, or why it was not sent."
    )
    created_at = serializers.DateTimeField(help_text="When it came about.")
    due_at = serializers.DateTimeField(allow_null=True, help_text="When it is sent or tried next.")
    done_at = serializers.DateTimeField(allow_null=True, help_text="Since when it stands so.")
    tries = serializers.IntegerField(min_value=0, help_text="How often it was tried.")
    can_go_again = serializers.BooleanField(
        help_text="Whether the page of your letters offers to send it again."
    )


class DeliveriesShape(serializers.Serializer):
    items = DeliveryShape(many=True, help_text="Newest first.")
    next = serializers.CharField(
        allow_null=True, help_text="Send it as `after` for the next page; null at the end."
    )


class WishForm(serializers.Serializer):
    kind = serializers.CharField(max_length=40, help_text="A kind of those that are listed.")
    channels = serializers.ListField(
        child=serializers.ChoiceField(CHANNELS),
        max_length=len(CHANNELS),
        help_text="How you are told; empty: not at all.",
    )
    bundle = serializers.ChoiceField(
        BUNDLES,
        help_text="By mail `at once`; at most one in so many `hours`; or `daily` at one `hour`.",
    )
    hours = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_HOURS, help_text="Only with `hours`."
    )
    hour = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=23,
        help_text="Only with `daily`: an hour of your clock.",
    )

    def validate_kind(self, name: str) -> str:
        if name not in {kind.name for kind in registry.kinds_to_choose()}:
            raise serializers.ValidationError(_("There is no such kind."), code="unknown_kind")
        return name

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        wanted = {"at once": set(), "hours": {"hours"}, "daily": {"hour"}}[said["bundle"]]
        if {"hours", "hour"} & said.keys() != wanted:
            raise serializers.ValidationError(
                _("“hours” goes with the bundle “hours”, “hour” with “daily”, each with it alone."),
                code="unfit_bundle",
            )
        if len(set(said["channels"])) < len(said["channels"]):
            raise serializers.ValidationError(_("Name each channel once."), code="unfit_bundle")
        return said


class WishesForm(serializers.Serializer):
    quiet_from = serializers.RegexField(
        _CLOCK,
        allow_null=True,
        help_text="In these hours of your clock nothing waits for you and nothing is sent, but "
        "codes and word about your account. null: none.",
    )
    quiet_until = serializers.RegexField(_CLOCK, allow_null=True, help_text="When they end.")
    kinds = WishForm(  # type: ignore[call-arg]  # of the list, which many=True makes
        many=True,
        max_length=MOST_KINDS,
        help_text="What is not named is told as usual: at once, by mail, and by "
        "webhook and push where there is a webhook or a device.",
    )

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        begins, ends = said["quiet_from"], said["quiet_until"]
        if (begins is None) != (ends is None) or (begins is not None and begins == ends):
            raise serializers.ValidationError(
                _("Quiet hours need a beginning and another end."), code="unfit_hours"
            )
        names = [wish["kind"] for wish in said["kinds"]]
        if len(set(names)) < len(names):
            raise serializers.ValidationError(_("Name each kind once."), code="unfit_kinds")
        return said


class WishShape(serializers.Serializer):
    kind = serializers.CharField(help_text="The kind, for programs.")
    title = serializers.CharField(help_text="The kind in your language.")
    channels = serializers.ListField(
        child=serializers.ChoiceField(CHANNELS), help_text="How you are told."
    )
    bundle = serializers.ChoiceField(BUNDLES, help_text="How often by mail.")
    hours = serializers.IntegerField(required=False, help_text="With `hours`.")
    hour = serializers.IntegerField(required=False, help_text="With `daily`.")


class WishesShape(serializers.Serializer):
    quiet_from = serializers.CharField(allow_null=True, help_text="Like 22:30, on your clock.")
    quiet_until = serializers.CharField(allow_null=True, help_text="When they end.")
    kinds = WishShape(many=True, help_text="Each kind in which you have a say.")


class Deliveries(Endpoint):
    tag = "me"
    permission_classes = [NotForAppsOfOthers]
    scopes = {"GET": "read"}

    @operation(
        "list_deliveries",
        "How each letter went",
        parameters=[DeliveriesQuery],
        answers={200: DeliveriesShape},
        errors=[BAD_DELIVERY],
    )
    def get(self, request: Request) -> Response:
        """What you were told in the last 90 days, newest first, and whether it came."""
        wanted = DeliveriesQuery.read_query(request)
        try:
            items, following = selectors.deliveries(request.person, **wanted)
        except LookupError:
            raise Problem(BAD_DELIVERY) from None
        return Response({"items": items, "next": following})


class Wishes(Endpoint):
    tag = "me"
    scopes = {"GET": "read", "PUT": "account"}

    @operation("get_wishes", "How you want to be told", answers={200: WishesShape})
    def get(self, request: Request) -> Response:
        """Quiet hours, and for each kind by which channels and how often."""
        return Response(_shown(*selectors.wishes_of(request.person)))

    @operation(
        "change_wishes",
        "Say how you want to be told",
        request=WishesForm,
        answers={200: WishesShape},
    )
    def put(self, request: Request) -> Response:
        """All of it at once. What is held back already follows it too."""
        wanted = WishesForm.read(request)
        services.change_wishes(
            person=request.person,
            wishes={wish.pop("kind"): wish for wish in map(dict, wanted["kinds"])},
            quiet_from=_clock(wanted["quiet_from"]),
            quiet_until=_clock(wanted["quiet_until"]),
        )
        return Response(_shown(*selectors.wishes_of(request.person)))


def _clock(text: str | None) -> time | None:
    return time.fromisoformat(text) if text else None


def _shown(wants: Wants, kinds: list[tuple[type[Kind], Wish]]) -> dict[str, object]:
    hours = {"quiet_from": wants.quiet_from, "quiet_until": wants.quiet_until}
    return {
        **{name: at and f"{at:%H:%M}" for name, at in hours.items()},
        "kinds": [{"kind": kind.name, "title": kind.called(), **wish} for kind, wish in kinds],
    }
