"""The position of a game as it is stored, and what is done about one that cannot be read."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.core.cache import cache

from accounts.secret import Secret
from games import engine, errors

log = structlog.get_logger("oriflamme.games")

# Found damaged within a day. It is for the eyes of staff; whatever is lost here is found again.
_FOUND, _REMEMBERED = "games.damaged", 86400


def read_position(key: str, text: Secret[str] | None) -> engine.State:
    with readable(key):
        return engine.load(text.reveal() if text else "")


@contextmanager
def readable(key: str) -> Iterator[None]:
    """What the engine cannot make of a stored game is told as a refusal with a name."""
    try:
        yield
    except engine.RulesError as error:
        log.error("a game cannot be read", game=key, why=str(error)[:300])
        if not isinstance(error, engine.UnknownRules):  # of those the database tells
            cache.set(_FOUND, sorted({*found_damaged(), key}), _REMEMBERED)
        raise errors.UnreadableGame from error


def found_damaged() -> list[str]:
    """The games that somebody has come upon."""
    return list(cache.get(_FOUND, ()))


def forget_damage(key: str) -> None:
    cache.set(_FOUND, [found for found in found_damaged() if found != key], _REMEMBERED)
