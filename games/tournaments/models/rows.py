"""The rows of a tournament at a moment, what a step changed of them, and whether that can still be
taken back."""

from datetime import datetime
from typing import TypedDict

import orjson
from django.db import connection, models

from games.tournaments.models.entry import Berth, Entry, KeptApart
from games.tournaments.models.play import Round, Sitting, Stage, TournamentTable
from games.tournaments.models.tournament import Organiser, Tournament

# As JSON has them, by the names of their models and by their ids.
Row = dict[str, object]
Rows = dict[str, dict[str, Row]]


class Change(TypedDict):
    """What a step did to the rows of a model: of each changed field, its old and new value."""

    changed: dict[str, dict[str, list[object]]]
    made: list[str]
    gone: list[Row]


Changes = dict[str, Change]
UNCHANGED: Change = {"changed": {}, "made": [], "gone": []}

# In the order in which rows depend on each other, and which rows of each are a tournament's.
_OF_IT = "tournament_id = %(it)s"
_OF_ITS_STAGES = "stage_id IN (SELECT id FROM tournaments_stage WHERE tournament_id = %(it)s)"
_OF_ITS_ROUNDS = "round_id IN (SELECT id FROM tournaments_round WHERE tournament_id = %(it)s)"
KEPT: dict[type[models.Model], str] = {
    Tournament: "id = %(it)s",
    Organiser: _OF_IT,
    Entry: _OF_IT,
    KeptApart: _OF_IT,
    Stage: _OF_IT,
    Berth: _OF_ITS_STAGES,
    Round: _OF_IT,
    TournamentTable: _OF_ITS_ROUNDS,
    Sitting: _OF_ITS_ROUNDS,
}
# A count, and what never changes: none of a step's doing.
_LEFT_OUT = {"revision", "seed", "last_round_key", "contribution"}
# Of a sitting: who sits where.
_WHERE = {"entry_id", "table_id", "position"}


def photograph(tournament: Tournament) -> Rows:
    """All rows of a tournament as JSON, in one query."""
    found: Rows = {model.__name__: {} for model in KEPT}
    with connection.cursor() as cursor:
        cursor.execute(_ALL, {"it": tournament.pk})
        for name, row in cursor.fetchall():
            read: Row = orjson.loads(row)
            found[name][str(read["id"])] = read
    return found


def columns(model: type[models.Model]) -> list[str]:
    return [f.attname for f in model._meta.concrete_fields if f.attname not in _LEFT_OUT]


# Its columns are those of our models, and never what is left out: that is not even read.
_ALL = " UNION ALL ".join(
    f"(SELECT '{model.__name__}', row_to_json(r)::text FROM "  # noqa: S608  made of constants
    f"(SELECT {', '.join(columns(model))} FROM {model._meta.db_table} WHERE {which}) r)"
    for model, which in KEPT.items()
)


def difference(before: Rows, after: Rows) -> Changes:
    """What was made, what is gone, and for what was changed the old and the new values."""
    told: Changes = {}
    for name, rows in before.items():
        now = after[name]
        changed = {
            pk: {
                field: [row[field], now[pk][field]] for field in row if row[field] != now[pk][field]
            }
            for pk, row in rows.items()
            if pk in now and row != now[pk]
        }
        made = [pk for pk in now if pk not in rows]
        gone = [row for pk, row in rows.items() if pk not in now]
        if changed or made or gone:
            told[name] = {"changed": changed, "made": made, "gone": gone}
    return told


def known(told: Changes) -> Changes:
    """Without columns that there were when the step was taken, and are no more."""
    return {model.__name__: _known(model, told) for model in KEPT if model.__name__ in told}


def _known(model: type[models.Model], told: Changes) -> Change:
    names, about = {*columns(model)}, told[model.__name__]
    return {
        "changed": {
            pk: {name: values for name, values in fields.items() if name in names}
            for pk, fields in about["changed"].items()
        },
        "made": about["made"],
        "gone": [
            {name: value for name, value in row.items() if name in names} for row in about["gone"]
        ],
    }


def has_gone_on(now: Rows, told: Changes, *, since: datetime) -> bool:
    """Whether what a step made of the rows is otherwise now, or is played. `told`: what is known of
    it still; `since`: when it was taken."""
    return not _is_as_left(now, told) or _is_played(now, told, since)


def _is_as_left(now: Rows, told: Changes) -> bool:
    return all(
        all(pk in now[name] for pk in about["made"])
        and all(
            pk in now[name]
            and all(now[name][pk][field] == values[1] for field, values in fields.items())
            for pk, fields in about["changed"].items()
        )
        for name, about in told.items()
    )


def _is_played(now: Rows, told: Changes, since: datetime) -> bool:
    """A step may change who sits where in a round before it begins, and who is in the tournament
    before they are seated. From then on there are games, and results."""
    begun = {
        row["id"]
        for row in now["Round"].values()
        if row["began_at"] is not None and datetime.fromisoformat(str(row["began_at"])) > since
    }
    entries = told.get("Entry", UNCHANGED)
    came = {int(pk) for pk in entries["made"]}
    came |= {int(pk) for pk, fields in entries["changed"].items() if "state" in fields}
    playing = {
        row["round_id"]
        for row in now["Sitting"].values()
        if row["table_id"] is not None and row["entry_id"] in came
    }
    # A round drawn since, and the plan of those to come, know whom the step has let in.
    seated = {*told.get("Sitting", UNCHANGED)["made"]}
    drawn_since = any(
        str(row["entry_id"]) in entries["made"] and pk not in seated
        for pk, row in now["Sitting"].items()
    )
    return (
        drawn_since
        or not begun.isdisjoint(_seated_anew(now, told) | playing)
        or not _closed(now).isdisjoint(_opened(now, told))
    )


def _closed(now: Rows) -> set[object]:
    return {row["id"] for row in now["Round"].values() if row["ended_at"] is not None}


def _opened(now: Rows, told: Changes) -> set[object]:
    """The rounds in which a table would have no result any more. Where a round is over nobody
    would take it in again."""
    changed = told.get("TournamentTable", UNCHANGED)["changed"]
    without = [pk for pk, fields in changed.items() if fields.get("how", ["fixed"])[0] == ""]
    return {now["TournamentTable"][pk]["round_id"] for pk in without}


def _seated_anew(now: Rows, told: Changes) -> set[object]:
    """The rounds in which a step has changed who sits where."""
    rows: list[Row] = []
    for name in ("TournamentTable", "Sitting"):
        about = told.get(name, UNCHANGED)
        moved = [pk for pk, fields in about["changed"].items() if _WHERE & {*fields}]
        rows += [*about["gone"], *(now[name][pk] for pk in (*moved, *about["made"]))]
    return {row["round_id"] for row in rows}
