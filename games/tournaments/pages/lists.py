"""Tournaments to enter, to watch, to look back at, and one's own; and where others show them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.models import LANGUAGES, User
from games.pages.asking import language
from games.pages.rules import pace_name
from games.tournaments import permissions, selectors, types, words
from games.tournaments.models import Tournament
from games.tournaments.pages.asking import public

LISTS = ("open", "running", "over", "mine")
_ON_A_PAGE = 25
_OF_PERSON = 10


@public
def tournaments(request: HttpRequest, person: User | None) -> HttpResponse:
    which = request.GET.get("list", "open")
    which = which if which in LISTS and (person or which != "mine") else "open"
    found, after = selectors.list_tournaments(
        which=which, viewer=person, after=_after(request), limit=_ON_A_PAGE
    )
    lists = [("open", _("To enter")), ("running", _("Running")), ("over", _("To look back at"))]
    if person:
        lists.append(("mine", _("Mine")))
    facts = {
        "which": which,
        "lists": lists,
        "cups": [row(cup, language(person)) for cup in found],
        "after": after,
        "may_announce": person is not None and permissions.most_people(person) > 0,
    }
    return render(request, "tournaments/list.html", facts)


def _after(request: HttpRequest) -> str | None:
    given = request.GET.get("after")
    # PostgreSQL takes no such letter.
    return given and given.replace("\0", "")


def row(cup: types.TournamentSummary, lang: str) -> dict[str, object]:
    """What a list says of a tournament."""
    spoken = dict(LANGUAGES)
    return {
        **cup,
        "said": Tournament.Status(cup["status"]).label,
        "pace": pace_name(cup["pace"]),
        "spoken": ", ".join(spoken.get(one, one) for one in cup["languages"]),
        "admission": Tournament.Admission(cup["admission"]).label,
        "begins": words.moment(cup["starts_at"], lang) if cup["starts_at"] else "",
    }


def at_home(person: User) -> tuple[str, dict[str, object]]:
    """On somebody's first page: theirs that are not over."""
    found, _more = selectors.list_tournaments(which="at hand", viewer=person, limit=_OF_PERSON)
    return "tournaments/at_home.html", {"cups": [row(cup, person.language) for cup in found]}


def of_person(person: User, viewer: User | None) -> tuple[str, dict[str, object]]:
    """On somebody's public page: where they have played, and how it came out."""
    played = selectors.history(handle=person.handle)
    return "tournaments/of_person.html", {
        "played": [row | {"said": words.how_it_went(row)} for row in played]
    }
