"""Columns whose values are secrets from the moment they are set or read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from accounts.secret import Address, Secret, address, hidden, shown

if TYPE_CHECKING:
    _Binary = models.BinaryField[bytes | Secret[bytes] | None, Secret[bytes]]
    _Text = models.TextField[str | Secret[str] | None, Secret[str]]
    _Char = models.CharField[str | Secret[str], Secret[str]]
    _Facts = dict[str, Any]
    _Json = models.JSONField[_Facts | Secret[_Facts], Secret[_Facts]]
    _Email = models.EmailField[str | Secret[str] | None, Address]
    _EmailOrNone = models.EmailField[str | Secret[str] | None, Address | None]
else:
    _Binary, _Text, _Char = models.BinaryField, models.TextField, models.CharField
    _Json, _Email = models.JSONField, models.EmailField
    _EmailOrNone = models.EmailField


class _Attribute(DeferredAttribute):
    """Whatever a row is given here is a secret when it is read."""

    def __set__(self, row: models.Model, value: Any) -> None:
        row.__dict__[self.field.attname] = self.field.held(value)  # type: ignore[attr-defined]  # every field here has it


class _Hidden:
    """To the database it is an ordinary column; a migration knows it as one."""

    descriptor_class: Any = _Attribute

    def deconstruct(self) -> Any:
        name, _path, args, options = super().deconstruct()  # type: ignore[misc]  # a field's
        plain = next(one for one in type(self).__mro__ if one.__module__.startswith("django.db"))
        return name, f"django.db.models.{plain.__name__}", args, options

    def from_db_value(self, value: Any, *_context: Any) -> Any:
        return self.held(value)

    def held(self, value: Any) -> Any:
        if value is None:
            return None
        return hidden(bytes(value) if isinstance(value, memoryview) else value)

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


class SecretJSONField(_Hidden, _Json):
    def from_db_value(self, value: Any, *context: Any) -> Any:
        return self.held(models.JSONField.from_db_value(self, value, *context))


class _OfAddresses(_Hidden):
    def held(self, value: Any) -> Any:
        return None if value is None else address(value)


class AddressField(_OfAddresses, _Email):
    pass


class AddressOrNoneField(_OfAddresses, _EmailOrNone):
    pass
