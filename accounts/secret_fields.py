"""Columns whose values are secrets from the moment they are set or read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from accounts.secret import Secret, hidden, shown

if TYPE_CHECKING:
    _Binary = models.BinaryField[bytes | Secret[bytes] | None, Secret[bytes]]
    _Text = models.TextField[str | Secret[str] | None, Secret[str]]
    _Char = models.CharField[str | Secret[str], Secret[str]]
else:
    _Binary, _Text, _Char = models.BinaryField, models.TextField, models.CharField


class _Attribute(DeferredAttribute):
    """Whatever a row is given here is a secret when it is read."""

    def __set__(self, row: models.Model, value: Any) -> None:
        row.__dict__[self.field.attname] = _held(value)


class _Hidden:
    """To the database it is an ordinary column; a migration knows it as one."""

    descriptor_class: Any = _Attribute

    def deconstruct(self) -> Any:
        name, _path, args, options = super().deconstruct()  # type: ignore[misc]  # a field's
        plain = next(one for one in type(self).__mro__ if one.__module__.startswith("django.db"))
        return name, f"django.db.models.{plain.__name__}", args, options

    def from_db_value(self, value: Any, *_context: Any) -> Any:
        return _held(value)

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(shown(value))  # type: ignore[misc]

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(shown(value), connection, prepared)  # type: ignore[misc]

    def to_python(self, value: Any) -> Any:
        return super().to_python(shown(value))  # type: ignore[misc]

    def value_to_string(self, _row: models.Model) -> NoReturn:
        raise TypeError(f"{self} is secret: it is in no dump but the database's own.")


class SecretBinaryField(_Hidden, _Binary):
    pass


class SecretTextField(_Hidden, _Text):
    pass


class SecretCharField(_Hidden, _Char):
    pass


def _held(value: Any) -> Any:
    if value is None:
        return None
    return hidden(bytes(value) if isinstance(value, memoryview) else value)
