"""People as pages name them."""

from collections.abc import Sequence

from django import template

from accounts import lookalikes
from accounts.scopes import SCOPE_WORDS

register = template.Library()


@register.filter
def called(player: lookalikes.Named) -> str:
    """The shown name; with the handle beside it where that is another."""
    return lookalikes.called(player)


register.filter(lookalikes.in_full)


@register.filter
def may(scopes: Sequence[str]) -> str:
    """What a token or an app may do, in words."""
    return "; ".join(str(SCOPE_WORDS.get(scope, scope)) for scope in scopes)
