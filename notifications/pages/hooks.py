"""Webhooks and feeds in the settings: plain forms."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.pages.asking import me, surely_me
from accounts.secret import Secret
from accounts.services.bots import bot_of
from notifications import services
from notifications.api.serializers import feeds_of, show_delivery
from notifications.hook_forms import HookForm
from notifications.models import Hook

LIST = "notifications/pages/hooks.html"


@surely_me
def hooks(request: HttpRequest) -> HttpResponse:
    return _hooks(request, me(request))


@surely_me
def bot_hooks(request: HttpRequest, handle: str) -> HttpResponse:
    bot = bot_of(me(request), handle)
    if bot is None:
        return redirect("bots")
    return _hooks(request, bot)


def _hooks(request: HttpRequest, person: User) -> HttpResponse:
    """The webhooks of a person, or of a bot of theirs. A secret is shown on this answer alone."""
    form = HookForm(request.POST or None, initial={"with_view": person.is_bot})
    made = secret = None
    if form.is_bound and form.is_valid():
        try:
            made, secret = services.make_hook(person=person, **form.wishes())
        except ValidationError as error:
            form.refused(error)
        else:
            form = HookForm(initial={"with_view": person.is_bot})
    seen = {"form": form, "hooks": services.hooks_of(person), "made": made}
    return render(request, LIST, {**seen, "of": person, "secret": secret and secret.reveal()})


@surely_me
def hook(request: HttpRequest, key: str) -> HttpResponse:
    """One webhook: what it was told, and everything that can be done with it."""
    found = services.find_hook(me(request), key)
    if found is None:
        raise Http404
    secret: Secret[str] | None = None
    if request.method == "POST":
        try:
            secret = _act(request, found)
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
        if "remove" in request.POST:
            return redirect("bot_hooks" if found.person.is_bot else "hooks", *_of(found))
        if secret is None:
            return redirect("hook", key=key)
    log = [
        {**show_delivery(delivery), "shown_state": delivery.get_state_display()}
        for delivery in services.deliveries_of(found)
    ]
    seen = {"hook": found, "secret": secret and secret.reveal(), "log": log}
    return render(request, "notifications/pages/hook.html", seen)


def _of(found: Hook) -> list[str]:
    return [found.person.handle] if found.person.is_bot else []


def _act(request: HttpRequest, found: Hook) -> Secret[str] | None:
    """Do what was pressed; a new secret, if that was asked for."""
    said = request.POST
    if "rotate" in said:
        return services.rotate_secret(hook=found)
    if "ping" in said:
        services.ping(hook=found)
        messages.success(request, _("The test is on its way. Look at the list below."))
    elif "pause" in said:
        services.change_hook(hook=found, paused=True)
    elif "resume" in said:
        services.change_hook(hook=found, paused=False)
    elif "again" in said:
        services.deliver_again(hook=found, message_id=said["again"])
    elif "remove" in said:
        services.remove_hook(hook=found)
        messages.success(request, _("The webhook is removed."))
    return None


@surely_me
def feeds(request: HttpRequest) -> HttpResponse:
    if "renew" in request.POST:
        services.renew_feeds(person=me(request))
        return redirect("feeds")
    if "end" in request.POST:
        services.end_feeds(person=me(request))
        return redirect("feeds")
    return render(request, "notifications/pages/feeds.html", feeds_of(me(request)))
