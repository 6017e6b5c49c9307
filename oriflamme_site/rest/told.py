"""Fields of what is answered, each with what it is about."""

from collections.abc import Callable
from typing import Any, TypeVar

from oriflamme_site.rest import serializers

F = TypeVar("F", bound=serializers.AnyField)


def _about(kind: Callable[..., F]) -> Callable[..., F]:
    def field(about: str, **more: Any) -> F:
        return kind(help_text=about, **more)

    return field


text = _about(serializers.CharField)
number = _about(serializers.IntegerField)
flag = _about(serializers.BooleanField)
moment = _about(serializers.DateTimeField)
