"""What staff never read: the columns that a model names in `SECRETS`."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet


def without_secrets(rows: QuerySet[Any]) -> QuerySet[Any]:
    """The same rows, without the columns that their models, and those joined, keep to themselves.
    What is joined has to be joined before."""
    joined: Any = rows.query.select_related or {}
    return rows.defer(*_secrets(rows.model, joined))


def _secrets(model: Any, joined: dict[str, Any], path: str = "") -> Iterator[str]:
    yield from (path + name for name in getattr(model, "SECRETS", ()))
    for name, further in joined.items():
        other = model._meta.get_field(name).related_model
        yield from _secrets(other, further, f"{path}{name}__")
