"""The page of the lists."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.engine import words
from games.pages.asking import language, viewer
from games.ratings import graph, selectors
from games.ratings.api.serializers import FARTHEST
from games.ratings.models import BLIND, LISTS, OVERALL
from games.ratings.pool import GAMES_EACH, MEET
from games.ratings.rating import LATELY, PROVISIONAL

_MONTH = timedelta(days=30)


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    person = viewer(request)
    lang = language(person)
    name = request.GET.get("set", OVERALL)
    name = name if name in LISTS else OVERALL
    bots = request.GET.get("who") == "bots"
    after = request.GET.get("after", "")
    skipped = min(int(after), FARTHEST) if after.isascii() and after.isdecimal() else 0
    places, following = selectors.leaderboard(name=name, bots=bots, after=skipped)
    facts: dict[str, object] = {
        "name": name,
        "bots": bots,
        "lists": [(one, list_name(one, lang)) for one in LISTS],
        "places": places,
        "following": following,
        "me": person and person.handle,
        "games": PROVISIONAL,
        "met": MEET,
        "each": GAMES_EACH,
        "lately": LATELY,
        "missing": selectors.missing(person, name=name) if person and not bots else None,
    }
    return render(request, "ratings/list.html", facts)


def shown(person: User, viewer: User | None) -> tuple[str, dict[str, object]]:
    """What ratings add to somebody's page; nothing before the first rated game."""
    lang = language(viewer)
    rows = selectors.ratings_of(person)
    history = selectors.history_of(person) if rows else []
    # Said once for all games of a kind.
    unsettled = [row for row in rows if not row["settled"] and row["list"] in (OVERALL, BLIND)]
    asked = [] if person.is_bot else unsettled
    return "ratings/of_person.html", {
        "rows": [
            {
                **row,
                "name": list_name(row["list"], lang),
                "met": min(row["met"], MEET),
                "asks": row in asked and row["met"] < MEET,
                "unsure": row in asked and not row["provisional"],
            }
            for row in rows
        ],
        "met": MEET,
        "history": history,
        "line": graph.line([point["number"] for point in history]) if len(history) > 1 else None,
    }


def at_home(person: User) -> tuple[str, dict[str, object]]:
    """One's own number, and what the last month did to it."""
    history = selectors.history_of(person)
    since = timezone.now() - _MONTH
    return "ratings/at_home.html", {
        "number": history[-1]["number"] if history else None,
        "change": sum(point["change"] for point in history if point["at"] > since),
    }


def list_name(name: str, lang: str) -> str:
    if name == BLIND:
        return _("Blind games")
    return _("All games") if name == OVERALL else words.set_name(name, lang)
