"""What every request asks: is the site closed, do its clocks stand still, is there word for
everybody? No query, ever; the cache is asked once in two seconds by each process."""

import time
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

KEY = "care-word"
FRESH = 2.0
_copy: tuple[float, dict[str, object]] | None = None


def is_closed() -> bool:
    return bool(_word().get("closed"))


def clocks_stand_still() -> bool:
    return bool(_word().get("still"))


def announcements() -> list[str]:
    """In the reader's language, those of this moment."""
    now, lang = time.time(), (get_language() or "en")[:2]
    return [
        one["text"].get(lang) or one["text"]["en"]
        for one in _word().get("words", [])
        if one["since"] <= now < one["until"]
    ]


def on_pages(_request: HttpRequest) -> dict[str, object]:
    """For templates: read only where a page shows it."""
    return {
        "announcements": SimpleLazyObject(announcements),
        "clocks_stand_still": clocks_stand_still,
    }


def forget_own_copy() -> None:
    global _copy  # noqa: PLW0603
    _copy = None


def _word() -> dict[str, Any]:
    global _copy  # noqa: PLW0603
    now = time.monotonic()
    if _copy is None or now - _copy[0] > FRESH:
        _copy = (now, cache.get(KEY) or {})
    return _copy[1]
