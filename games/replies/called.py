"""Who is meant by a name as it sounds: in another alphabet, declined, loved, with a slip. Pure."""

import re
from functools import lru_cache

from games.replies import broad
from games.replies.lexicon import words_of
from games.replies.sounds import is_slip, sound

_SHORTEST_NAME, _SHORTEST_SLIPPED = 3, 4
# How names end when they are declined or loved: "Богданчика".
_ENDS = re.compile(r"(?:[aeiouvmkschn]){0,8}")


@lru_cache(maxsize=4096)
def seat_of(word: str, names: tuple[str, ...]) -> str:
    heard = sound(word)
    if len(heard) < _SHORTEST_NAME:
        return ""
    seats = {
        seat
        for seat, name in enumerate(names)
        for first in words_of(name)[:1]
        if _is_called(heard, sound(first))
    }
    return f"s:{seats.pop()}" if len(seats) == 1 else ""


def _begins(heard: str, stem: str) -> bool:
    return heard.startswith(stem) and bool(_ENDS.fullmatch(heard[len(stem) :]))


def _is_called(heard: str, name: str) -> bool:
    stem = name.rstrip("aeiou") or name
    if len(stem) < _SHORTEST_NAME:
        return heard == name
    if _begins(heard, stem):
        return True
    for stems in broad.NICKNAMES:
        if any(_begins(name, one) for one in stems) and any(_begins(heard, one) for one in stems):
            return True
    begins, ends = heard[: len(name)], heard[len(name) :]
    is_near = len(name) > _SHORTEST_SLIPPED and is_slip(begins, name, 1)
    return is_near and bool(_ENDS.fullmatch(ends))
