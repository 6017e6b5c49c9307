"""What a step changed, row by row: enough to take it back, and to know whether it is safe to."""

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict, TypeVar

import orjson
from django.db import models
from django.utils.translation import gettext as _

from games.tournaments import errors
from games.tournaments.models import (
    Berth,
    Entry,
    KeptApart,
    Organiser,
    Round,
    Sitting,
    Stage,
    Tournament,
    TournamentTable,
)

T = TypeVar("T")
# As JSON has them, by the names of their models and by their ids.
Row = dict[str, object]
Rows = dict[str, dict[str, Row]]


class Change(TypedDict):
    """What a step did to the rows of a model: of each changed field, its old and new value."""

    changed: dict[str, dict[str, list[object]]]
    made: list[str]
    gone: list[Row]


Changes = dict[str, Change]
_NONE: Change = {"changed": {}, "made": [], "gone": []}

# In the order in which rows depend on each other, and how each leads to its tournament.
_KEPT: list[tuple[type[models.Model], str]] = [
    (Tournament, "pk"),
    (Organiser, "tournament"),
    (Entry, "tournament"),
    (KeptApart, "tournament"),
    (Stage, "tournament"),
    (Berth, "stage__tournament"),
    (Round, "tournament"),
    (TournamentTable, "round__tournament"),
    (Sitting, "round__tournament"),
]
# A count, and what never changes: none of a step's doing.
_LEFT_OUT = {"revision", "seed", "last_round_key", "contribution"}


def photograph(tournament: Tournament) -> Rows:
    """All rows of a tournament as JSON."""
    return {
        model.__name__: {
            str(row["id"]): row
            for row in orjson.loads(orjson.dumps(list(_rows(model, way, tournament))))
        }
        for model, way in _KEPT
    }


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


def take_back(now: Rows, told: Changes, *, since: datetime) -> None:
    """Make the rows as they were. NotNow where something has gone on from what they became: `now`
    is how they stand, and `since` when they became so."""
    told = {
        model.__name__: _known(model, told[model.__name__])
        for model, _way in _KEPT
        if model.__name__ in told
    }
    _must_be_as_left(now, told)
    _must_not_be_played(now, told, since)
    for model, _way in reversed(_KEPT):
        made = told.get(model.__name__, _NONE)["made"]
        model._default_manager.filter(pk__in=made).delete()
    for model, _way in _KEPT:
        about = told.get(model.__name__, _NONE)
        model._default_manager.bulk_create([model(**_python(model, row)) for row in about["gone"]])
        changed = {
            pk: _python(model, {field: values[0] for field, values in fields.items()})
            for pk, fields in about["changed"].items()
        }
        if model is Sitting:
            _sit_again(changed)
            continue
        for pk, old in changed.items():
            model._default_manager.filter(pk=pk).update(**old)


def _known(model: type[models.Model], about: Change) -> Change:
    """Without columns that there were when the step was taken, and are no more."""
    names = {*_names(model)}

    def of(row: Mapping[str, T]) -> dict[str, T]:
        return {name: value for name, value in row.items() if name in names}

    changed = {pk: of(fields) for pk, fields in about["changed"].items()}
    return {"changed": changed, "made": about["made"], "gone": [of(row) for row in about["gone"]]}


def _sit_again(changed: dict[str, Row]) -> None:
    """Nobody may sit twice, not even while places are given back: all get up first."""
    rows = list(Sitting.objects.filter(pk__in=changed))
    for row in rows:
        for field, value in changed[str(row.pk)].items():
            setattr(row, field, value)
    Sitting.objects.filter(pk__in=changed).delete()
    Sitting.objects.bulk_create(rows)


def _must_be_as_left(now: Rows, told: Changes) -> None:
    for name, about in told.items():
        same = all(pk in now[name] for pk in about["made"]) and all(
            pk in now[name]
            and all(now[name][pk][field] == values[1] for field, values in fields.items())
            for pk, fields in about["changed"].items()
        )
        if not same:
            raise _gone_on()


def _must_not_be_played(now: Rows, told: Changes, since: datetime) -> None:
    """A step may change who sits where in a round before it begins, and who is in the tournament
    before they are seated. From then on there are games, and results."""
    begun = {
        row["id"]
        for row in now["Round"].values()
        if row["began_at"] is not None and datetime.fromisoformat(str(row["began_at"])) > since
    }
    entries = told.get("Entry", _NONE)
    came = {int(pk) for pk in entries["made"]}
    came |= {int(pk) for pk, fields in entries["changed"].items() if "state" in fields}
    playing = {
        row["round_id"]
        for row in now["Sitting"].values()
        if row["table_id"] is not None and row["entry_id"] in came
    }
    if begun & (_seated_anew(now, told) | playing):
        raise _gone_on()


def _gone_on() -> errors.NotNow:
    return errors.NotNow(why=_("The tournament has gone on since. Take another step instead."))


def _seated_anew(now: Rows, told: Changes) -> set[object]:
    """The rounds in which a step has changed who sits where."""
    rows: list[Row] = []
    for name in ("TournamentTable", "Sitting"):
        about = told.get(name, _NONE)
        moved = [
            pk for pk, fields in about["changed"].items() if {"table_id", "position"} & {*fields}
        ]
        rows += [*about["gone"], *(now[name][pk] for pk in (*moved, *about["made"]))]
    return {row["round_id"] for row in rows}


def _rows(
    model: type[models.Model], way: str, tournament: Tournament
) -> models.QuerySet[models.Model, Row]:
    return model._default_manager.filter(**{way: tournament.pk}).values(*_names(model))


def _names(model: type[models.Model]) -> list[str]:
    return [f.attname for f in model._meta.concrete_fields if f.attname not in _LEFT_OUT]


def _python(model: type[models.Model], row: Row) -> Row:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return {
        name: value if isinstance(value, list | dict) else fields[name].to_python(value)
        for name, value in row.items()
    }
