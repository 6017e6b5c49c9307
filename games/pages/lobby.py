"""Tables to join, to watch and to look back at; and opening one of one's own."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.lookalikes import called
from accounts.models import LANGUAGES, User
from games import bots, engine, errors, pace, selectors, services
from games.engine import words
from games.models import Game
from games.pages import opening, pennant, trying
from games.pages.asking import language, to_table, viewer
from games.pages.cards import FAMILIES
from games.pages.rules import pace_name
from games.selectors.rows import Seen, rows
from games.types import GameSummary

LISTS = ("open", "to_take_over", "running", "over")
_FILTERS = ("set", "seats", "language", "pace", "search")
_BOXES = (*engine.SETS,)
_SHARES = ("50", "75", "90", "95")


def row(table: GameSummary, lang: str) -> dict[str, object]:
    """What a list says of a table."""
    players = [
        called(player)
        if player
        else words.family(seat, lang)
        if table["status"] == "running"
        else "…"
        for seat, player in enumerate(table["players"])
    ]
    moves = table["to_move"]
    asks = _("blind") if table["blind"] else _("all are asked at once") * table["together"]
    return {
        "key": table["id"],
        "name": table["name"],
        "set": table["set"],
        "box": words.set_name(table["set"], lang),
        "status": table["status"],
        "players": ", ".join(players),
        "taken": table["seats_taken"],
        "seats": table["seats_wanted"],
        "pace": " · ".join([pace_name(table["pace"]), *([asks] if asks else [])]),
        "language": table["language"],
        "sits": [player["handle"] if player else None for player in table["players"]],
        "free": range(table["seats_wanted"] - len(players)),
        "family": FAMILIES[moves] if moves is not None else "",
        "waits_for": players[moves] if moves is not None and table["status"] == "running" else "",
    }


def result(table: GameSummary, lang: str, handle: str | None = None) -> dict[str, object]:
    """The same of a table that is over: who came where, and the place of who looks or is named."""
    said = row(table, lang)
    outcome = table["result"]
    ranks, scores = (outcome["ranks"], outcome["scores"]) if outcome else (None, [])
    names = [
        called(player) if player else words.family(seat, lang)
        for seat, player in enumerate(table["players"])
    ]
    places = sorted(range(len(scores)), key=lambda seat: (ranks[seat] if ranks else 0, seat))
    you = table["you"] if handle is None else _seat_of(handle, table)
    return said | {
        "scores": ", ".join(f"{names[seat]} {scores[seat]}" for seat in places),
        "place": ranks[you] if ranks and you is not None else None,
    }


def _seat_of(handle: str, table: GameSummary) -> int | None:
    seats = (
        seat
        for seat, player in enumerate(table["players"])
        if player and player["handle"] == handle
    )
    return next(seats, None)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    person = viewer(request)
    lang = language(person)
    which = request.GET.get("list", "open")
    which = which if which in LISTS else "open"
    chosen = {name: request.GET.get(name, "").strip() for name in _FILTERS}
    filters: dict[str, Any] = {name: value for name, value in chosen.items() if value}
    if "seats" in filters:
        filters["seats"] = int(chosen["seats"]) if chosen["seats"] in {"2", "3", "4", "5"} else None
    tables, after = selectors.list_games(
        which=which, viewer=person, after=request.GET.get("after"), **filters
    )
    keys = [table["id"] for table in tables] if which in {"running", "to_take_over"} else []
    seen = rows(viewer=person, keys=keys) if keys else {}
    facts = {
        "which": which,
        "chosen": chosen,
        "narrowed": any(chosen.values()),
        "tables": [_listed(table, person, seen, lang) for table in tables],
        "after": after,
        **_choices(lang),
        **(opening.usual(person, lang) if which == "open" else {}),
    }
    return render(request, "games/pages/lobby.html", facts)


def _listed(
    table: GameSummary, person: User | None, seen: dict[str, Seen], lang: str
) -> dict[str, object]:
    if table["status"] == "over":
        return result(table, lang)
    can_sit = person is not None and not person.is_guest and table["you"] is None
    found = seen.get(table["id"])
    return row(table, lang) | {
        "may_join": can_sit and person is not None and person.handle not in _handles(table),
        "row": pennant.of(found.view, lang, found.names) if found else "",
    }


def _handles(table: GameSummary) -> set[str | None]:
    return {player["handle"] for player in table["players"] if player}


def _choices(lang: str) -> dict[str, object]:
    return {
        "boxes": [(name, words.set_name(name, lang)) for name in _BOXES],
        "sizes": ["3", "4", "5", "2"],
        "spoken": LANGUAGES,
        "paces": [(name, pace_name(name)) for name in pace.PACES],
        "usual_pace": pace.DEFAULT,
        "bots": [(one["id"], f"{one['name']} – {one['about']}") for one in selectors.list_bots()],
        "stand_ins": [
            (one["id"], one["name"]) for one in selectors.list_bots() if not one["seconds"]
        ],
        "usual_bot": bots.STAND_IN,
        "orders_of_play": opening.orders_of_play(),
        "shares": _SHARES,
    }


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Sensible without a word typed: a name is given, and everything else has its usual value."""
    person = viewer(request)
    if request.method == "POST" and request.POST.get("with") == "bots":
        return trying.begin(request)
    if person is None:
        return redirect_to_login(request.path)
    name = _("{player}’s table").format(player=person.shown_name)[:60]
    facts: dict[str, object] = {
        **_choices(person.language),
        "joins": Game.Join.choices,
        "talks": Game.Talk.choices,
        "given": request.POST or {"language": person.language, "seats": "4"},
        "name": name,
    }
    if request.method != "POST":
        return render(request, "games/pages/new.html", facts)
    sent = request.POST
    try:
        game = services.create_game(
            person=person,
            name=sent.get("name") or name,
            set=sent.get("set", "oriflamme"),
            seats=int(sent["seats"]) if sent.get("seats") in {"2", "3", "4", "5"} else 4,
            pace=sent.get("pace") or pace.DEFAULT,
            language=sent.get("language") or person.language,
            join=sent.get("join") or opening.JOIN.get(sent.get("with", ""), "open"),
            talk=sent.get("talk") or "table",
            fill_with_bots=bool(sent.get("fill_with_bots")),
            fill_with=(sent.get("fill_with") or None) if sent.get("fill_with_bots") else None,
            stand_in=sent.get("stand_in") or bots.STAND_IN,
            min_conduct=int(share) if (share := sent.get("min_conduct", "")) in _SHARES else None,
            anonymous=bool(sent.get("anonymous")),
            rated=bool(sent.get("rated")),
            together=opening.asks_all(sent),
            blind=bool(sent.get("blind")),
        )
    except errors.Refusal as refusal:
        return render(
            request, "games/pages/new.html", facts | {"problem": str(refusal)}, status=400
        )
    return to_table(game.key)
