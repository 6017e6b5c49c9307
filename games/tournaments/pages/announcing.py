"""Announcing a tournament: usual values for everything, so that a title and one press will do."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import LANGUAGES, User
from games import bots, engine, pace
from games.engine import words as engine_words
from games.models import Game
from games.pages.rules import pace_name
from games.selectors.bots import bot_name
from games.tournaments import (
    errors,
    permissions,
    scoring,
    selectors,
    services,
    standings,
    types,
    words,
)
from games.tournaments.api.serializers import TournamentForm
from games.tournaments.models import Stage, Tournament
from games.tournaments.pages import reading
from games.tournaments.pages.asking import signed_in, to
from games.tournaments.services.announcing import LONGEST_TITLE, MOST_STAGES

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
# Seconds that one may choose from; all of them lie within what a tournament takes.
SPANS: dict[str, list[int]] = {
    "confirm_for": [15 * _MINUTE, _HOUR, 6 * _HOUR, 12 * _HOUR, _DAY, 2 * _DAY, 3 * _DAY, 7 * _DAY],
    "round_for": [
        *(_HOUR, 3 * _HOUR, 12 * _HOUR, _DAY, 3 * _DAY, 7 * _DAY, 14 * _DAY),
        *(30 * _DAY, 60 * _DAY, 120 * _DAY),
    ],
    "break_for": [5 * _MINUTE, 15 * _MINUTE, _HOUR, 6 * _HOUR, _DAY, 2 * _DAY, 7 * _DAY],
}
SPANS["first_break_for"] = SPANS["break_for"]
_YES = ("exact_seats", "rated", "bots_welcome", "together", "blind")
PLAIN = (
    *("title", "text", "capacity", "visibility", "edition", "pace", "talk", "seats", "admission"),
    *("code", "conduct_min", "rating_min", "rating_max", "start", "starts_at", "confirms"),
    *("confirm_for", "round_for", "at_deadline", "break_for", "first_break_for", "points", "late"),
    *("late_until", "seeding", "seeded_from", "series", "team_counts", "fill_with"),
)
_OF_STAGE = ("format", "rounds", "takes", "through", "divisions", "moving")
# Asked for at once; a fault in any other field opens the part with more choices.
_FIRST = {"title", "capacity", "pace", "start", "starts_at"}
_USUAL = {
    "capacity": "16",
    "pace": pace.DEFAULT,
    "seats": "4",
    "start": "desk",
    "confirms": "start",
    "confirm_for": str(_DAY),
    "round_for": "",
    "break_for": "0",
    "first_break_for": str(_HOUR),
    "points": "even",
    "visibility": "public",
    "edition": "uk",
    "talk": "table",
    "admission": "open",
    "at_deadline": "adjudicate",
    "late": "bye",
    "late_until": "0",
    "team_counts": "0",
    "seeding": "lot",
    "stage-0-format": "swiss",
    "stage-0-rounds": "4",
    **{f"tie-{place}": name for place, name in enumerate(standings.USUAL)},
}


@signed_in
def new(request: HttpRequest, person: User) -> HttpResponse:
    if not permissions.most_people(person):
        raise errors.NotAllowed(why=permissions.announces_none())
    if request.method != "POST":
        model = request.GET.get("like", "")
        return ask(request, person, like(model, person) if model else _usual(person))
    if "more" in request.POST:
        return ask(request, person, request.POST, stages=count_stages(request.POST) + 1)
    wish, problems = reading.checked(TournamentForm, wanted(request.POST))
    if not problems:
        try:
            made = services.announce(person=person, **wish)
        except errors.BadTournament as refusal:
            problems = {str(refusal.facts["field"]): str(refusal)}
        else:
            return to("tournament-desk", made.key)
    return ask(request, person, request.POST, problems)


def like(key: str, person: User) -> QueryDict:
    """The settings of a tournament as the form would send them."""
    settings = selectors.settings(key=key, viewer=person)
    given = QueryDict(mutable=True)
    for name in PLAIN:
        given[name] = "" if settings[name] is None else str(settings[name])
    if settings["starts_at"]:
        given["starts_at"] = timezone.localtime(settings["starts_at"]).strftime("%Y-%m-%dT%H:%M")
    for name in _YES:
        if settings[name]:
            given[name] = "yes"
    given.setlist("languages", settings["languages"])
    for place, name in enumerate(settings["tie_breaks"]):
        given[f"tie-{place}"] = name
    given["stages"] = str(len(settings["stages"]))
    for number, stage in enumerate(settings["stages"]):
        for name in _OF_STAGE:
            given[f"stage-{number}-{name}"] = "" if stage[name] is None else str(stage[name])
        given.setlist(f"stage-{number}-sets", stage["sets"])
        if stage["carries"]:
            given[f"stage-{number}-carries"] = "yes"
    return given


def _usual(person: User) -> QueryDict:
    given = QueryDict(mutable=True)
    given.update(_USUAL)
    given["title"] = _("{player}’s tournament").format(player=person.shown_name)[:LONGEST_TITLE]
    given.setlist("languages", [person.language])
    given.setlist("stage-0-sets", ["oriflamme"])
    return given


def count_stages(sent: Mapping[str, str]) -> int:
    """How many stages the form shows."""
    count = sent.get("stages", "1")
    return min(int(count), MOST_STAGES) if count in {"1", "2", "3", "4", "5", "6"} else 1


def wanted(sent: QueryDict) -> dict[str, Any]:
    """What was sent, as the API would have it sent; what was left empty is left out."""
    wanted: dict[str, Any] = {
        name: value for name in PLAIN if (value := sent.get(name, "").strip())
    }
    wanted |= {name: name in sent for name in _YES}
    wanted["languages"] = sent.getlist("languages")
    # A code and a time stand in the form whatever was chosen; they count where they are asked for.
    if sent.get("admission") != "code":
        wanted.pop("code", None)
    if sent.get("start") != "at":
        wanted.pop("starts_at", None)
    # Its address will do.
    wanted["seeded_from"] = wanted.get("seeded_from", "").rstrip("/").rpartition("/")[2]
    if sent.get("seeding") != "earlier":
        wanted["seeded_from"] = ""
    chosen = [sent.get(f"tie-{place}", "") for place in range(len(standings.TIE_BREAKS))]
    wanted["tie_breaks"] = [name for name in chosen if name]
    wanted["stages"] = [
        {
            **{
                name: value
                for name in _OF_STAGE
                if (value := sent.get(f"stage-{number}-{name}", "").strip())
            },
            "sets": sent.getlist(f"stage-{number}-sets"),
            "carries": f"stage-{number}-carries" in sent,
        }
        for number in _named_stages(sent)
    ]
    return wanted


def _named_stages(sent: QueryDict) -> list[int]:
    return [number for number in range(count_stages(sent)) if sent.get(f"stage-{number}-format")]


def ask(
    request: HttpRequest,
    person: User,
    given: QueryDict,
    problems: Mapping[str, str] | None = None,
    *,
    stages: int | None = None,
    cup: types.Tournament | None = None,
) -> HttpResponse:
    problems = {
        name if name.startswith("stages.") else name.split(".")[0]: said
        for name, said in (problems or {}).items()
    }
    # A fault is told by the place among the stages that were sent; the form knows their numbers.
    at = dict(enumerate(_named_stages(given)))
    shown = min(stages or count_stages(given), MOST_STAGES)
    facts = {
        "cup": cup,
        "given": given,
        "problems": problems,
        "unplaced": [
            said
            for name, said in problems.items()
            if name.split(".")[0] not in {*PLAIN, *_YES, "languages", "tie_breaks", "stages"}
            or name == "stages"
        ],
        "open": bool({name.split(".")[0] for name in problems} - _FIRST - {"stages"}),
        "stages": [
            _stage(number, given, problems, {place for place, n in at.items() if n == number})
            for number in range(shown)
        ],
        "shown": shown,
        "can_have_more": shown < MOST_STAGES,
        **_choices(given, person),
    }
    return render(request, "tournaments/new.html", facts, status=400 if problems else 200)


def _stage(
    number: int, given: QueryDict, problems: Mapping[str, str], places: set[int]
) -> dict[str, Any]:
    wrong = {
        name.split(".")[2]: said
        for name, said in problems.items()
        if name.startswith("stages.")
        and len(name.split(".")) > 2
        and int(name.split(".")[1]) in places
    }
    return {
        "number": number,
        "key": str(number),
        "ordinal": number + 1,
        "sets": given.getlist(f"stage-{number}-sets") or ["oriflamme"],
        "carries": f"stage-{number}-carries" in given,
        "problems": wrong,
        "open": bool(set(wrong) - {"format", "rounds", "sets"}) or number > 0,
        **{name: given.get(f"stage-{number}-{name}", "") for name in _OF_STAGE},
    }


def _choices(given: QueryDict, person: User) -> dict[str, Any]:
    lang = person.language
    late = words.late_rules()
    breaks = words.tie_breaks()
    return {
        "formats": Stage.Format.choices,
        "boxes": [(name, engine_words.set_name(name, lang)) for name in engine.SETS],
        "paces": [(name, pace_name(name)) for name in pace.PACES],
        "starts": Tournament.Start.choices,
        "admissions": Tournament.Admission.choices,
        "visibilities": Tournament.Visibility.choices,
        "confirmations": Tournament.Confirms.choices,
        "ends": Tournament.AtDeadline.choices,
        "talks": Game.Talk.choices,
        "bots": [(name, bot_name(name)) for name in bots.BOTS],
        "editions": [(name, engine_words.edition(name, lang)) for name in engine.EDITIONS],
        "spoken": LANGUAGES,
        "speaks": given.getlist("languages"),
        "spans": {
            name: [
                (str(seconds), words.span(seconds, lang))
                for seconds in sorted({*choices, *_other(given.get(name, ""))})
            ]
            for name, choices in SPANS.items()
        },
        "point_tables": [(name, _worth(name)) for name in scoring.POINTS],
        "seedings": Tournament.Seeding.choices,
        "own_series": selectors.own_series(person),
        "lates": [(name, late[name]) for name in scoring.LATE_RULES],
        "tie_breaks": list(breaks.items()),
        "ties": [
            (place, given.get(f"tie-{place}", "")) for place in range(len(standings.TIE_BREAKS))
        ],
    }


def _other(seconds: str) -> list[int]:
    """What a program has chosen, in a form as well."""
    number = reading.whole(seconds)
    return [number] if number else []


def _worth(name: str) -> str:
    return " · ".join(
        " – ".join(str(place) for place in places) for places in scoring.POINTS[name].values()
    )
