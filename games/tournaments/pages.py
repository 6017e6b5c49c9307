"""Where letters of a tournament lead: what it is, how it stands, what a player can do."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import re_path
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.tournaments import errors, selectors, services
from games.tournaments.models import Stage, Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def tournament(request: HttpRequest, key: str) -> HttpResponse:
    person = request.user if isinstance(request.user, User) else None
    if person is not None:
        translation.activate(person.language)
    try:
        if request.method == "POST":
            if person is None:
                return redirect_to_login(request.path)
            _act(key, person, request.POST)
            return HttpResponseRedirect(request.path, status=303)
        return render(request, "tournaments/tournament.html", _facts(key, person))
    except errors.NotFound as refusal:
        return _say(request, refusal, 404)
    except errors.Refusal as refusal:
        return _say(request, refusal, 409)


def _act(key: str, person: User, sent: Any) -> None:
    act = sent.get("act")
    if act == "enter":
        services.enter_tournament(key=key, person=person, code=str(sent.get("code", ""))[:24])
    elif act == "confirm":
        services.confirm(key=key, person=person)
    elif act == "withdraw":
        services.withdraw(key=key, person=person)


def _facts(key: str, person: User | None) -> dict[str, Any]:
    view = selectors.view(key=key, viewer=person)
    own = selectors.own(key=key, viewer=person) if person and view["you"] else None
    status = Tournament.Status(view["status"])
    return {
        "cup": view,
        "status": status.label,
        "places": _("{entered} of {capacity} places are taken.").format(**view),
        "own": own,
        "tables": [
            {
                "game": table["game"],
                "named": _("Round {round}, table {table}").format(**table),
            }
            for table in (own["tables"] if own else [])
        ],
        "needs": _needs(own["needs"]) if own else "",
        "stages": _stages(key, person, view["tie_breaks"]),
        "can_enter": view["you"] is None and status != Tournament.Status.OVER,
        "can_confirm": bool(own and view["confirm_until"] and not own["confirmed"]),
        "can_withdraw": bool(own and own["state"] in {"entered", "waiting", "asked"}),
    }


def _needs(needs: dict[str, Any] | None) -> str:
    if needs is None:
        return ""
    if needs["sure"]:
        return _("You are through.")
    if needs["out"]:
        return _("You cannot go on from here.")
    if needs["enough"] is not None:
        return _("{points} more points are enough in any case.").format(points=needs["enough"])
    return ""


def _stages(key: str, person: User | None, names: list[str]) -> list[dict[str, Any]]:
    words = {
        "strength": _("strength"),
        "wins": _("wins"),
        "influence": _("influence"),
        "direct": _("direct"),
        "seat": _("seat"),
        "lot": _("lot"),
    }
    return [
        {
            "named": _("Stage {stage}").format(**stage),
            "format": Stage.Format(stage["format"]).label,
            "columns": [words[name] for name in names],
            "divisions": [
                {
                    "named": _("Division {division}").format(division=part["division"] + 1)
                    if len(stage["divisions"]) > 1
                    else "",
                    "rows": part["rows"],
                }
                for part in stage["divisions"]
            ],
        }
        for stage in selectors.standings(key=key, viewer=person)
    ]


def _say(request: HttpRequest, refusal: errors.Refusal, status: int) -> HttpResponse:
    return render(request, "games/pages/say.html", {"sentence": str(refusal)}, status=status)


urlpatterns = [
    re_path(r"^tournaments/(?P<key>[2-9a-z]{16})\Z", tournament, name="tournament"),
]
