"""Small parts of serializers."""

from collections.abc import Iterable
from typing import Any

from oriflamme_site.rest import serializers


def number(text: str, **options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(help_text=text, **{"min_value": 0, **options})


def moment(text: str, **options: Any) -> serializers.DateTimeField:
    return serializers.DateTimeField(help_text=text, **options)


def choice(
    values: Iterable[str | tuple[str, str]], text: str, **options: Any
) -> serializers.ChoiceField:
    return serializers.ChoiceField(list(values), help_text=text, **options)
