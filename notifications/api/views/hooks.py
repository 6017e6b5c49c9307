"""Your webhooks and the addresses of your feeds."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_noop
from rest_framework.response import Response

from accounts.api.permissions import NotForAppsOfOthers
from accounts.secret import Secret as SecretOf
from notifications import services
from notifications.api import serializers
from notifications.models import Hook
from oriflamme_site.rest import problems
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request

TOO_MANY_HOOKS = problems.register(
    "too_many_hooks",
    409,
    gettext_noop("You have as many webhooks as one person may. Remove one that you do not need."),
)
HOOK_PAUSED = problems.register(
    "hook_paused", 409, gettext_noop("This webhook is paused. Let it go on first.")
)
NO_SECRET = problems.register(
    "no_secret",
    409,
    gettext_noop("A chat checks no signature, so this webhook has no secret."),
)
ID = path_id("id", "The webhook's id.", serializers.KEY)


@contextmanager
def refusals() -> Iterator[None]:
    """What the services refuse, as problems."""
    try:
        yield
    except ValidationError as error:
        code = getattr(error, "code", None)
        for known, kind in (("too_many", TOO_MANY_HOOKS), ("paused", HOOK_PAUSED)):
            if code == known:
                raise Problem(kind) from error
        if not hasattr(error, "error_dict"):
            raise Problem(NO_SECRET) from error
        wrong: list[problems.FieldError] = [
            {"field": field, "code": "unfit", "detail": " ".join(said)}
            for field, said in error.message_dict.items()
        ]
        raise Problem(problems.UNFIT, errors=wrong) from error


def made(hook: Hook, secret: SecretOf[str] | None) -> Response:
    said = {"secret": None if secret is None else secret.reveal()}
    return Response({**serializers.WebhookShape(hook).data, **said}, status=201)


def own(request: Request, id: str) -> Hook:
    hook = services.find_hook(request.person, id)
    if hook is None:
        raise Problem(problems.NOT_FOUND)
    return hook


class Hooks(Endpoint):
    tag = "webhooks"
    permission_classes = [NotForAppsOfOthers]
    scopes = {"GET": "account", "POST": "account"}

    @operation("list_hooks", "Your webhooks", answers={200: serializers.WebhookShape(many=True)})
    def get(self, request: Request) -> Response:
        """Those of yours, and those that you made for one table."""
        hooks = services.hooks_of(request.person)
        return Response(serializers.WebhookShape(hooks, many=True).data)

    @operation(
        "make_hook",
        "Be told by webhook",
        request=serializers.WebhookForm,
        answers={201: serializers.NewWebhookShape},
        errors=[TOO_MANY_HOOKS],
        secret=True,
    )
    def post(self, request: Request) -> Response:
        """The answer holds the secret, shown this once. You are told by mail; of a bot's, its owner
        is."""
        wanted = serializers.WebhookForm.read(request)
        with refusals():
            return made(*services.make_hook(person=request.person, **wanted))


class HookEndpoint(Endpoint):
    """Of one webhook, `me/hooks/{id}…`."""

    tag = "webhooks"
    ids = [ID]
    permission_classes = [NotForAppsOfOthers]


class OneHook(HookEndpoint):
    scopes = {"GET": "account", "PATCH": "account", "DELETE": "account"}

    @operation(
        "get_hook",
        "One webhook",
        answers={200: serializers.WebhookShape},
        errors=[problems.NOT_FOUND],
    )
    def get(self, request: Request, id: str) -> Response:
        """One of yours, or of a bot that you own."""
        return Response(serializers.WebhookShape(own(request, id)).data)

    @operation(
        "change_hook",
        "Change, pause or resume a webhook",
        request=serializers.WebhookChange,
        answers={200: serializers.WebhookShape},
        errors=[problems.NOT_FOUND],
    )
    def patch(self, request: Request, id: str) -> Response:
        """Only what you send is changed. For another address make another webhook."""
        hook = own(request, id)
        wanted = serializers.WebhookChange.read(request)
        with refusals():
            changed = services.change_hook(hook=hook, **wanted)
        return Response(serializers.WebhookShape(changed).data)

    @operation("remove_hook", "Remove a webhook", answers={204: None}, errors=[problems.NOT_FOUND])
    def delete(self, request: Request, id: str) -> Response:
        """With its log. What it has not been told yet, it is not told any more."""
        services.remove_hook(hook=own(request, id))
        return Response(status=204)


class Secret(HookEndpoint):
    scopes = {"POST": "account"}

    @operation(
        "rotate_hook_secret",
        "A new secret for a webhook",
        answers={200: serializers.WebhookSecretShape},
        errors=[problems.NOT_FOUND, NO_SECRET],
        secret=True,
    )
    def post(self, request: Request, id: str) -> Response:
        """For a day each request carries two signatures, of the new secret and of the old one."""
        hook = own(request, id)
        with refusals():
            secret = services.rotate_secret(hook=hook)
        return Response({"secret": secret.reveal(), "old_secret_until": hook.old_secret_until})


class Ping(HookEndpoint):
    scopes = {"POST": "account"}

    @operation(
        "ping_hook",
        "Test a webhook",
        answers={202: serializers.WebhookDeliveryShape},
        errors=[problems.NOT_FOUND, HOOK_PAUSED],
    )
    def post(self, request: Request, id: str) -> Response:
        """Sends an event of the type `ping`; its delivery tells what became of it."""
        hook = own(request, id)
        with refusals():
            return Response(serializers.show_delivery(services.ping(hook=hook)), status=202)


class Deliveries(HookEndpoint):
    scopes = {"GET": "account"}

    @operation(
        "list_hook_deliveries",
        "What a webhook was told",
        answers={200: serializers.WebhookDeliveryShape(many=True)},
        errors=[problems.NOT_FOUND],
    )
    def get(self, request: Request, id: str) -> Response:
        """The last fifty, newest first."""
        log = services.deliveries_of(own(request, id))
        return Response([serializers.show_delivery(delivery) for delivery in log])


class Again(HookEndpoint):
    ids = [ID, path_id("message", "The delivery's id.", serializers.MESSAGE)]
    scopes = {"POST": "account"}

    @operation(
        "deliver_again",
        "Send once more",
        answers={202: serializers.WebhookDeliveryShape},
        errors=[problems.NOT_FOUND, HOOK_PAUSED],
    )
    def post(self, request: Request, id: str, message: str) -> Response:
        """Under the same `webhook-id`. What is no longer true becomes `outdated` instead."""
        hook = own(request, id)
        with refusals():
            delivery = services.deliver_again(hook=hook, message_id=message)
        if delivery is None:
            raise Problem(problems.NOT_FOUND)
        return Response(serializers.show_delivery(delivery), status=202)


class Feeds(Endpoint):
    tag = "me"
    permission_classes = [NotForAppsOfOthers]
    scopes = {"GET": "account", "POST": "account", "DELETE": "account"}

    @operation("get_feeds", "Where your feeds are", answers={200: serializers.FeedsShape})
    def get(self, request: Request) -> Response:
        """Whoever has these addresses reads them without a token."""
        return Response(serializers.feeds_of(request.person))

    @operation(
        "renew_feeds",
        "Make your feeds, or give them other addresses",
        answers={200: serializers.FeedsShape},
        secret=True,
    )
    def post(self, request: Request) -> Response:
        """The addresses before these end."""
        services.renew_feeds(person=request.person)
        return Response(serializers.feeds_of(request.person))

    @operation("end_feeds", "End your feeds", answers={204: None})
    def delete(self, request: Request) -> Response:
        """Their addresses lead nowhere from then on."""
        services.end_feeds(person=request.person)
        return Response(status=204)
