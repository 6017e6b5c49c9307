"""Whether the clocks of the site stand still: what the head of every page says while they do."""

from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone

from games.services import stand_still

_KEPT_AS = "clocks-stand-still"
# Every page asks, and it hardly ever changes.
_ASK_EVERY = 10


def clocks(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    return {"clocks_stand_still": _stand_still}


def _stand_still() -> bool:
    known: bool | None = cache.get(_KEPT_AS)
    if known is None:
        known = stand_still(timezone.now())
        cache.set(_KEPT_AS, known, _ASK_EVERY)
    return known
