"""Cards on pages that are no tables: to look at, known to everybody."""

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine import words
from games.pages import cards

register = template.Library()


@register.simple_tag
def card(kind: str, family: str) -> SafeString:
    return cards.safe(cards.of_hand(kind, cards.FAMILIES.index(family), get_language() or "en"))


@register.simple_tag
def back(family: str) -> SafeString:
    return cards.safe(cards.back(cards.FAMILIES.index(family)))


@register.simple_tag
def small(kind: str, family: str) -> SafeString:
    return cards.safe(cards.small(kind, cards.FAMILIES.index(family)))


@register.simple_tag
def small_of(kind: str, seat: int) -> SafeString:
    return cards.safe(cards.small(kind, seat))


@register.simple_tag
def card_name(kind: str) -> str:
    return words.name(kind, get_language() or "en")


@register.simple_tag
def crown() -> SafeString:
    return cards.safe(cards.use("crown", cls="cr"))


@register.simple_tag
def box(name: str) -> SafeString:
    """A game's name with its mark."""
    return cards.safe(cards.box(name, get_language() or "en"))
