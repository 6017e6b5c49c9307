"""A table with everybody who sits at it, read in one query: what views and refusals need."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, NamedTuple

import orjson

from accounts.secret import Secret, hidden
from games.engine.types import Result
from games.models.rows import columns, fetch_one
from games.pace import Terms


class Chair(NamedTuple):
    """A seat and who is on it."""

    id: Annotated[int, "s.id"]
    number: Annotated[int | None, "s.number"]
    person: Annotated[int | None, "s.person_id"]
    handle: Annotated[str | None, "u.handle"]
    name: Annotated[str | None, "u.name"]
    is_bot: Annotated[bool | None, "u.is_bot"]
    # Has been erased: nothing names them any more.
    is_gone: Annotated[bool, "u.erased_at IS NOT NULL"]
    bot: Annotated[str, "s.bot"]
    stand_in: Annotated[bool, "s.stand_in"]
    resigned: Annotated[bool, "s.resigned_at IS NOT NULL"]
    agrees_to_end: Annotated[bool, "s.agrees_to_end"]
    agrees_to_pause: Annotated[bool, "s.agrees_to_pause"]
    bank: Annotated[int, "s.bank"]
    misses: Annotated[int, "s.misses"]
    absent: Annotated[bool, "s.absent_since IS NOT NULL"]
    offered: Annotated[bool, "s.offered"]
    offered_by: Annotated[list[int], "s.offered_by"]
    zone: Annotated[str | None, "u.time_zone"]
    joined: Annotated[float, "extract(epoch FROM s.joined_at)"]
    talk_read: Annotated[int, "s.talk_read"]
    seen_seq: Annotated[int, "s.seen_seq"]
    # By what hours its person's clock goes, where that is read (games.services.clocks).
    hours: Annotated[list[Any] | None, "{hours}"]


@dataclass(slots=True, repr=False)
class Table:
    """A row of games_game without its state, and its chairs in order. Seed and link are secrets,
    so its repr, which templates and tracebacks may log, says nothing."""

    id: int
    key: str
    name: str
    set: str
    edition: str
    deck: list[str] | None
    seats: int
    direction: str
    join: str
    link: Secret[str]
    language: str
    talk: str
    anonymous: bool
    rated: bool
    pace: str
    own_pace: Terms | None
    together: bool
    blind: bool
    asked_seq: int | None
    asks_all: bool
    stand_in: str
    min_conduct: int | None
    start: str
    starts_at: datetime | None
    fill_with_bots: bool
    fill_with: str
    closes_at: datetime
    spectators: bool
    creator_id: int
    tournament: str
    status: str
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    seq: int
    revision: int
    changed_at: datetime
    rules_version: int | None
    deal_scheme: int | None
    seed: Secret[bytes]
    commitment: str
    to_move: int | None
    deadline: datetime | None
    wakes_at: datetime | None
    paused_at: datetime | None
    result: Result | None
    # The handle of who has asked people to it, who need not sit there.
    asked_by: str | None
    chairs: list[Chair]

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    def chair_of(self, person: int | None) -> Chair | None:
        """Where a person sat down, resigned or not."""
        if person is None:
            return None
        return next((chair for chair in self.chairs if chair.person == person), None)

    def chair_at(self, number: int | None) -> Chair | None:
        return next((chair for chair in self.chairs if chair.number == number), None)

    def seat_of(self, person: int | None) -> int | None:
        """The seat that a person decides for; None for a spectator and for who has resigned."""
        chair = self.chair_of(person)
        return None if chair is None or chair.resigned else chair.number

    def welcomes_bots(self) -> bool:
        """Whether accounts of bots may sit here (games.services.sitting says what is missing)."""
        return self.fill_with_bots and not self.rated and not self.anonymous

    def is_host(self, person: int | None) -> bool:
        """Whether they have asked people to it: the table is theirs without a seat."""
        return self.start == "asked" and person is not None and self.creator_id == person

    def hides_players(self) -> bool:
        return self.anonymous and not self.is_over


_FIELDS = [field for field in Table.__slots__ if field not in {"asked_by", "chairs"}]
_JSON = {"result", "own_pace"}
ASKED_BY = """CASE WHEN g.start = 'asked' THEN (
    SELECT a.handle FROM accounts_user a WHERE a.id = g.creator_id AND a.erased_at IS NULL) END"""
_CHAIRS = f"""(
    SELECT json_agg(json_build_array({columns(Chair)}) ORDER BY s.number, s.id)::text
    FROM games_seat s LEFT JOIN accounts_user u ON u.id = s.person_id {{joined}}
    WHERE s.game_id = g.id)"""  # noqa: S608  made of constants


def _columns(*, hours: str = "NULL", joined: str = "", **instead: str) -> str:
    """What `read_table` takes of a games_game called g; what else is selected stands before it."""
    named = {field: f'g."{field}"' + ("::text" if field in _JSON else "") for field in _FIELDS}
    chairs = _CHAIRS.format(hours=hours, joined=joined)
    return ", ".join([*(named | instead).values(), ASKED_BY, chairs])


def with_hours(hours: str, joined: str) -> str:
    """COLUMNS, with `hours` of each chair s of user u, and what else that takes is `joined`."""
    return _columns(hours=hours, joined=joined)


COLUMNS = _columns()
# So many they are.
WIDTH = len(Table.__slots__)
# Of many tables at once: neither how they are dealt nor the right to sit down leaves the database.
OF_LISTS = _columns(link="NULL::text", seed="NULL::bytea")
# The same, where the deals of those that are over are told.
OF_EXPORTS = _columns(link="NULL::text", seed="CASE WHEN g.status = 'over' THEN g.\"seed\" END")

# Whether somebody sits at g who has blocked `{viewer}` or whom they have blocked. Until the game
# begins such a table does not exist for them. Of an anonymous table it must not be asked: whoever
# blocks one person after the other would learn who sits there (games.services.sitting).
APART = """(NOT g.anonymous AND EXISTS (
    SELECT FROM games_seat b JOIN accounts_relation r ON r.kind = 'block'
        AND (r.person_id = b.person_id AND r.other_id = {viewer}
            OR r.person_id = {viewer} AND r.other_id = b.person_id)
    WHERE b.game_id = g.id))"""

_INVITED = """CASE WHEN g.status = 'gathering' AND g."join" <> 'open'
        OR g.status = 'running' AND NOT g.spectators THEN EXISTS (
        SELECT FROM games_invitation i
        WHERE i.game_id = g.id AND i.person_id = v.person AND i.state = 'open') END"""
_PLAYED = """CASE WHEN g.started_at IS NOT NULL AND NOT g.spectators THEN EXISTS (
        SELECT FROM games_formerplayer f WHERE f.game_id = g.id AND f.person_id = v.person) END"""
_HIDDEN = f"""(g.status = 'gathering' OR g.status = 'running' AND NOT g.spectators)
        AND {APART.format(viewer="v.person")}"""


# The last transaction of which, as of all before it, everything can be read.
SETTLED = "(pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)"


class _Sight(NamedTuple):
    """What decides whether the viewer v may know of a table, beside the table itself."""

    state: Annotated[Secret[str] | None, "g.state"]
    invited: Annotated[bool | None, _INVITED]
    played: Annotated[bool | None, _PLAYED]
    apart: Annotated[bool, _HIDDEN]
    settled: Annotated[int, SETTLED]


_FIND = f"""
SELECT {columns(_Sight)}, {COLUMNS}
FROM (SELECT %s::bigint AS person) v, games_game g WHERE g.key = %s"""  # noqa: S608  of constants
_WIDTH = len(_Sight._fields)
_IS_APART = f"""
SELECT {APART.format(viewer="v.person")}
FROM (SELECT %s::bigint AS person) v, games_game g WHERE g.key = %s"""  # noqa: S608  of constants


# Whether a person has the desk of the tournament of a key.
HasDesk = Callable[[str, int], bool]
_desks: list[HasDesk] = []


def connect_desks(has_desk: HasDesk) -> None:
    _desks[:] = [has_desk]


def read_table(row: Sequence[Any]) -> Table:
    """Of COLUMNS, which are the fields by their names."""
    table = Table(*row)
    for field in _JSON:
        text = getattr(table, field)
        setattr(table, field, orjson.loads(text) if text else None)
    table.link, table.seed = hidden(table.link), hidden(table.seed)
    table.chairs = [Chair(*chair) for chair in orjson.loads(row[-1] or "[]")]
    return table


class Sighted(NamedTuple):
    """A table, the text of its state, and up to which transaction the feed was read with them."""

    table: Table
    state_text: Secret[str] | None
    settled: int
    # They see it whatever becomes of it: they gave a seat there up, or have its tournament's desk.
    stays: bool


def find_table(key: str, person: int | None) -> Sighted | None:
    """The table of a key, if this person may know of it: one query."""
    row = fetch_one(_FIND, [person, key])
    if row is None:
        return None
    sight, table = _Sight(*row[:_WIDTH]), read_table(row[_WIDTH:])
    is_theirs = sight.played or table.chair_of(person) is not None or table.is_host(person)
    # Of their own table a host would learn by it who has blocked them.
    is_hidden = sight.apart and not is_theirs
    stays = bool(sight.played)
    if is_hidden or not (stays or may_see(table, person, invited=bool(sight.invited))):
        stays = _is_watched_over(table, person)
        if not stays:
            return None
    text: Secret[str] | None = None if sight.state is None else hidden(sight.state)
    return Sighted(table, text, sight.settled, stays)


def _is_watched_over(table: Table, person: int | None) -> bool:
    """Whoever has the desk of a tournament looks on at its tables, also where nobody else may."""
    if person is None or not table.tournament:
        return False
    return any(has_desk(table.tournament, person) for has_desk in _desks)


def is_apart(key: str, person: int | None) -> bool:
    """Whether a person may not meet somebody who sits at a table."""
    row = fetch_one(_IS_APART, [person, key])
    return bool(row and row[0])


def may_see(table: Table, person: int | None, *, invited: bool) -> bool:
    """Whether a table exists for this person at all, blocks aside."""
    if table.chair_of(person) is not None:
        return True
    if table.is_host(person) and table.status in {"gathering", "cancelled"}:
        return True
    if table.status == "gathering":
        return table.join == "open" or invited
    # To a running table one is invited to take over a seat.
    return (table.status in {"running", "over"} and table.spectators) or (
        table.status == "running" and invited
    )
