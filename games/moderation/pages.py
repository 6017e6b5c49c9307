"""Plain pages: reporting somebody, reading what was decided about oneself, appealing."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games import errors
from games import selectors as tables
from games.engine import words
from games.moderation import mails, selectors, services
from games.moderation.errors import TooManyReports
from games.moderation.models import Report
from games.moderation.services.reporting import LONGEST
from games.pages.asking import language, refused, say, viewer
from games.selectors.people import names as names_of
from games.selectors.tables import Found
from games.selectors.talk import messages as said_at


@require_http_methods(["GET", "HEAD", "POST"])
def report_at_table(request: HttpRequest, key: str) -> HttpResponse:
    """A form with the other seats and what was said lately."""
    person = viewer(request)
    if person is None:
        return redirect_to_login(request.path)
    found = tables.find_game(key, person)
    if found.table.chair_of(person.pk) is None:
        raise errors.NotAtTable
    whom = request.POST.get("whom", "")
    if request.method == "POST":
        return _send(request, person, services.report_at_table, game_key=key, **_chosen(whom))
    facts = {
        "heading": _("Report somebody at “{name}”").format(name=found.table.name),
        "chairs": _others(found, person),
        "said": said_at(found)[-30:],
        "message": request.GET.get("message", ""),
    }
    return _form(request, facts)


@require_http_methods(["GET", "HEAD", "POST"])
def report_person(request: HttpRequest, handle: str) -> HttpResponse:
    person = viewer(request)
    if person is None:
        return redirect_to_login(request.path)
    if request.method == "POST":
        return _send(request, person, services.report_person, handle=handle)
    return _form(request, {"heading": _("Report {handle}").format(handle=handle)})


def _chosen(whom: str) -> dict[str, object]:
    """A seat as its number, something that was said as its id."""
    if whom.isdecimal() and len(whom) == 1:
        return {"seat": int(whom)}
    return {"message": whom} if whom else {}


def _others(found: Found, person: User) -> list[tuple[int, str]]:
    lang = language(person)
    count = len(found.table.chairs)
    names = names_of(found.table) or [words.family(seat, lang) for seat in range(count)]
    return [
        (chair.number, name)
        for chair, name in zip(found.table.chairs, names, strict=True)
        if chair.number is not None and chair.person != person.pk
    ]


def _form(request: HttpRequest, facts: Mapping[str, object]) -> HttpResponse:
    more = {"kinds": Report.Kind.choices, "longest": LONGEST}
    return render(request, "care/report.html", {**facts, **more})


def _send(
    request: HttpRequest, person: User, report: Callable[..., Report], **about: object
) -> HttpResponse:
    kind = request.POST.get("kind", "")
    if kind not in Report.Kind.values:
        return say(request, _("Say what it is about: choose one of the kinds."), 400)
    try:
        report(person=person, kind=kind, text=request.POST.get("text", ""), **about)
    except errors.Refusal as refusal:
        return refused(request, refusal)
    except TooManyReports as refusal:
        return say(request, str(refusal), 429)
    return say(
        request,
        _(
            "Thank you. The people who run this site look at it and write to you when they have "
            "decided. Whom you have reported is not told who it was."
        ),
    )


@require_safe
def decisions(request: HttpRequest) -> HttpResponse:
    """What staff have decided about whoever is signed in."""
    person = viewer(request)
    if person is None:
        return redirect_to_login(request.path)
    rows = [
        {
            "decision": one,
            "says": mails.what_follows(one),
            "appeal": getattr(one, "appeal", None),
            "token": one.token.reveal(),
        }
        for one in selectors.decisions_about(person)
    ]
    return render(request, "care/decisions.html", {"rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def appeal(request: HttpRequest, token: str) -> HttpResponse:
    """Where the letter leads. Nobody need be signed in: who is suspended cannot be."""
    viewer(request)
    decision = services.find_by_appeal(token)
    if decision is None:
        return refused(request, errors.NotFound())
    if request.method == "POST":
        try:
            services.appeal(token=token, text=request.POST.get("text", ""))
        except errors.Refusal as refusal:
            return refused(request, refusal)
        messages.success(request, _("Somebody else looks at it and writes to you."))
        return redirect("appeal", token)
    facts = {
        "decision": decision,
        "says": mails.what_follows(decision),
        "appeal": getattr(decision, "appeal", None),
        "longest": LONGEST,
    }
    return render(request, "care/appeal.html", facts)
