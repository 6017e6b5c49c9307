"""How a table stands, for a poll: one subquery that goes into the query for who polls."""

from datetime import UTC, datetime
from typing import NamedTuple

import orjson

from games.models.table import APART, ASKED_BY
from games.pace import HOUR, PACES
from games.selectors.people import Names, with_host

_LIVE = ", ".join(f"'{name}'" for name, terms in PACES.items() if not terms.rests)
# What games.models.table.find_table decides, said to PostgreSQL, but that a desk looks on: an
# organiser is not spared the whole answer. `{person}` is a column, `{key}`
# one or a parameter.
_STANDING = f"""(
    SELECT json_build_array(g.revision, extract(epoch FROM
        CASE WHEN NOT g.asks_all AND (g.pace IN ({_LIVE})
            OR (g.own_pace->>'seconds_per_move')::int < {HOUR}) AND EXISTS (
            SELECT FROM games_seat s WHERE s.game_id = g.id AND s.number = g.to_move
            AND s.person_id = {{person}} AND s.resigned_at IS NULL)
        THEN date_trunc('second', g.deadline)
        WHEN NOT g.anonymous OR g.asks_all OR EXISTS (SELECT FROM games_seat s
            WHERE s.game_id = g.id AND s.number = g.to_move AND s.person_id = {{person}})
        THEN date_trunc('minute', g.deadline) END),
        CASE WHEN NOT g.anonymous OR g.status = 'over' THEN (
            SELECT json_agg(json_build_array(u.handle, u.name) ORDER BY s.number, s.id)
            FROM games_seat s LEFT JOIN accounts_user u ON u.id = s.person_id
            WHERE s.game_id = g.id) END, {ASKED_BY})::text
    FROM games_game g WHERE g.key = {{key}} AND (
        EXISTS (SELECT FROM games_seat s WHERE s.game_id = g.id AND s.person_id = {{person}})
        OR g.status IN ('gathering', 'running') AND NOT {APART.format(viewer="{person}")} AND (
            g.status = 'gathering' AND g."join" = 'open' OR EXISTS (
                SELECT FROM games_invitation i
                WHERE i.game_id = g.id AND i.person_id = {{person}} AND i.state = 'open'))
        OR g.status IN ('running', 'over') AND g.spectators)
)"""  # noqa: S608  made of constants


class Standing(NamedTuple):
    """`revision` counts every change that all who see the table see. The deadline as this person
    is told it moves with the calendar of who decides, and no count may tell others of that; nor
    does one say who is called otherwise from now on (`games.selectors.people.all_names`)."""

    revision: int
    deadline: datetime | None
    names: Names


def standing_column(person: str, key: str = "%s") -> str:
    """A column with the standing of the table that has this key; null where the person of that
    other column may not see it."""
    return _STANDING.format(person=person, key=key)


def read_standing(text: str | None) -> Standing | None:
    if text is None:
        return None
    revision, until, names, asked_by = orjson.loads(text)
    deadline = None if until is None else datetime.fromtimestamp(until, tz=UTC)
    return Standing(revision, deadline, with_host(names, asked_by))
