"""What the rows of the feed tell one viewer."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils import translation

from games import types
from games.models.rows import fetch_all, fetch_one
from games.models.table import OF_LISTS, Table, may_see, read_table
from games.selectors.feed import Cursor, Happening
from games.selectors.log import entries, shown
from games.selectors.tables import Found
from games.selectors.talk import messages
from games.selectors.times import to_the_minute

_BY_ID = f"SELECT {OF_LISTS} FROM games_game g WHERE g.id = ANY(%s)"  # noqa: S608
# With these the log goes on; `ref` is the seq that it has then.
_OF_LOG = {"started", "moved"}
# As many moves as one request may make.
_AT_ONCE = 20


_UNSETTLED = """
SELECT EXISTS (SELECT FROM games_feed f WHERE f.xid >= pg_snapshot_xmin(pg_current_snapshot()))"""


_ByTime = dict[datetime, list[types.LogEntry]]


class News(NamedTuple):
    """One thing to tell, and the place behind it."""

    cursor: Cursor
    kind: str
    # Nothing, where it tells of a place alone.
    data: types.NewsFacts | None


def is_more_coming() -> bool:
    """Whether the feed has rows that are held back, as an older transaction is under way. It may
    be one of another database: they share their numbers."""
    return bool(fetch_one(_UNSETTLED)[0])


def tables_of(happenings: Iterable[Happening]) -> dict[int, Table]:
    """The tables they happened at, read once for all who watch. Ask `concerns` who may know."""
    games = list({one.game_id for one in happenings if one.game_id is not None})
    return {table.id: table for table in map(read_table, fetch_all(_BY_ID, [games]))}


def concerns(
    one: Happening,
    table: Table,
    viewer: int | None,
    *,
    at_any_table: bool,
    invited: bool = False,
    stays: bool = False,
) -> bool:
    """Whether a viewer is told. `at_any_table`: of all tables where they sit; otherwise of one
    that they watch. `invited`: they came to it with an invitation. `stays`: they see it to its end,
    and after."""
    if one.person is not None:
        if one.person != viewer:
            return False
        # Who has left and still sees the table is told with all others.
        return one.kind != "left" or at_any_table or not may_see(table, viewer, invited=False)
    if at_any_table:
        return viewer is not None and table.chair_of(viewer) is not None
    if one.kind == "cancelled" and table.join == "open":
        return True  # they saw it wait, and now see it gone
    return stays or may_see(table, viewer, invited=invited)


def of_tournament(one: Happening) -> News:
    """That something is new there, and where: who follows it reads what it was."""
    at = to_the_minute(one.cursor.at)
    return News(one.cursor, one.kind, {"tournament": one.tournament, "at": at})


def tell(
    happenings: Sequence[Happening], table: Table, viewer: int | None, lang: str
) -> list[News]:
    """The same happenings at one table in words for a viewer whom they concern."""
    with translation.override(lang):  # a stream's thread has none of its own
        return _worded(happenings, Found(table, None, viewer), lang)


def _worded(happenings: Sequence[Happening], found: Found, lang: str) -> list[News]:
    moves = _moves(found, happenings, lang)
    return [
        News(
            one.cursor,
            one.kind,
            _data(one, found, moves),
        )
        for one in happenings
    ]


def _data(one: Happening, found: Found, moves: _ByTime) -> types.NewsFacts:
    game, at = found.table.key, to_the_minute(one.cursor.at)
    if one.kind == "talk":
        talk: types.TalkNewsFacts = {"game": game, "at": at}
        if message := _message(found, one):
            talk["message"] = message
        return talk
    data: types.TableNewsFacts = {"game": game, "at": at}
    if one.ref is not None:
        data["seq"] = one.ref
    if one.kind in _OF_LOG:
        told: types.MovesNewsFacts = {**data, "log": moves.get(one.cursor.at, [])}
        return told
    return data


def _moves(found: Found, happenings: Sequence[Happening], lang: str) -> _ByTime:
    """The log's entries by the time of their row, which they share with what told of them."""
    refs = [one.ref for one in happenings if one.kind in _OF_LOG and one.ref is not None]
    by_time: _ByTime = {}
    if refs:
        for entry in entries(found, lang, since=min(refs) - _AT_ONCE - 1):
            by_time.setdefault(entry["at"], []).append(shown(entry))
    return by_time


def _message(found: Found, one: Happening) -> types.Message | None:
    """None for one whose writer the viewer has muted since."""
    said = messages(found, since=one.cursor.at, limit=_AT_ONCE)
    return next((m for m in said if m["at"] == one.cursor.at), None)
