"""Your devices: what web push needs to know of them."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_noop
from rest_framework.response import Response

from accounts.api.permissions import NotForAppsOfOthers
from notifications import services
from notifications.channels.push import vapid
from notifications.models import Device
from notifications.services.devices import LONGEST_ENDPOINT
from oriflamme_site.rest import problems, serializers
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.exceptions import telling_refusals
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request

TOO_MANY_DEVICES = problems.register(
    "too_many_devices",
    409,
    gettext_noop("You have as many devices as one person may. Remove one that you do not use."),
)
PUSH_OFF = problems.register(
    "push_off", 409, gettext_noop("This site sends no push messages: it has no key for them.")
)
_PROBLEMS = {"too_many": TOO_MANY_DEVICES, "push_off": PUSH_OFF}
ID = path_id("id", "The device's id.", "^[0-9a-f]{16}$")


class DeviceShape(serializers.Serializer):
    id = serializers.CharField(
        source="key",
        help_text="The first 16 hexadecimal digits of the SHA-256 of its endpoint.",
    )
    name = serializers.CharField(allow_blank=True, help_text="What you called it.")
    service = serializers.CharField(help_text="The host of its push service.")
    created_at = serializers.DateTimeField(source="made_at", help_text="Since when it is told.")
    last_used_at = serializers.DateTimeField(
        allow_null=True, help_text="When its push service last took a message."
    )


class DevicesShape(serializers.Serializer):
    public_key = serializers.CharField(
        allow_null=True,
        help_text="The `applicationServerKey` to subscribe with; null: this site sends none.",
    )
    items = DeviceShape(many=True, help_text="Oldest first.")


class DeviceKeysForm(serializers.Serializer):
    p256dh = serializers.CharField(max_length=200, help_text="The browser's public key.")
    auth = serializers.CharField(max_length=200, help_text="The secret that it shares with us.")


class DeviceForm(serializers.Serializer):
    endpoint = serializers.CharField(
        max_length=LONGEST_ENDPOINT,
        help_text="Where its push service takes messages: a public https:// address.",
    )
    keys = DeviceKeysForm(help_text="Both in base64url, as `PushSubscription.toJSON()` has them.")
    name = serializers.CharField(
        required=False, allow_blank=True, max_length=60, help_text="What to call it."
    )


class Devices(Endpoint):
    tag = "me"
    permission_classes = [NotForAppsOfOthers]
    scopes = {"GET": "account", "POST": "account"}

    @operation("list_devices", "Your devices", answers={200: DevicesShape})
    def get(self, request: Request) -> Response:
        """The browsers and apps that show by web push what you are told."""
        mine = DeviceShape(services.devices_of(request.person), many=True).data
        return Response({"public_key": vapid.public_key() or None, "items": mine})

    @operation(
        "add_device",
        "Be told by web push",
        request=DeviceForm,
        answers={200: DeviceShape, 201: DeviceShape},
        errors=[TOO_MANY_DEVICES, PUSH_OFF],
    )
    def post(self, request: Request) -> Response:
        """Send a subscription that was made for this site's `public_key`. Messages are encrypted
        (RFC 8291): JSON with `title`, `text`, `url`, `tag` and `lang`. The same subscription is
        kept once, and then the answer is 200."""
        wanted = DeviceForm.read(request)
        keys = wanted.pop("keys")
        try:
            with telling_refusals():
                device, is_new = _add(request, {**wanted, **keys})
        except Problem as problem:
            for error in problem.errors:
                if error["field"] in keys:
                    error["field"] = f"keys.{error['field']}"
            raise
        return Response(DeviceShape(device).data, status=201 if is_new else 200)


class OneDevice(Endpoint):
    tag = "me"
    ids = [ID]
    permission_classes = [NotForAppsOfOthers]
    scopes = {"DELETE": "account"}

    @operation(
        "remove_device", "Tell a device no more", answers={204: None}, errors=[problems.NOT_FOUND]
    )
    def delete(self, request: Request, id: str) -> Response:
        """The subscription itself is the browser's to end."""
        if not services.remove_device(person=request.person, key=id):
            raise Problem(problems.NOT_FOUND)
        return Response(status=204)


def _add(request: Request, said: dict[str, Any]) -> tuple[Device, bool]:
    try:
        return services.add_device(person=request.person, **said)
    except ValidationError as error:
        known = _PROBLEMS.get(getattr(error, "code", None) or "")
        if known is None:
            raise
        raise Problem(known) from error
