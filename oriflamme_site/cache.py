"""A cache in Redis that may be away: then nothing is remembered, and nobody is stopped."""

from typing import Any

import redis
import structlog
from django.core.cache.backends.redis import RedisCache

log = structlog.get_logger("oriflamme.cache")
_LOST = (redis.RedisError, OSError)


class ForgetfulCache(RedisCache):
    """Throttles of signing in live here. Without Redis they let everybody pass, as the rest of
    the site goes on without it."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except _LOST as error:
            return _note(error, default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        try:
            super().set(*args, **kwargs)
        except _LOST as error:
            _note(error, None)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        try:
            return bool(super().add(*args, **kwargs))
        except _LOST as error:
            return bool(_note(error, True))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        try:
            return int(super().incr(key, delta, version))
        except _LOST as error:
            raise ValueError("nothing is remembered") from _note(error, error)

    def delete(self, key: Any, version: int | None = None) -> bool:
        try:
            return bool(super().delete(key, version))
        except _LOST as error:
            return bool(_note(error, False))


def _note(error: Exception, answer: Any) -> Any:
    log.warning("the cache is away", reason=type(error).__name__)
    return answer
