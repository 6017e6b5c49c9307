"""What all pages of a tournament share: who asks, what heads it, what it refuses."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games.pages.asking import viewer
from games.tournaments import errors, permissions, selectors, types
from games.tournaments.models import Tournament

Page = Callable[..., HttpResponse]


def public(page: Page) -> Page:
    """A page that whoever has the address may look at; `person` is None for strangers."""
    return require_safe(_asked(page))


def acted_on(page: Page) -> Page:
    """The same, where one also does something."""
    return require_http_methods(["GET", "HEAD", "POST"])(_asked(page))


def _asked(page: Page) -> Page:
    @wraps(page)
    def asked(request: HttpRequest, **names: object) -> HttpResponse:
        try:
            return page(request, viewer(request), **names)
        except errors.Refusal as refusal:
            return refused(request, refusal)

    return asked


def signed_in(page: Page) -> Page:
    """A page for somebody: strangers are asked to sign in first."""

    def asked(request: HttpRequest, person: User | None, **names: object) -> HttpResponse:
        if person is None:
            return redirect_to_login(request.get_full_path())
        return page(request, person, **names)

    return never_cache(acted_on(asked))


def head(cup: types.Tournament, here: str) -> dict[str, object]:
    """The title and the way to the other pages of a tournament."""
    ways = [("tournament", _("Overview"))]
    if cup["began_at"] is not None:
        ways += [
            ("tournament-standings", _("Standings")),
            ("tournament-rounds", _("Rounds")),
            ("tournament-cross", _("Who met whom")),
        ]
    ways += [("tournament-players", _("Players")), ("tournament-log", _("What the desk did"))]
    if "see desk" in cup["may"]:
        ways.append(("tournament-desk", _("Desk")))
    return {
        "cup": cup,
        "status": Tournament.Status(cup["status"]).label,
        # Whether they may see tables where they do not sit.
        "looks_on": cup["visibility"] == "public" or "see desk" in cup["may"],
        "ways": [
            {"url": reverse(name, args=[cup["id"]]), "said": said, "here": name == here}
            for name, said in ways
        ],
    }


def must_have_desk(key: str, person: User, action: str) -> types.Tournament:
    """The tournament, for somebody who may take this step of its desk."""
    cup = selectors.view(key=key, viewer=person)
    if action not in cup["may"]:
        raise errors.NotAllowed(why=permissions.why_not(action, has_desk="see desk" in cup["may"]))
    return cup


def to(name: str, *args: str | int) -> HttpResponse:
    """See Other: loading the page again sends nothing again."""
    return HttpResponseRedirect(reverse(name, args=args), status=303)


def refused(request: HttpRequest, refusal: errors.Refusal) -> HttpResponse:
    status = {errors.NotFound: 404, errors.NotAllowed: 403, errors.BadTournament: 400}
    match = request.resolver_match
    key = match.kwargs.get("key") if match and not isinstance(refusal, errors.NotFound) else None
    sentence = str(refusal)
    if isinstance(refusal, errors.NotFound):
        sentence = _("There is no such tournament. Check the address.")
    facts = {"sentence": sentence, "key": key}
    return render(request, "tournaments/refused.html", facts, status=status.get(type(refusal), 409))
