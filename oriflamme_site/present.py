"""Which parts run, by their own word: one each few seconds, in Redis and by Redis' clock.

A part that is frozen, or whose machine is gone, says nothing more. One that stops in good order
takes its word back.
"""

import socket
import time
from typing import NamedTuple, cast

import redis
from django.conf import settings

# Seconds between two words of a part.
EVERY = 15.0
# One that is silent for so long has gone, and another has its place; the last of its kind has not.
GONE = 3600.0
WORDS = "parts"

client = redis.Redis.from_url(
    settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, **settings.REDIS_SOCKETS
)


class Part(NamedTuple):
    name: str
    host: str
    silent: float
    # How far its machine's clock is from Redis'.
    skew: float


def now() -> float:
    seconds, micros = client.time()
    return seconds + micros / 1e6


def _key(part: str) -> str:
    return f"{part}@{socket.gethostname()}"


def say(part: str) -> None:
    at = now()
    client.hset(WORDS, _key(part), f"{at} {time.time() - at}")


def leave(part: str) -> None:
    client.hdel(WORDS, _key(part))


def parts() -> list[Part]:
    at_redis, found = now(), []
    for key, word in cast(dict[bytes, bytes], client.hgetall(WORDS)).items():
        name, _, host = key.decode().partition("@")
        at, skew = map(float, word.split())
        found.append(Part(name, host, at_redis - at, skew))
    newest = {}
    for part in sorted(found, key=lambda part: part.silent, reverse=True):
        newest[part.name] = part
    return [part for part in found if part.silent < GONE or newest[part.name] is part]
