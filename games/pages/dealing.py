"""The deal of a table, to be checked: what was fixed, who contributed, which keys are open."""

from collections.abc import Iterator

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games import engine, errors, selectors
from games.engine import words
from games.models import Seat
from games.pages import table_context
from games.pages.asking import language, refused, viewer
from games.selectors.people import names as names_of
from games.selectors.tables import Found
from games.types import Contribution

_OPENS = {
    "seating": _("who sits where"),
    "first": _("who plays first"),
    "direction": _("on which side the row begins"),
    "deck": _("the deck"),
}


@require_safe
def deal(request: HttpRequest, key: str) -> HttpResponse:
    person = viewer(request)
    try:
        found = selectors.find_game(key, person)
    except errors.Refusal as refusal:
        return redirect_to_login(request.path) if person is None else refused(request, refusal)
    lang = language(person)
    paper = selectors.deal_view(found)
    facts = table_context.around(found, lang) | {
        "paper": paper,
        "came": [_came(one, found) for one in paper["contributions"]],
        "keys": [*_keys(paper["keys"], found, lang)],
        "site_alone": all(one["by_site"] for one in paper["contributions"]),
        "has_own_hand": any(name.startswith("hand") for name in paper["keys"]),
    }
    return render(request, "games/pages/deal.html", facts)


def _came(one: Contribution, found: Found) -> dict[str, object]:
    names = names_of(found.table)
    return {**one, "name": names[one["seat"]] if names and one["seat"] is not None else ""}


def _keys(opened: dict[str, str], found: Found, lang: str) -> Iterator[tuple[str, str]]:
    """The keys with what they open; those to hands that nobody was dealt open nothing."""
    for name, opener in opened.items():
        if name in _OPENS:
            yield str(_OPENS[name]), opener
        elif (seat := int(name.removeprefix("hand "))) < found.table.seats:
            names = names_of(found.table)
            holder = names[seat] if names else words.family(seat, lang)
            yield gettext("the hand of {player}").format(player=holder), opener


def may_contribute(found: Found, person: User | None) -> bool:
    """Whether somebody has opened a table whose commitment they had not seen then."""
    table = found.table
    return (
        person is not None
        and table.status == "gathering"
        and table.deal_scheme == engine.NEWEST_SCHEME
        and [chair.person for chair in table.chairs] == [person.pk] == [table.creator_id]
        and Seat.objects.filter(game_id=table.id, contribution=None).exists()
    )
