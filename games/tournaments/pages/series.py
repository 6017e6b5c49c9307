"""Series in a browser: which there are, and the table of one."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.models import User
from games.tournaments import errors, permissions, selectors, services
from games.tournaments.models import Tournament
from games.tournaments.pages import reading
from games.tournaments.pages.asking import acted_on, public, to


@acted_on
def all_series(request: HttpRequest, person: User | None) -> HttpResponse:
    problem = ""
    if request.method == "POST":
        if person is None:
            return redirect_to_login(request.path)
        try:
            made = services.begin_series(
                person=person,
                title=request.POST.get("title", "").replace("\0", ""),
                counts=reading.whole(request.POST.get("counts", "")),
            )
        except (errors.BadTournament, errors.NotAllowed) as refusal:
            problem = str(refusal)
        else:
            return to("series", made.key)
    found, after = selectors.list_series(
        after=request.GET.get("after", "").replace("\0", "") or None
    )
    facts = {
        "rows": found,
        "after": after,
        "problem": problem,
        "may_announce": person is not None and permissions.most_people(person) > 0,
    }
    status = 400 if problem else 200
    return render(request, "tournaments/all_series.html", facts, status=status)


@public
def series(request: HttpRequest, person: User | None, key: str) -> HttpResponse:
    found = selectors.series(key=key)
    said = (
        _("The best {count} results of each count.").format(count=found["counts"])
        if found["counts"]
        else _("All results count.")
    )
    events = [
        event | {"said": Tournament.Status(event["status"]).label} for event in found["events"]
    ]
    titles = {event["id"]: event["title"] for event in found["events"]}
    rows = [
        row
        | {"said": [one | {"title": titles.get(one["tournament"], "")} for one in row["results"]]}
        for row in found["standings"]
    ]
    facts = {"series": found, "counts": said, "events": events, "rows": rows}
    return render(request, "tournaments/series.html", facts)
