"""The address of a table: while it gathers, while it is played, and after its end.

A table that somebody may not know of is, signed in or not, as none.
"""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games import errors, selectors, services
from games.engine import words
from games.models import Invitation
from games.pages import dealing, playing, replay, table_context
from games.pages.asking import language, refused, to_table, viewer
from games.pages.rules import rules_of
from games.selectors.people import names as names_of
from games.selectors.tables import Found


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, key: str) -> HttpResponse:
    person = viewer(request)
    if request.method == "POST":
        return playing.act(request, key, person) if person else redirect_to_login(request.path)
    try:
        found = selectors.find_game(key, person)
        if found.table.status == "running":
            return playing.show(request, found, person)
        if found.table.status == "over":
            return replay.show(request, found, person)
    except errors.NotFound as refusal:
        # The same for strangers whether or not there is such a table.
        return redirect_to_login(request.path) if person is None else refused(request, refusal)
    return _gathering(request, found, person)


def _gathering(request: HttpRequest, found: Found, person: User | None) -> HttpResponse:
    lang = language(person)
    view = found.view(lang)
    gathers = view["status"] == "gathering"
    is_host = person is not None and found.table.is_host(person.pk)
    asks = person if gathers and (view["at_table"] or is_host) else None
    facts = table_context.around(found, lang) | {
        "view": view,
        "rules": rules_of(view, lang),
        "players": list(zip(_players(found), _handles(found), strict=True)),
        "empty": range(found.table.seats - len(found.table.chairs)),
        "free": found.table.seats - len(found.table.chairs),
        "is_invited": person is not None and gathers and _is_invited(found, person),
        "invitations": [
            one
            for one in selectors.list_invitations(key=found.table.key, viewer=asks)
            if one["state"] == "open"
        ]
        if asks
        else [],
        "may_contribute": dealing.may_contribute(found, person),
        "is_creator": person is not None and found.table.creator_id == person.pk,
        "is_host": is_host,
        "can_begin": found.table.start != "asked"
        and services.can_begin(found.table, len(found.table.chairs)),
        "link": request.build_absolute_uri(reverse("join", args=[view["link"]]))
        if view["link"]
        else "",
        "friends": selectors.list_friends(key=found.table.key, viewer=asks) if asks else [],
    }
    return render(request, "games/pages/gathering.html", facts)


def _players(found: Found) -> list[str]:
    return names_of(found.table) or [_("somebody")] * len(found.table.chairs)


def _handles(found: Found) -> list[str | None]:
    """Whose arms are shown: nobody's where it is hidden who plays."""
    hides = found.table.hides_players()
    return [None if hides or one.is_gone else one.handle for one in found.table.chairs]


def _is_invited(found: Found, person: User) -> bool:
    rows = Invitation.objects.filter(game_id=found.table.id, person=person, state="open")
    return rows.exists()


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation's link: it shows whose table it is, and takes a seat when asked to."""
    person = viewer(request)
    found = selectors.find_by_link(token, person)
    if request.method != "POST":
        question = _("Take a seat at the table “{name}”?").format(name=found.table.name)
        lang = language(person)
        facts = {
            "question": question,
            "yes": _("Take a seat"),
            "protected": True,
            "box": words.set_name(found.table.set, lang),
            # Who sits there is for people to know who are known themselves.
            "players": _players(found) if person else [],
            "rules": rules_of(found.view(lang), lang),
            "deal": found.table,
        }
        return render(request, "games/pages/ask.html", facts)
    if person is None:
        return redirect_to_login(request.path)
    game = services.join_by_link(
        token=token, person=person, contribution=request.POST.get("contribution", "")
    )
    return to_table(game.key)
