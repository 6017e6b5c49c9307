"""Objections to what a table came to, and their answers; whoever sat there objects here."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.models import User
from games.pages.asking import language
from games.tournaments import errors, selectors, services, types, words
from games.tournaments.models import Objection
from games.tournaments.pages import reading
from games.tournaments.pages.asking import acted_on, head, to
from games.tournaments.services.objections import LONGEST


@acted_on
def objections(request: HttpRequest, person: User | None, key: str) -> HttpResponse:
    if request.method != "POST":
        return _page(request, person, key)
    if person is None:
        return redirect_to_login(request.path)
    round, _slash, table = request.POST.get("at", "").partition("/")
    try:
        services.object_to(
            key=key,
            person=person,
            round=reading.whole(round) or 0,
            table=reading.whole(table) or 0,
            text=request.POST.get("text", ""),
        )
    except (errors.BadTournament, errors.NotNow) as refusal:
        return _page(request, person, key, problem=str(refusal))
    messages.success(request, _("The organisers have it, and answer by letter."))
    return to("tournament-objections", key)


def _page(
    request: HttpRequest, person: User | None, key: str, *, problem: str = ""
) -> HttpResponse:
    cup = selectors.view(key=key, viewer=person)
    found = selectors.objections(key=key, viewer=person)
    sent = request.POST or request.GET
    facts = head(cup, "") | {
        "rows": [said(one, language(person)) for one in found],
        "tables": _own_tables(cup, person),
        "at": sent.get("at", ""),
        "text": sent.get("text", ""),
        "problem": problem,
        "longest": LONGEST,
    }
    status = 400 if problem else 200
    return render(request, "tournaments/objections.html", facts, status=status)


def _own_tables(cup: types.Tournament, person: User | None) -> list[tuple[str, str]]:
    if person is None or cup["you"] is None:
        return []
    return [
        (f"{table['round']}/{table['table']}", _("Round {round}, table {table}").format(**table))
        for table in selectors.own(key=cup["id"], viewer=person)["tables"]
        if table["may_object"]
    ]


def said(one: types.Objection, lang: str) -> dict[str, Any]:
    return {
        **one,
        "named": _("Round {round}, table {table}").format(**one),
        "when": words.moment(one["at"], lang),
        "outcome": Objection.Outcome(one["outcome"]).label,
    }
