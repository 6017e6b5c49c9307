"""What stands beside the game: a pause, who is away, and what players propose to one another."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, TypedDict

from django.utils import timezone

from games.engine import words
from games.selectors.people import names as names_of
from games.selectors.tables import Found
from games.types import Game, Seat
from games.wording import times

_Agreement = Literal["agrees_to_pause", "agrees_to_end"]


class Offers(TypedDict):
    names: list[str]
    paused: str | None
    pause: dict[str, object]
    end: dict[str, object]
    may_pause: bool
    may_end: bool
    bank: str
    is_absent: bool
    away: list[dict[str, object]]
    # Whether any of it has to be said.
    is_beside: bool


def of(view: Game, found: Found, lang: str) -> Offers:
    """By the view alone, as everything that is shown."""
    names = names_of(found.table) or [words.family(n, lang) for n in range(len(view["seats"]))]
    you, seats = view["you"], view["seats"]
    question, pause = view["question"], view["paused"]
    clock = seats[question["seat"]]["clock"] if question else None
    for_pause = _proposed(seats, names, you, "agrees_to_pause")
    for_end = _proposed(seats, names, you, "agrees_to_end")
    is_absent = you is not None and seats[you]["clock"]["absent"]
    away = _away(view, names, is_somebody=found.viewer is not None)
    proposed = any([*for_pause.values(), *for_end.values()])
    return {
        "names": names,
        "paused": pause and _moment(pause["until"], lang),
        "pause": for_pause,
        "end": {
            **for_end,
            "waits": found.table.rated
            and any(seat["clock"] and seat["clock"]["absent"] for seat in seats),
        },
        "may_pause": not pause and not any(for_pause.values()),
        "may_end": not any(for_end.values()),
        "bank": times.span(timedelta(seconds=clock["bank"]), lang)
        if clock and clock["bank"]
        else "",
        "is_absent": is_absent,
        "away": away,
        "is_beside": bool(pause or is_absent or away or proposed),
    }


def _moment(at: datetime, lang: str) -> str:
    return times.moment(at, timezone.get_current_timezone_name(), lang)


def _proposed(
    seats: Sequence[Seat], names: Sequence[str], you: int | None, field: _Agreement
) -> dict[str, object]:
    agree = [n for n, seat in enumerate(seats) if seat[field]]
    return {"by": ", ".join(names[n] for n in agree if n != you), "mine": you in agree}


def _away(view: Game, names: Sequence[str], *, is_somebody: bool) -> list[dict[str, object]]:
    """Seats that a stand-in plays on, and what the viewer can do about it."""
    plays = view["you"] is not None
    return [
        {
            "seat": n,
            "name": names[n],
            "may_offer": plays and view["you"] not in seat["offered_by"],
            "may_keep": plays and view["you"] in seat["offered_by"],
            "is_asked": bool(seat["offered_by"]) and not seat["offered"],
            "may_take": seat["offered"] and is_somebody and not view["at_table"],
        }
        for n, seat in enumerate(view["seats"])
        if seat["stand_in"] and n != view["you"]
    ]
