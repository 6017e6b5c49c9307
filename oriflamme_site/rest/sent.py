"""Fields of what may be sent, each with what it is about. It can be left out, unless it is
`required`."""

from collections.abc import Iterable
from typing import Any

from oriflamme_site.rest import serializers


def text(
    about: str, most: int | None = None, required: bool = False, **more: Any
) -> serializers.CharField:
    return serializers.CharField(max_length=most, help_text=about, required=required, **more)


def number(
    about: str,
    least: int | None = None,
    most: int | None = None,
    required: bool = False,
    **more: Any,
) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=least, max_value=most, help_text=about, required=required, **more
    )


def flag(about: str, required: bool = False, **more: Any) -> serializers.BooleanField:
    return serializers.BooleanField(help_text=about, required=required, **more)


def moment(about: str, required: bool = False, **more: Any) -> serializers.DateTimeField:
    return serializers.DateTimeField(help_text=about, required=required, **more)


def choice(
    values: Iterable[str | tuple[str, str]], about: str, required: bool = False, **more: Any
) -> serializers.ChoiceField:
    return serializers.ChoiceField(list(values), help_text=about, required=required, **more)


def several(
    child: serializers.AnyField,
    about: str,
    least: int | None = None,
    most: int | None = None,
    required: bool = False,
    **more: Any,
) -> serializers.ListField:
    return serializers.ListField(
        child=child, min_length=least, max_length=most, help_text=about, required=required, **more
    )
