"""Somebody's ratings on a page of theirs: {% load ratings %}{% ratings_of person %}."""

from typing import Any

from django import template
from django.utils.translation import get_language

from accounts.models import User
from games.ratings import graph, selectors
from games.ratings.pages import list_name

register = template.Library()


@register.inclusion_tag("ratings/of_person.html")
def ratings_of(person: User) -> dict[str, Any]:
    """The numbers, and how that of all games came about; nothing before the first rated game."""
    lang = get_language() or "en"
    rows = selectors.ratings_of(person)
    history = selectors.history_of(person) if rows else []
    return {
        "rows": [row | {"name": list_name(row["list"], lang)} for row in rows],
        "history": history,
        "line": graph.line([point.number for point in history]) if len(history) > 1 else None,
    }
