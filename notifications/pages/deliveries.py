"""How I am told, how each letter went, and the page behind a letter's "stop"."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.pages.asking import me, show_errors
from notifications import channels, registry, selectors, services, stopping
from notifications.channels import email
from notifications.day import day_of
from notifications.forms import WishesForm
from notifications.models import Delivery


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def wishes(request: HttpRequest) -> HttpResponse:
    wants, kinds = selectors.wishes_of(me(request))
    form = WishesForm(request.POST or None, wants=wants, kinds=kinds)
    if form.is_bound and form.is_valid():
        said = form.cleaned_data
        hours = {name: said[name] for name in ("quiet_from", "quiet_until")}
        try:
            services.change_wishes(person=me(request), wishes=form.wishes(), **hours)
        except ValidationError as error:
            show_errors(form, error)
        else:
            messages.success(request, _("So you will be told."))
            return redirect("letters")
    happened = selectors.last_day(me(request))
    facts = {"form": form, "day": day_of(happened, wants) if happened else None}
    return render(request, "notifications/pages/wishes.html", facts)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def deliveries(request: HttpRequest) -> HttpResponse:
    person = me(request)
    after = request.GET.get("after")
    try:
        if request.method == "POST":
            pk = selectors.find_delivery(person, request.POST.get("again", ""))
            _send_again(request, Delivery.objects.select_related("notification").get(pk=pk))
            return redirect(request.get_full_path())
        shown, following = selectors.deliveries(person, after=after)
    except LookupError:
        raise Http404 from None
    for one in shown:
        one["mark"] = channels.find(one["channel"]).mark
    return render(
        request,
        "notifications/pages/deliveries.html",
        {"deliveries": shown, "next": following, "refused": services.refuses_mail(person)},
    )


def _send_again(request: HttpRequest, delivery: Delivery) -> None:
    if services.refuses_mail(me(request)) and delivery.channel == email.CHANNEL.name:
        messages.error(request, _("Your address refuses our mail. Say first that it works again."))
    elif services.send_again(delivery):
        messages.success(request, _("It goes out again, if it is still true."))
    else:
        messages.error(request, _("This cannot be sent again."))


@require_POST
@login_required
def mail_again(request: HttpRequest) -> HttpResponse:
    """The person says that their address works; a letter goes there to show it."""
    if services.try_again(me(request)):
        messages.success(request, _("We have sent you a letter. Look whether it has come."))
    return redirect("deliveries")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Where List-Unsubscribe leads. A mail program posts to it, without asking or signing in; a
    person is asked first, because programs that look into mails follow links."""
    found = stopping.read(token)
    person = found and User.objects.filter(pk=found[0], is_active=True).first()
    if not (found and person):
        raise Http404
    kinds = [name for name in found[1] if registry.is_known(name)]
    with translation.override(person.language):
        if request.method == "POST":
            services.stop_mail(person=person, kinds=kinds)
        titles = [registry.title(name) for name in kinds]
        facts = {"titles": titles, "done": request.method == "POST"}
        return render(request, "notifications/pages/stop.html", facts)
