"""A game that is over: its result, and every moment of it from any chair."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar, cast

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games import errors, faces, selectors
from games.engine import words
from games.pages import board, ending, stepping, table_context, talking
from games.pages.asking import language, refused, viewer
from games.pages.cards import FAMILIES
from games.selectors.course import Reader, course
from games.selectors.log import happened
from games.selectors.people import names as names_of
from games.selectors.record import Moments, moments
from games.selectors.tables import Found
from games.selectors.turning import turning_point
from games.types import Event, Game, LogEntry, Question
from games.wording.happened import sentences


def show(request: HttpRequest, found: Found, person: User | None) -> HttpResponse:
    lang = language(person)
    table = found.table
    at = _number(request.GET.get("at"), table.seq, highest=table.seq)
    chair = _number(request.GET.get("chair"), None, highest=len(table.chairs) - 1)
    seen = moments(found, at=at, chair=chair)
    names = names_of(table) or [words.family(seat, lang) for seat in range(len(table.chairs))]
    say = partial(words.say, lang=lang, names=names_of(table))
    whole = found.view(lang)
    result = _result(found, names)
    view = seen.view(lang)
    facts: dict[str, object] = {
        **table_context.around(found, lang),
        **_board(view, chair, lang, names),
        **ending.last_row(whole, lang, names),
        "zooms": board.zooms(whole, view, lang, names),
        "at": at,
        # A link to a moment brings its picture along.
        "shared_at": at if "at" in request.GET and chair is None else None,
        "last": table.seq,
        "chair": chair,
        "chairs": [(seat, name, FAMILIES[seat]) for seat, name in enumerate(names)],
        "happened": happened_at(seen, at, chair, lang),
        "result": result,
        "reason": table.result and table.result["reason"],
        "influence": _curves(seen.influence),
        "turns": [_turn(entry, say) for entry in seen.told(seen.turns(5), lang)],
        **(talking.of(request, found, names, person) if person else {}),
    }
    turning = None
    if table.result and table.result["ranks"]:
        winner = table.result["ranks"].index(1)
        turning = turning_point(seen.rows, seen.influence, winner)
    facts |= ending.feast(found, names, turning, lang)
    facts |= ending.again(table, person.pk if person else None)
    return render(request, "games/pages/replay.html", facts)


def happened_at(seen: Moments, at: int, chair: int | None, lang: str) -> list[str]:
    """What that move led to, as the chair could know it."""
    row = next((row for row in seen.rows if row.seq == at), None)
    if row is None:
        return []
    say = partial(words.say, lang=lang, you=chair, names=names_of(seen.found.table))
    told = happened(row, chair, say, lang, over=chair is None)
    said = [event["says"] for event in told["events"] if event["kind"] != "forced"]
    return [told["nothing"], *said] if told["nothing"] else said


def _board(view: Game, chair: int | None, lang: str, names: list[str]) -> dict[str, object]:
    """The row as that chair saw it, and nothing to choose."""
    seen: Game = {**view, "you": chair}
    if question := view["question"]:
        seen["question"] = cast(Question, {**question, "seat": -1, "moves": None})
    lines = faces.lines(seen, lang, names)
    return {
        **board.watched(seen, lang, names),
        "moment": faces.moment(seen, lang),
        "lines": lines,
        "nothing": faces.nothing(lang),
        "standing": faces.standing(seen, lang, names).splitlines(),
        "holdings": faces.holdings(seen, lang).splitlines(),
    }


@require_safe
def steps(request: HttpRequest, key: str) -> HttpResponse:
    """The whole game for the script, as a chair saw it; without one, with all cards open."""
    person = viewer(request)
    lang = language(person)
    found = selectors.find_game(key, person)
    if not found.table.is_over:
        return refused(request, errors.NotAllowed(why=_("That is open when the game is over.")))
    names = names_of(found.table) or [
        words.family(seat, lang) for seat in range(len(found.table.chairs))
    ]
    last = len(found.table.chairs) - 1
    chair = _number(request.GET.get("chair"), None, highest=last)
    told = course(found, lang, 0, Reader(chair, over=chair is None))
    return JsonResponse(stepping.readable(told, lang, names), json_dumps_params=_DENSE)


_DENSE = {"ensure_ascii": False, "separators": (",", ":")}


# What tells where the game was, not what changed in it.
_FRAME = {"forced", "acts", "round_began", "events_began", "round_ended", "game_over"}


def _turn(entry: LogEntry, say: Callable[[Event], str]) -> dict[str, object]:
    """A moment that decided, in words."""
    told = [event for event in entry["events"] if event["kind"] not in _FRAME]
    return {"at": entry["seq"], "says": sentences([{**entry, "events": told}], say)}


_Usual = TypeVar("_Usual", int, None)


def _number(text: str | None, usual: _Usual, *, highest: int) -> int | _Usual:
    if text is None or not text.isdecimal() or len(text) > 6:
        return usual
    return min(int(text), highest)


def _result(found: Found, names: list[str]) -> list[dict[str, object]]:
    """Who came where, best first; of a game that was ended by agreement only what each had."""
    result = found.table.result
    ranks = (result and result["ranks"]) or [0] * len(names)
    scores = (result and result["scores"]) or [0] * len(names)
    order = sorted(range(len(names)), key=lambda seat: (ranks[seat], -scores[seat]))
    return [
        {
            "seat": seat,
            "family": FAMILIES[seat],
            "name": names[seat],
            "score": scores[seat],
            "part": round(10 * scores[seat] / (max(scores) or 1)),
            "rank": ranks[seat] or None,
        }
        for seat in order
    ]


_WIDTH, _HEIGHT = 600, 160


def _curves(influence: list[list[int]]) -> dict[str, object]:
    """Everybody's influence over the game, as points of lines."""
    most = max((max(row) for row in influence), default=0) or 1
    across = max(1, len(influence) - 1)
    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "most": most,
        "lines": [
            {
                "seat": seat,
                "colour": FAMILIES[seat],
                "points": " ".join(
                    f"{_WIDTH * at / across:.0f},{_HEIGHT * (1 - row[seat] / most):.0f}"
                    for at, row in enumerate(influence)
                ),
            }
            for seat in range(len(influence[0]))
        ],
    }


@require_safe
def record(request: HttpRequest, key: str) -> HttpResponse:
    """The whole game in notation, to keep."""
    text = selectors.record_text(key=key, viewer=viewer(request))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="oriflamme-{key}.txt"'
    return response
