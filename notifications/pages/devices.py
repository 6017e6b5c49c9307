"""The devices that are told by web push, and the script that shows it on them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.pages.asking import me
from notifications import services
from notifications.channels.push import vapid


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def devices(request: HttpRequest) -> HttpResponse:
    """Turning one on and off is done by its own browser, with a script; taking any of them off
    the list needs none."""
    person = me(request)
    if request.method == "POST":
        if services.remove_device(person=person, key=request.POST.get("remove", "")):
            messages.success(request, _("This device is told nothing any more."))
        return redirect("devices")
    seen = {"devices": services.devices_of(person), "key": vapid.public_key()}
    return render(request, "notifications/pages/devices.html", seen)


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """At the root, because a service worker reaches no page above its own address."""
    facts = {"key": vapid.public_key()}
    return render(request, "notifications/sw.js", facts, content_type="text/javascript")
