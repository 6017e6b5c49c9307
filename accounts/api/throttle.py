"""How much one caller may ask in a minute, counted over all processes.

Redis holds the counts. A process tells Redis of a twentieth of the limit at a time, so that
an ordinary request costs no round trip; with N processes somebody may therefore get
N/20 more than the limit says. Without Redis everybody passes: a game goes on.
"""

import threading
import time
from dataclasses import dataclass
from typing import NamedTuple

import redis
import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.api import problems
from accounts.api.caller import Caller
from accounts.api.problems import Problem

log = structlog.get_logger("oriflamme.api")

WINDOW = 60
SHARE = 20
# While Redis is away, it is asked again only this often.
PAUSE = 5.0


class Policy(NamedTuple):
    name: str
    limit: int


class Standing(NamedTuple):
    policy: Policy
    remaining: int
    reset: int


@dataclass(slots=True)
class _Count:
    window: int
    known: int = 0  # of all processes, as last heard from Redis
    untold: int = 0  # of this process, not yet told to Redis


_counts: dict[str, _Count] = {}
_lock = threading.Lock()
_redis = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5)
_away_until = 0.0
_FORGET_ABOVE = 20_000


def check(request: HttpRequest, caller: Caller, *, writes: bool) -> Standing:
    """Count this request, or raise the problem that says when to come back."""
    person = caller.person
    limits = settings.API_LIMITS
    if person is None:
        policy = Policy("address", limits["address"])
        key = f"address:{address(request)}"
    else:
        name = "writes" if writes else "reads"
        if person.is_bot:
            name = f"bot_{name}"
        policy = Policy(name, limits[name])
        key = f"{name}:{person.pk}"
    now = time.time()
    used = _count(key, policy.limit, int(now) // WINDOW)
    reset = WINDOW - int(now) % WINDOW
    standing = Standing(policy, max(0, policy.limit - used), reset)
    if used > policy.limit:
        raise Problem(problems.THROTTLED, headers={"Retry-After": str(reset), **headers(standing)})
    return standing


def address(request: HttpRequest) -> str:
    """Whom a stranger's requests are counted for: an IPv6 customer has a whole /64."""
    given = str(request.META.get("REMOTE_ADDR", ""))
    if settings.BEHIND_PROXY:
        # The last entry is the one that our own proxy wrote.
        given = request.headers.get("X-Forwarded-For", given).rpartition(",")[2].strip()
    return ":".join(given.split(":")[:4]) if given.count(":") > 1 else given


def headers(standing: Standing) -> dict[str, str]:
    policy, remaining, reset = standing
    return {
        "RateLimit-Policy": f'"{policy.name}";q={policy.limit};w={WINDOW}',
        "RateLimit": f'"{policy.name}";r={remaining};t={reset}',
    }


def tell(response: HttpResponse, standing: Standing) -> None:
    for name, value in headers(standing).items():
        response[name] = value


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
