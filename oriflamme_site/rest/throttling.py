"""How much one caller may ask in a minute, counted over all processes.

Redis holds the counts. A process tells Redis of a twentieth of the limit at a time, so that
an ordinary request costs no round trip; with N processes somebody may therefore get
N/20 more than the limit says. Without Redis everybody passes: a game goes on.
"""

import threading
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import redis
import structlog
from django.conf import settings
from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

from oriflamme_site.rest import again
from oriflamme_site.rest.request import Grant, Request

if TYPE_CHECKING:  # the framework loads this module before its views
    from rest_framework.views import APIView

log = structlog.get_logger("oriflamme.api")

WINDOW = 60
SHARE = 20
# While Redis is away, it is asked again only this often.
PAUSE = 5.0
_HEADERS = "RateLimit-Policy", "RateLimit"


class Policy(NamedTuple):
    name: str
    limit: int


@dataclass(slots=True)
class _Count:
    window: int
    known: int = 0  # of all processes, as last heard from Redis
    untold: int = 0  # of this process, not yet told to Redis


_counts: dict[str, _Count] = {}
_lock = threading.Lock()
_redis = redis.Redis.from_url(
    settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5, **settings.REDIS_SOCKETS
)
_away_until = 0.0
_FORGET_ABOVE = 20_000


class Allowance(BaseThrottle):
    """What one person, or one address of strangers, may ask in a minute. Every answer tells."""

    _reset = 0

    def allow_request(self, request: Request, view: "APIView") -> bool:  # type: ignore[override]
        is_allowed, self._reset, headers = _use(*_policy(request))
        view.headers |= headers
        return is_allowed

    def wait(self) -> float:
        return self._reset


def allow_again(response: Any, request: Request) -> None:
    """Where the answer is kept, whoever is given it again is counted all the same."""
    if getattr(response, "basis", None) is not None:  # else nobody has been asked who they are
        again.also(response, partial(_headers_if_allowed, *_policy(request)), *_HEADERS)


def _headers_if_allowed(policy: Policy, key: str) -> dict[str, str] | None:
    is_allowed, _reset, headers = _use(policy, key)
    return headers if is_allowed else None


def _use(policy: Policy, key: str) -> tuple[bool, int, dict[str, str]]:
    """One request more: whether it is allowed, when counting begins anew, and what to tell."""
    now = int(time.time())
    used = _count(key, policy.limit, now // WINDOW)
    reset, remaining = WINDOW - now % WINDOW, max(0, policy.limit - used)
    whole = f'"{policy.name}";q={policy.limit};w={WINDOW}'
    headers = dict(zip(_HEADERS, (whole, f'"{policy.name}";r={remaining};t={reset}'), strict=True))
    return used <= policy.limit, reset, headers


def _policy(request: Request) -> tuple[Policy, str]:
    limits = settings.API_LIMITS
    person = request.viewer
    if person is None:
        return Policy("address", limits["address"]), f"address:{address(request)}"
    name = "reads" if request.method in {"GET", "HEAD"} else "writes"
    if person.is_bot:
        name = f"bot_{name}"
    key, grant = f"{name}:{person.pk}", request.auth
    if isinstance(grant, Grant) and grant.maker is not None:
        key += f":{grant.maker}"  # what is left tells an app nothing of what else its person does
    return Policy(name, limits[name]), key


def address(request: HttpRequest) -> str:
    """Whom a stranger's requests are counted for: an IPv6 customer has a whole /64."""
    given = str(request.META.get("REMOTE_ADDR", ""))
    if settings.BEHIND_PROXY:
        # The last entry is the one that our own proxy wrote.
        given = request.headers.get("X-Forwarded-For", given).rpartition(",")[2].strip()
    return ":".join(given.split(":")[:4]) if given.count(":") > 1 else given


def forget() -> None:
    """Begin to count anew in this process, and ask Redis again."""
    global _away_until  # noqa: PLW0603
    with _lock:
        _counts.clear()
    _away_until = 0.0


def _count(key: str, limit: int, window: int) -> int:
    with _lock:
        if len(_counts) > _FORGET_ABOVE:
            _counts.clear()
        count = _counts.get(key)
        if count is None or count.window != window:
            _counts[key] = count = _Count(window)
        count.untold += 1
        if count.untold * SHARE < limit:
            return count.known + count.untold
        telling, count.untold = count.untold, 0
        count.known += telling
    total = _tell_redis(f"throttle:{key}:{window}", telling)
    with _lock:
        count.known = max(count.known, total)
        return count.known + count.untold


def _tell_redis(key: str, telling: int) -> int:
    global _away_until  # noqa: PLW0603
    if time.monotonic() < _away_until:
        return 0
    try:
        with _redis.pipeline(transaction=False) as pipe:
            pipe.incrby(key, telling)
            pipe.expire(key, 2 * WINDOW)
            return int(pipe.execute()[0])
    except (redis.RedisError, OSError) as reason:
        _away_until = time.monotonic() + PAUSE
        log.warning("throttles cannot be counted", reason=type(reason).__name__)
        return 0
