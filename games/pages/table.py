"""Where letters and invitations lead: a table to look at, and a seat to take.

Whoever sits at a running table is taken to the page of their turn. Everybody else sees what
they may know of the table; a table they may not know of is, signed in or not, as none.
"""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games import errors, faces, selectors, services
from games.engine import words
from games.post import tokens
from games.selectors.people import names as names_of


@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    person = _person(request)
    try:
        found = selectors.find_game(key, person)
    except errors.NotFound as refusal:
        # The same for strangers whether or not there is such a table.
        return redirect_to_login(request.path) if person is None else _say(request, refusal, 404)
    lang = get_language() or "en"
    view = found.view(lang)
    if person and view["status"] == "running" and view["you"] is not None:
        token = tokens.make(key, person.pk, found.table.seq)
        return HttpResponseRedirect(reverse("turn", args=[token]))
    facts = {
        "name": view["name"],
        "box": words.set_name(view["set"], lang),
        "status": view["status"],
        "players": names_of(found.table) or [],
        "free": found.table.seats - len(found.table.chairs),
    }
    if person and view["status"] == "gathering" and view["at_table"]:
        facts |= {"key": key, "friends": selectors.list_friends(key=key, viewer=person)}
    if view["status"] in {"running", "over"}:
        names = names_of(found.table)
        facts |= {
            "moment": faces.moment(view, lang),
            "lines": faces.lines(view, lang, names),
            "standing": faces.standing(view, lang, names).splitlines(),
        }
    return render(request, "games/pages/table.html", facts)


@require_POST
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """One of the buttons beside one's friends."""
    person = _person(request)
    here = reverse("table", args=[key])
    handle = request.POST.get("handle", "")
    if person is None or not handle:
        return redirect_to_login(here) if person is None else HttpResponseRedirect(here)
    try:
        services.invite(game_key=key, person=person, handle=handle)
    except errors.NotFound as refusal:
        return _say(request, refusal, 404)
    except errors.Refusal as refusal:
        return _say(request, refusal, 409)
    return HttpResponseRedirect(here, status=303)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation's link: it shows whose table it is, and takes a seat when asked to."""
    person = _person(request)
    try:
        found = selectors.find_by_link(token, person)
        if request.method != "POST":
            question = _("Take a seat at the table “{name}”?").format(name=found.table.name)
            facts = {"question": question, "yes": _("Take a seat"), "protected": True}
            return render(request, "games/pages/ask.html", facts)
        if person is None:
            return redirect_to_login(request.path)
        game = services.join_by_link(token=token, person=person)
    except errors.NotFound as refusal:
        return _say(request, refusal, 404)
    except errors.Refusal as refusal:
        return _say(request, refusal, 409)
    return HttpResponseRedirect(reverse("table", args=[game.key]), status=303)


def _person(request: HttpRequest) -> User | None:
    user = request.user
    if not isinstance(user, User):
        return None
    translation.activate(user.language)
    return user


def _say(request: HttpRequest, refusal: errors.Refusal, status: int) -> HttpResponse:
    return render(request, "games/pages/say.html", {"sentence": str(refusal)}, status=status)
