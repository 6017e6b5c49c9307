"""A game that is over: its result, and every moment of it from any chair."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from games import errors, selectors
from games.engine import words
from games.pages import table_context, talking
from games.pages.asking import language, refused, viewer
from games.selectors.people import names as names_of
from games.selectors.record import moments
from games.selectors.tables import Found
from games.types import Event, LogEntry
from games.wording.happened import sentences


def show(request: HttpRequest, found: Found, person: User | None) -> HttpResponse:
    lang = language(person)
    table = found.table
    at = _number(request.GET.get("at"), table.seq, highest=table.seq)
    chair = _number(request.GET.get("chair"), None, highest=len(table.chairs) - 1)
    seen = moments(found, at=at, chair=chair)
    view = seen.view(lang)
    names = names_of(table) or [words.family(seat, lang) for seat in range(len(table.chairs))]
    say = partial(words.say, lang=lang, names=names_of(table))
    turns = seen.turns(5)
    facts: dict[str, object] = {
        **table_context.around(found, lang),
        **table_context.of(view, found, lang),
        "at": at,
        "last": table.seq,
        "chair": chair,
        "chairs": list(enumerate(names)),
        "happened": sentences(seen.told([at], lang), say),
        "result": _result(found, names),
        "reason": table.result and table.result["reason"],
        "influence": _curves(seen.influence, lang),
        "turns": [_turn(entry, say) for entry in seen.told(turns, lang)],
        **(talking.of(request, found, names, person) if person else {}),
    }
    return render(request, "games/pages/replay.html", facts)


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
        {"seat": seat, "name": names[seat], "score": scores[seat], "rank": ranks[seat] or None}
        for seat in order
    ]


_WIDTH, _HEIGHT = 600, 160


def _curves(influence: list[list[int]], lang: str) -> dict[str, object]:
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
                "family": words.family(seat, lang),
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
    try:
        text = selectors.record_text(key=key, viewer=viewer(request))
    except errors.Refusal as refusal:
        return refused(request, refusal)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="oriflamme-{key}.txt"'
    return response
