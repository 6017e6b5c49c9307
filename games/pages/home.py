"""The first page: for who is signed in what waits for them, for everybody else the way in."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.rooms import Part
from accounts.services.consent import terms_in_force
from games import faces, selectors
from games.pages import lobby
from games.pages.asking import language, viewer
from games.wording import times

# A card of each family, for whoever has never seen one.
SHOWN = ("lord", "ambush", "heir", "spy", "conspiracy")
# What other rooms add below somebody's tables.
_parts: dict[str, Callable[[User], Part]] = {}


def connect(name: str, part: Callable[[User], Part]) -> None:
    _parts[name] = part


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = viewer(request)
    if person is None:
        cards = [
            faces.draw_card(name, language(None), family=family)
            for family, name in enumerate(SHOWN)
        ]
        seen = {"has_terms": terms_in_force() is not None, "cards": cards}
        return render(request, "games/pages/landing.html", seen)
    lang, zone = person.language, person.time_zone
    now = timezone.now()
    turns = selectors.turns(viewer=person, lang=lang)
    mine, _more = selectors.list_games(which="mine", viewer=person)
    asked = {turn["id"] for turn in turns}
    unread = selectors.unread(person)
    facts: dict[str, object] = {
        "turns": [
            lobby.row(turn, lang)
            | {
                "asks": turn["question"]["asks"],
                "since": times.span(now - turn["waiting_since"], lang),
                "left": times.time_left(turn["deadline"], zone, lang) if turn["deadline"] else "",
            }
            for turn in turns
        ],
        "mine": [
            lobby.row(table, lang) | {"unread": unread.get(table["id"], 0)}
            for table in mine
            if table["id"] not in asked
        ],
        "invited": [
            lobby.row(table, lang)
            for table in selectors.list_games(which="invited", viewer=person)[0]
        ],
        "over": [
            lobby.row(table, lang)
            for table in selectors.list_games(which="mine_over", viewer=person, limit=5)[0]
        ],
        "parts": [part(person) for part in _parts.values()],
    }
    return render(request, "games/pages/home.html", facts)
