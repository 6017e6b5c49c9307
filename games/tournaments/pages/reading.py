"""What a form sent, checked by the shapes that the API takes: same fields, same bounds."""

from collections.abc import Iterator, Mapping
from typing import Any

from rest_framework import serializers

_LONGEST_NUMBER = 18


def whole(text: str) -> int | None:
    """A number of an address or a hidden field; None for anything else."""
    is_one = text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER
    return int(text) if is_one else None


def checked(
    form: type[serializers.Serializer[Any]], sent: Mapping[str, object]
) -> tuple[dict[str, Any], dict[str, str]]:
    """What was meant; and for each field that cannot be, by its path, what is wrong with it."""
    reader = form(data=sent)
    if reader.is_valid():
        return dict(reader.validated_data), {}
    return {}, dict(_flat(reader.errors))


def _flat(errors: Any, at: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(errors, Mapping):
        for name, inner in errors.items():
            yield from _flat(inner, f"{at}.{name}" if at else str(name))
        return
    for place, error in enumerate(errors):
        if isinstance(error, Mapping):
            yield from _flat(error, f"{at}.{place}")
        else:
            yield at, str(error)
