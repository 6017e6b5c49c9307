"""What a step changed, row by row, made as it was."""

from datetime import datetime

from django.db import models
from django.utils.translation import gettext as _

from games.tournaments import errors
from games.tournaments.models import Sitting
from games.tournaments.models.rows import (
    KEPT,
    UNCHANGED,
    Changes,
    Row,
    Rows,
    has_gone_on,
    known,
)


def take_back(now: Rows, told: Changes, *, since: datetime) -> None:
    """Make the rows as they were. NotNow where something has gone on from what they became: `now`
    is how they stand, and `since` when they became so."""
    told = known(told)
    if has_gone_on(now, told, since=since):
        raise errors.NotNow(why=_("The tournament has gone on since. Take another step instead."))
    for model in reversed(KEPT):
        made = told.get(model.__name__, UNCHANGED)["made"]
        if made:
            model._default_manager.filter(pk__in=made).delete()
    for model in KEPT:
        about = told.get(model.__name__, UNCHANGED)
        model._default_manager.bulk_create([model(**_python(model, row)) for row in about["gone"]])
        changed = {
            pk: _python(model, {field: values[0] for field, values in fields.items()})
            for pk, fields in about["changed"].items()
        }
        if model is Sitting and changed:
            _sit_again(changed)
            continue
        for pk, old in changed.items():
            model._default_manager.filter(pk=pk).update(**old)


def _sit_again(changed: dict[str, Row]) -> None:
    """Nobody may sit twice, not even while places are given back: all get up first."""
    rows = list(Sitting.objects.filter(pk__in=changed))
    for row in rows:
        for field, value in changed[str(row.pk)].items():
            setattr(row, field, value)
    Sitting.objects.filter(pk__in=changed).delete()
    Sitting.objects.bulk_create(rows)


def _python(model: type[models.Model], row: Row) -> Row:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return {
        name: value if isinstance(value, list | dict) else fields[name].to_python(value)
        for name, value in row.items()
    }
