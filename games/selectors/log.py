"""What happened at a table, each event redacted for who reads it."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from operator import itemgetter
from typing import Annotated, NamedTuple, TypeVar, cast

from accounts.models import User
from games import engine
from games.engine import words
from games.engine.move_data import as_data
from games.models.packing import unpack
from games.models.rows import columns, fetch_all
from games.models.table import Chair, Table
from games.selectors import people
from games.selectors.tables import Found, find_game
from games.selectors.talk import messages
from games.selectors.times import to_the_minute
from games.types import CameOfIt, Event, LogEntry, Moved, TimelineEntry

MOST = 500
# The doors of moves that were made for somebody, who has not seen what came before them.
MADE_FOR_THEM = ("order", "clock")
# How an event is worded for its reader.
Say = Callable[[engine.Event], str]


class Row(NamedTuple):
    seq: Annotated[int, "m.seq"]
    seat: Annotated[int | None, "m.seat"]
    door: Annotated[str, "m.door"]
    at: Annotated[datetime, "m.at"]
    move: Annotated[str, "m.move"]
    events: Annotated[str, "m.events"]


# Read with every page of a table: by hand, since putting the query together costs more than it.
_AFTER = f"""SELECT {columns(Row)} FROM games_move m
    WHERE m.game_id = %s AND m.seq > %s ORDER BY m.seq LIMIT %s"""  # noqa: S608  made of constants


def log(
    *, key: str, viewer: User | None, lang: str, since: int = -1, limit: int = MOST
) -> list[LogEntry]:
    """The moves after `since`, in order; -1: from the deal on, which is number 0. Two queries."""
    return [shown(entry) for entry in entries(find_game(key, viewer), lang, since, limit)]


_Entry = TypeVar("_Entry", LogEntry, TimelineEntry)


def shown(entry: _Entry) -> _Entry:
    return cast(_Entry, {**entry, "at": to_the_minute(entry["at"])})


def entries(found: Found, lang: str, since: int, limit: int = MOST) -> list[LogEntry]:
    """With their exact times, which find what else happened then: show them by `shown`."""
    return told(found, lang, read_rows(found.table, since=since, most=min(limit, MOST)))


# More than any game has.
ALL = 10_000


def read_rows(table: Table, *, since: int, most: int) -> list[Row]:
    """With everything secret that is in them."""
    return rows_of(table.id, since=since, most=most)


def rows_of(game: int, *, since: int = -1, most: int = ALL) -> list[Row]:
    return [Row(*row) for row in fetch_all(_AFTER, [game, since, most])]


def told(found: Found, lang: str, rows: list[Row]) -> list[LogEntry]:
    """Moves, and what they led to, as the viewer may know it."""
    table, viewer = found.table, found.viewer
    chair, you = table.chair_of(viewer), table.seat_of(viewer)
    say = partial(words.say, lang=lang, you=you, names=people.names(table))
    return [
        {
            "seq": row.seq,
            "at": row.at,
            "seat": row.seat,
            **_move(table, row, you),
            "door": _door(row, chair, you),
            **happened(row, you, say, lang, over=table.is_over),
        }
        for row in rows
    ]


def happened(row: Row, you: int | None, say: Say, lang: str, *, over: bool) -> CameOfIt:
    """What a move led to, as a seat may know it."""
    events = engine.redact(unpack(row.events), you, over=over)
    in_vain = words.is_in_vain(row.move, events)
    return {
        "events": say_events(events, say),
        "nothing": words.nothing("informant", lang) if in_vain else None,
    }


def say_events(events: list[engine.Event], say: Say) -> list[Event]:
    """As programs are told of them; a move that one of them names is there as data, too."""
    said: list[Event] = []
    for event in words.explain(events):
        one = cast(Event, {**event, "says": say(event)})
        if "move" in event:
            one["data"] = as_data(event["move"])
        said.append(one)
    return said


def _move(table: Table, row: Row, you: int | None) -> Moved:
    """It names cards that only its seat may know."""
    if not (table.is_over or (you is not None and row.seat == you)):
        return {"move": None, "data": None}
    return {"move": row.move, "data": as_data(row.move) if row.move else None}


def _door(row: Row, chair: Chair | None, you: int | None) -> str | None:
    """It tells of a person's habits, and whether they have left orders, after the end too; and so
    it does of who sat there before."""
    before = chair is not None and row.at.timestamp() < chair.joined
    return row.door if you is not None and row.seat == you and not before else None


def timeline(
    *, key: str, viewer: User | None, lang: str, since: int = -1, limit: int = MOST
) -> list[TimelineEntry]:
    """Moves after `since` and what was said from then on, in the order of time. Three queries."""
    found = find_game(key, viewer)
    after = None
    moves = entries(found, lang, max(since, 0) - 1, limit + 1)
    if since >= 0 and moves:
        after = moves.pop(0)["at"]
    said = messages(found, since=after, limit=limit)
    # Each has the fields of its type.
    both = [
        *(cast(TimelineEntry, {"type": "move", **entry}) for entry in moves),
        *(cast(TimelineEntry, {"type": "message", **message}) for message in said),
    ]
    return [shown(entry) for entry in sorted(both, key=itemgetter("at"))[:limit]]
