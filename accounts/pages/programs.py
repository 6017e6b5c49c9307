"""Programs: API tokens, bots, one's own apps, connected apps."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from oauth2_provider.models import Application

from accounts import moment, services
from accounts.forms import AppForm, BotForm, TokenForm
from accounts.models import User
from accounts.pages.asking import me, show_errors, surely_me
from accounts.services import bots, programs
from accounts.services.tokens import TooManyTokens


@surely_me
def tokens(request: HttpRequest) -> HttpResponse:
    return _tokens(request, me(request), "account/pages/tokens.html")


def _tokens(request: HttpRequest, user: User, template: str) -> HttpResponse:
    """The keys of a person, or of a bot of theirs. A new one is shown on this answer alone."""
    form = TokenForm(request.POST if "name" in request.POST else None)
    key = ""
    if request.POST.get("revoke", "").isdecimal():
        services.revoke_api_token(user=user, pk=int(request.POST["revoke"]))
        return redirect(request.path)
    if form.is_bound and form.is_valid():
        days = form.cleaned_data["days"]
        try:
            _row, made = services.create_api_token(
                user=user,
                name=form.cleaned_data["name"],
                scopes=form.cleaned_data["scopes"],
                expires_at=moment.now() + timedelta(days=days) if days else None,
            )
        except TooManyTokens:
            form.add_error(None, _("You have as many tokens as one may. End one of them first."))
        else:
            form, key = TokenForm(), made.reveal()
    seen = {"form": form, "tokens": services.tokens_of(user), "key": key, "of": user}
    return render(request, template, seen)


@surely_me
def bots_page(request: HttpRequest) -> HttpResponse:
    form = BotForm(request.POST or None)
    if form.is_bound and form.is_valid():
        try:
            bot = bots.make_bot(owner=me(request), **form.cleaned_data)
        except ValidationError as error:
            show_errors(form, error)
        else:
            return redirect("bot", handle=bot.handle)
    mine = bots.bots_of(me(request))
    return render(request, "account/pages/bots.html", {"form": form, "bots": mine})


@surely_me
def bot(request: HttpRequest, handle: str) -> HttpResponse:
    found = bots.bot_of(me(request), handle)
    if found is None:
        return redirect("bots")
    if "retire" in request.POST:
        bots.retire_bot(bot=found)
        messages.success(request, _("The bot is retired."))
        return redirect("bots")
    return _tokens(request, found, "account/pages/bot.html")


@surely_me
def apps(request: HttpRequest) -> HttpResponse:
    """Registration of one's own apps; a secret is shown on this answer alone."""
    mine = Application.objects.filter(user=me(request)).order_by("name")
    if request.POST.get("remove", "").isdecimal():
        app = get_object_or_404(mine, pk=int(request.POST["remove"]))
        programs.remove_app(app=app)
        return redirect("apps")
    form = AppForm(request.POST or None)
    made = secret = None
    if form.is_bound and form.is_valid():
        said = form.cleaned_data
        try:
            made, secret = programs.register_app(
                owner=me(request),
                name=said["name"],
                redirect_uris=said["redirect_uris"],
                is_confidential=said["kind"] == "confidential",
                is_device=said["kind"] == "device",
            )
        except ValidationError as error:
            show_errors(form, error)
        else:
            form = AppForm()
    seen = {"form": form, "apps": mine.all(), "made": made}
    seen["secret"] = secret and secret.reveal()  # shown on this answer alone
    return render(request, "account/pages/apps.html", seen)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def connected(request: HttpRequest) -> HttpResponse:
    mine = programs.connected_apps(me(request))
    for app in mine:
        if request.POST.get("revoke") == str(app.pk):
            programs.disconnect_app(person=me(request), app=app)
            messages.success(request, _("The app can do nothing for you any more."))
            return redirect("connected")
    return render(request, "account/pages/connected.html", {"apps": mine})
