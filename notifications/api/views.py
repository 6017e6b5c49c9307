"""Your webhooks and the addresses of your feeds."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils.translation import gettext_noop

from accounts.api import intake, problems
from accounts.api.answers import json_answer, no_content
from accounts.api.describe import operation, path_id
from accounts.api.endpoint import Call, Endpoint
from accounts.api.problems import Problem
from notifications import services
from notifications.api import shapes
from notifications.models import Hook

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
ID = path_id("id", "The webhook's id.", shapes.KEY)


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


def made(hook: Hook, secret: str) -> HttpResponse:
    return json_answer({**shapes.show_hook(hook), "secret": secret or None}, status=201)


def own(call: Call, id: str) -> Hook:
    hook = services.find_hook(call.person, id)
    if hook is None:
        raise Problem(problems.NOT_FOUND)
    return hook


class Hooks(Endpoint):
    scopes: ClassVar = {"GET": "account", "POST": "account"}

    @operation(
        id="list_hooks",
        summary="Your webhooks",
        description="Those of yours, and those that you made for one table.",
        tag="webhooks",
        answers={200: shapes.HookShape(many=True)},
    )
    def get(self, call: Call) -> HttpResponse:
        return json_answer([shapes.show_hook(hook) for hook in services.hooks_of(call.person)])

    @operation(
        id="make_hook",
        summary="Be told by webhook",
        description="The answer holds the secret, and it is the only time that it is shown. You "
        "are told of it by mail; of a bot's, its owner is.",
        tag="webhooks",
        request=shapes.OwnHookForm,
        answers={201: shapes.NewHookShape},
        errors=[TOO_MANY_HOOKS],
    )
    def post(self, call: Call) -> HttpResponse:
        wanted = intake.read(shapes.OwnHookForm, intake.body(call.request))
        hook_format = wanted.pop("format")
        with refusals():
            return made(*services.make_hook(person=call.person, hook_format=hook_format, **wanted))


class OneHook(Endpoint):
    scopes: ClassVar = {"GET": "account", "PATCH": "account", "DELETE": "account"}

    @operation(
        id="get_hook",
        summary="One webhook",
        description="One of yours, or of a bot that you own.",
        tag="webhooks",
        parameters=[ID],
        answers={200: shapes.HookShape},
        errors=[problems.NOT_FOUND],
    )
    def get(self, call: Call, id: str) -> HttpResponse:
        return json_answer(shapes.show_hook(own(call, id)))

    @operation(
        id="change_hook",
        summary="Change, pause or resume a webhook",
        description="Only what you send is changed. For another address make another webhook.",
        tag="webhooks",
        parameters=[ID],
        request=shapes.HookChangeForm,
        answers={200: shapes.HookShape},
        errors=[problems.NOT_FOUND],
    )
    def patch(self, call: Call, id: str) -> HttpResponse:
        hook = own(call, id)
        wanted = intake.read(shapes.HookChangeForm, intake.body(call.request))
        with refusals():
            return json_answer(shapes.show_hook(services.change_hook(hook=hook, **wanted)))

    @operation(
        id="remove_hook",
        summary="Remove a webhook",
        description="With its log. What it has not been told yet, it is not told any more.",
        tag="webhooks",
        parameters=[ID],
        answers={204: None},
        errors=[problems.NOT_FOUND],
    )
    def delete(self, call: Call, id: str) -> HttpResponse:
        services.remove_hook(hook=own(call, id))
        return no_content()


class Secret(Endpoint):
    scopes: ClassVar = {"POST": "account"}

    @operation(
        id="rotate_hook_secret",
        summary="A new secret for a webhook",
        description="For a day each request carries two signatures, of the new secret and of the "
        "one before it, so that its receiver can change over at leisure.",
        tag="webhooks",
        parameters=[ID],
        answers={200: shapes.SecretShape},
        errors=[problems.NOT_FOUND, NO_SECRET],
    )
    def post(self, call: Call, id: str) -> HttpResponse:
        hook = own(call, id)
        with refusals():
            secret = services.rotate_secret(hook=hook)
        return json_answer({"secret": secret, "old_secret_until": hook.old_secret_until})


class Ping(Endpoint):
    scopes: ClassVar = {"POST": "account"}

    @operation(
        id="ping_hook",
        summary="Test a webhook",
        description="Sends an event of the type `ping`; its delivery tells what became of it.",
        tag="webhooks",
        parameters=[ID],
        answers={202: shapes.DeliveryShape},
        errors=[problems.NOT_FOUND, HOOK_PAUSED],
    )
    def post(self, call: Call, id: str) -> HttpResponse:
        hook = own(call, id)
        with refusals():
            return json_answer(shapes.show_delivery(services.ping(hook=hook)), status=202)


class Deliveries(Endpoint):
    scopes: ClassVar = {"GET": "account"}

    @operation(
        id="list_hook_deliveries",
        summary="What a webhook was told",
        description="The last fifty, newest first.",
        tag="webhooks",
        parameters=[ID],
        answers={200: shapes.DeliveryShape(many=True)},
        errors=[problems.NOT_FOUND],
    )
    def get(self, call: Call, id: str) -> HttpResponse:
        log = services.deliveries_of(own(call, id))
        return json_answer([shapes.show_delivery(delivery) for delivery in log])


class Again(Endpoint):
    scopes: ClassVar = {"POST": "account"}

    @operation(
        id="deliver_again",
        summary="Send once more",
        description="Under the same `webhook-id`. What is no longer true is not sent again: then "
        "the delivery becomes `outdated`.",
        tag="webhooks",
        parameters=[ID, path_id("message", "The delivery's id.", shapes.MESSAGE)],
        answers={202: shapes.DeliveryShape},
        errors=[problems.NOT_FOUND, HOOK_PAUSED],
    )
    def post(self, call: Call, id: str, message: str) -> HttpResponse:
        hook = own(call, id)
        with refusals():
            delivery = services.deliver_again(hook=hook, message_id=message)
        if delivery is None:
            raise Problem(problems.NOT_FOUND)
        return json_answer(shapes.show_delivery(delivery), status=202)


class Feeds(Endpoint):
    scopes: ClassVar = {"GET": "account", "POST": "account", "DELETE": "account"}

    @operation(
        id="get_feeds",
        summary="Where your feeds are",
        description="Whoever has these addresses reads them without a token.",
        tag="me",
        answers={200: shapes.FeedsShape},
    )
    def get(self, call: Call) -> HttpResponse:
        return json_answer(shapes.feeds_of(call.person))

    @operation(
        id="renew_feeds",
        summary="Make your feeds, or give them other addresses",
        description="The addresses before these end.",
        tag="me",
        answers={200: shapes.FeedsShape},
    )
    def post(self, call: Call) -> HttpResponse:
        services.renew_feeds(person=call.person)
        return json_answer(shapes.feeds_of(call.person))

    @operation(
        id="end_feeds",
        summary="End your feeds",
        description="Their addresses lead nowhere from then on.",
        tag="me",
        answers={204: None},
    )
    def delete(self, call: Call) -> HttpResponse:
        services.end_feeds(person=call.person)
        return no_content()
