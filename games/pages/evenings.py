"""The page of a table's evenings: when one has time, whether one agrees, and that one is there."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.dates import WEEKDAYS
from django.views.decorators.http import require_http_methods

from accounts import moment
from accounts.models import User
from games import errors, selectors, services
from games.evening import Free
from games.pages import table_context
from games.pages.asking import language, to_table, viewer
from games.selectors.evenings import read_minute
from games.services.evenings import EARLY
from games.wording import times

_DAYS = {str(day) for day in WEEKDAYS}
_USUAL = {"since": "20:00", "until": "22:00"}
_OFFERED = [f"{hour:02}:{minute:02}" for hour in range(24) for minute in (0, 30)] + ["24:00"]


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, key: str) -> HttpResponse:
    person = viewer(request)
    if person is None:
        return redirect_to_login(request.path)
    problem, status = "", 200
    if request.method == "POST":
        try:
            _do(request.POST, key, person)
            is_here = request.POST.get("here") == "1"
            return to_table(key) if is_here else redirect("table-evening", key)
        except errors.NotAllowed as no:
            problem, status = str(no), 400
    plan = selectors.evening_of(key=key, viewer=person)
    found, lang = selectors.find_game(key, person), language(person)
    now = plan["evening"]
    facts = table_context.around(found, lang) | {
        "problem": problem,
        "possible": plan["possible"],
        "now": now,
        "at": now and now["at"].isoformat(),
        "when": now and times.moment(now["at"], plan["zone"], lang),
        "may_come": now and now["state"] == "agreed" and moment.now() >= now["at"] - EARLY,
        "is_here": now and found.table.seat_of(person.pk) in now["here"],
        "days": WEEKDAYS.items(),
        "chosen": [one["day"] for one in plan["hours"]],
        # A program may have said other hours for each day; by page they are alike.
        "usual": next(iter(plan["hours"]), _USUAL),
        "hours": _OFFERED,
    }
    return render(request, "games/pages/evening.html", facts, status=status)


def _do(sent: QueryDict, key: str, person: User) -> None:
    """Refusals are the services'."""
    at = parse_datetime(sent.get("at", ""))
    if "agrees" in sent and at is not None and at.tzinfo is not None:
        agrees = sent["agrees"] == "1"
        services.answer_evening(game_key=key, person=person, at=at, agrees=agrees)
    elif "here" in sent:
        services.come(game_key=key, person=person, here=sent["here"] == "1")
    elif "hours" in sent:
        since, until = (read_minute(sent.get(name, "")) for name in ("since", "until"))
        days = {int(day) for day in sent.getlist("day") if day in _DAYS}
        hours = [Free(day, since, until) for day in sorted(days)]
        services.set_hours(game_key=key, person=person, hours=hours)
