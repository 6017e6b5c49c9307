"""What staff never read: the columns that a model names in `SECRETS`."""

from collections.abc import Iterator
from typing import TypeVar

from django.db.models import Model, QuerySet

_Row = TypeVar("_Row", bound=Model)
# What is joined to a model, and to that in turn.
_Joined = dict[str, "_Joined"]


def without_secrets(rows: QuerySet[_Row]) -> QuerySet[_Row]:
    """The same rows, without the columns that their models, and those joined, keep to themselves.
    What is joined has to be joined before."""
    joined = rows.query.select_related
    return rows.defer(*_secrets(rows.model, joined if isinstance(joined, dict) else {}))


def _secrets(model: type[Model], joined: _Joined, path: str = "") -> Iterator[str]:
    yield from (path + name for name in getattr(model, "SECRETS", ()))
    for name, further in joined.items():
        other = model._meta.get_field(name).related_model
        assert isinstance(other, type)
        yield from _secrets(other, further, f"{path}{name}__")
