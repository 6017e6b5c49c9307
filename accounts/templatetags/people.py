"""People as pages name them."""

from django import template

from accounts import lookalikes

register = template.Library()


@register.filter
def called(player: lookalikes.Named) -> str:
    """The shown name; with the handle beside it where that is another."""
    return lookalikes.called(player)


register.filter(lookalikes.in_full)
