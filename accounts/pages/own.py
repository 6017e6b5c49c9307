"""What is kept about somebody: terms, sessions, trail, a copy of all, and leaving."""

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.pages.asking import me, surely_me
from accounts.services import access, consent, leaving, sessions, undoing
from accounts.services.export import export
from accounts.services.trail import trail_of

SHOWN = 200


@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: HttpRequest) -> HttpResponse:
    in_force = consent.terms_in_force()
    if in_force is None:
        raise Http404
    onwards = request.POST.get("next") or request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(onwards, allowed_hosts=None):
        onwards = "/"
    if request.method == "POST" and request.user.is_authenticated:
        # What was read is what is agreed to, though a newer version may just have come.
        if request.POST.get("version") == str(in_force.version):
            consent.agree(person=request.user, terms=in_force)
            return redirect(onwards)
        messages.error(request, _("The terms have just changed. Please read them again."))
    agreed = request.user.is_authenticated and consent.has_agreed(request.user)
    seen = {"terms": in_force, "agreed": agreed, "next": onwards}
    return render(request, "account/pages/terms.html", seen)


@require_POST
@login_required
def end_session(request: HttpRequest) -> HttpResponse:
    """End one session of one's own; the other button of that page ends all others."""
    pk = request.POST.get("session", "")
    session = get_object_or_404(UserSession, user=me(request), pk=int(pk) if pk.isdecimal() else 0)
    sessions.end_one(request=request, person=me(request), session=session)
    return redirect("usersessions_list")


@surely_me
def access_page(request: HttpRequest) -> HttpResponse:
    """What opens the account beside its password, and one button that ends all of it."""
    if request.method == "POST":
        access.end_access(person=me(request), but=request.session.session_key)
        messages.success(request, _("Only this browser is signed in now; all else has ended."))
        return redirect("access")
    return render(request, "account/pages/access.html", {"access": access.access_of(me(request))})


@require_safe
@login_required
def trail(request: HttpRequest) -> HttpResponse:
    events = trail_of(me(request))[:SHOWN]
    return render(request, "account/pages/trail.html", {"events": events})


@surely_me
def data(request: HttpRequest) -> HttpResponse:
    person = me(request)
    if "take" in request.POST:
        answer = JsonResponse(export(person=person), json_dumps_params={"indent": 1})
        answer["Content-Disposition"] = f'attachment; filename="{person.handle}.json"'
        return answer
    if "leave" in request.POST:
        leaving.ask_for_deletion(person=person)
        messages.success(request, _("We have sent you a letter. Follow its link within a day."))
        return redirect("my_data")
    if "stay" in request.POST:
        leaving.call_off_deletion(person=person)
        messages.success(request, _("Your account stays."))
        return redirect("my_data")
    return render(request, "account/pages/data.html")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Where the letter's link leads. Only the button does it: mail programs follow links."""
    person = leaving.find_by_deletion_link(key)
    due = None
    if person is not None and request.method == "POST":
        due = leaving.confirm_deletion(person=person)
    return render(
        request,
        "account/pages/leave.html",
        {"leaving": person, "due": due, "key": key},
        status=200 if person else 410,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def undo_address(request: HttpRequest, key: str) -> HttpResponse:
    """Where the letter to the address before leads. Only the button does it."""
    change = undoing.find_change(key)
    is_done = change is not None and request.method == "POST"
    if change is not None and is_done:
        undoing.undo(change=change)
    return render(
        request,
        "account/pages/undo_address.html",
        {"change": change, "done": is_done, "key": key},
        status=200 if change else 410,
    )
