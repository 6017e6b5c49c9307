"""Whether the clocks of the site stand still: what the head of every page says while they do."""

import time
from collections.abc import Callable

from django.http import HttpRequest
from django.utils import timezone

from games.services import stand_still

# Every page asks, and it hardly ever changes: each process asks the database now and then.
_ASK_EVERY = 10.0
_known: tuple[float, bool] | None = None


def clocks(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    return {"clocks_stand_still": _stand_still}


def forget() -> None:
    global _known  # noqa: PLW0603
    _known = None


def _stand_still() -> bool:
    global _known  # noqa: PLW0603
    now = time.monotonic()
    if _known is None or now - _known[0] > _ASK_EVERY:
        _known = (now, stand_still(timezone.now()))
    return _known[1]
