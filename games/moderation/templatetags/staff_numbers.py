"""The operator's numbers on the first page of the admin."""

from typing import Any

from django import template

from games.moderation.numbers import numbers
from notifications import domains

register = template.Library()


@register.simple_tag(takes_context=True)
def operators_numbers(context: dict[str, Any]) -> list[Any]:
    """Nothing, and no query, for who may not see them."""
    return numbers() if context["request"].user.has_perm("care.see_numbers") else []


@register.simple_tag(takes_context=True)
def domains_of_letters(context: dict[str, Any]) -> list[Any]:
    may = context["request"].user.has_perm("care.see_numbers")
    return domains.of_week() if may else []
