"""A table with everybody who sits at it, read in one query: what views and refusals need."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from django.db import connection

from accounts.secret import Secret


class Chair(NamedTuple):
    """A seat and who is on it."""

    id: int
    number: int | None
    person: int | None
    handle: str | None
    name: str | None
    is_bot: bool | None
    is_gone: bool  # has been erased: nothing names them any more
    bot: str
    stand_in: bool
    resigned: bool
    agrees_to_end: bool
    agrees_to_pause: bool
    bank: int
    misses: int
    absent: bool
    offered: bool
    offered_by: list[int]
    zone: str | None
    joined: float
    talk_read: int
    seen_seq: int


@dataclass(slots=True, repr=False)
class Table:
    """A row of games_game without its state, and its chairs in order. Its repr, which
    templates and tracebacks may log, says nothing."""

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
    own_pace: dict[str, Any] | None
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
    result: dict[str, Any] | None
    chairs: list[Chair]

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    def chair_of(self, person: int | None) -> Chair | None:
        """Where a person sat down, resigned or not."""
        if person is None:
            return None
        return next((chair for chair in self.chairs if chair.person == person), None)

    def seat_of(self, person: int | None) -> int | None:
        """The seat that a person decides for; None for a spectator and for who has resigned."""
        chair = self.chair_of(person)
        return None if chair is None or chair.resigned else chair.number

    def welcomes_bots(self) -> bool:
        """Whether accounts of bots may sit here (games.services.sitting says what is missing)."""
        return self.fill_with_bots and not self.rated and not self.anonymous

    def hides_players(self) -> bool:
        return self.anonymous and not self.is_over


_FIELDS = [field for field in Table.__slots__ if field != "chairs"]
_JSON = {"result", "own_pace"}
_OWN_PACE = _FIELDS.index("own_pace")
_SECRET = [_FIELDS.index("link"), _FIELDS.index("seed")]
CHAIRS = """(
    SELECT json_agg(json_build_array(
        s.id, s.number, s.person_id, u.handle, u.name, u.is_bot,
        u.erased_at IS NOT NULL, s.bot, s.stand_in,
        s.resigned_at IS NOT NULL, s.agrees_to_end, s.agrees_to_pause, s.bank, s.misses,
        s.absent_since IS NOT NULL, s.offered, s.offered_by, u.time_zone,
        extract(epoch FROM s.joined_at), s.talk_read, s.seen_seq
    ) ORDER BY s.number, s.id)::text
    FROM games_seat s LEFT JOIN accounts_user u ON u.id = s.person_id
    WHERE s.game_id = g.id)"""
# What `read_table` takes, in this order, of a games_game called g.
COLUMNS = ", ".join(
    [f'g."{field}"' + ("::text" if field in _JSON else "") for field in _FIELDS] + [CHAIRS]
)
WIDTH = len(_FIELDS) + 1

# Whether somebody sits at g who has blocked `{viewer}` or whom they have blocked. Until the game
# begins such a table does not exist for them. Of an anonymous table it must not be asked: whoever
# blocks one person after the other would learn who sits there (games.services.sitting).
APART = """(NOT g.anonymous AND EXISTS (
    SELECT FROM games_seat b JOIN accounts_relation r ON r.kind = 'block'
        AND (r.person_id = b.person_id AND r.other_id = {viewer}
            OR r.person_id = {viewer} AND r.other_id = b.person_id)
    WHERE b.game_id = g.id))"""

_FIND = f"""
SELECT {COLUMNS}, g.state,
    CASE WHEN g.status = 'gathering' AND g."join" <> 'open'
        OR g.status = 'running' AND NOT g.spectators THEN EXISTS (
        SELECT FROM games_invitation i
        WHERE i.game_id = g.id AND i.person_id = v.person AND i.state = 'open') END,
    CASE WHEN g.started_at IS NOT NULL AND NOT g.spectators THEN EXISTS (
        SELECT FROM games_formerplayer f WHERE f.game_id = g.id AND f.person_id = v.person) END,
    (g.status = 'gathering' OR g.status = 'running' AND NOT g.spectators)
        AND {APART.format(viewer="v.person")}
FROM (SELECT %s::bigint AS person) v, games_game g WHERE g.key = %s"""  # noqa: S608  of constants
_IS_APART = f"""
SELECT {APART.format(viewer="v.person")}
FROM (SELECT %s::bigint AS person) v, games_game g WHERE g.key = %s"""  # noqa: S608  of constants


def read_table(row: tuple[Any, ...]) -> Table:
    *fields, result, chairs = row
    own = fields[_OWN_PACE]
    fields[_OWN_PACE] = orjson.loads(own) if own else None
    for column in _SECRET:
        fields[column] = Secret(fields[column])
    seated = [Chair(*chair) for chair in orjson.loads(chairs or "[]")]
    return Table(*fields, orjson.loads(result) if result else None, seated)  # type: ignore[call-arg]


def find_table(key: str, person: int | None) -> tuple[Table, Secret[str] | None] | None:
    """The table of a key and the text of its state, if this person may know of it: one query."""
    with connection.cursor() as cursor:
        cursor.execute(_FIND, [person, key])
        row = cursor.fetchone()
    if row is None:
        return None
    *columns, state, invited, played, apart = row
    table = read_table(tuple(columns))
    if apart and table.chair_of(person) is None and not played:
        return None
    seen = played or may_see(table, person, invited=bool(invited))
    return (table, None if state is None else Secret(state)) if seen else None


def is_apart(key: str, person: int | None) -> bool:
    """Whether a person may not meet somebody who sits at a table."""
    with connection.cursor() as cursor:
        cursor.execute(_IS_APART, [person, key])
        row = cursor.fetchone()
    return bool(row and row[0])


def may_see(table: Table, person: int | None, *, invited: bool) -> bool:
    """Whether a table exists for this person at all, blocks aside."""
    if table.chair_of(person) is not None:
        return True
    if table.status == "gathering":
        return table.join == "open" or invited
    # To a running table one is invited to take over a seat.
    return (table.status in {"running", "over"} and table.spectators) or (
        table.status == "running" and invited
    )
