"""Two worlds of one: whatever happens in them happens at the same time, gives the same ids, and
falls by the same dice. So what differs between them differs by what was made otherwise."""

import hashlib
import os
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar
from unittest import mock

import redis
import time_machine
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from games.engine import View
from games.faces import painting
from games.models import Game
from games.moderation import notices
from games.tournaments.models import Tournament
from oriflamme_site.rest import throttling

Change = Callable[[], None]
Seen = TypeVar("Seen")


class Dice:
    """Chance that falls alike after `roll` with the same word. What is drawn in one length shifts
    nothing of another: libraries draw for themselves now and then."""

    def __init__(self) -> None:
        self.roll("")

    def roll(self, word: str) -> None:
        self._word = word
        self._drawn = Counter[int]()
        random.seed(word)

    def urandom(self, count: int) -> bytes:
        # Those who read the feed for streams live in threads of their own, and draw when they like.
        if threading.current_thread() is not threading.main_thread():
            return _urandom(count)
        self._drawn[count] += 1
        said = f"{self._word} {count} {self._drawn[count]}"
        return hashlib.shake_128(said.encode()).digest(count)


_urandom = os.urandom
dice = Dice()


class _ByDice(random.Random):
    """Whoever draws for themselves does so by the dice, and not by the luck of the whole test."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(dice.urandom(16) if seed is None else seed)


_SEEDS = [(Game, "seed"), (Tournament, "seed"), (Tournament, "last_round_key")]


def _named(view: View, lang: str, *, per_line: int = painting.NARROW, dark: bool = False) -> bytes:
    return repr((painting.placed(view, lang, per_line), dark)).encode()


def _both_named(view: View, lang: str) -> tuple[bytes, bytes]:
    return _named(view, lang), _named(view, lang, dark=True)


def _given(*shown: object, **more: object) -> bytes:
    return repr((shown, more)).encode()


def _seed() -> bytes:
    return dice.urandom(32)


@contextmanager
def _seeds_by_dice() -> Iterator[None]:
    with ExitStack() as patched:
        for model, name in _SEEDS:
            field = model._meta.get_field(name)
            patched.enter_context(mock.patch.object(field, "_get_default", _seed))
        yield


@contextmanager
def standing_still() -> Iterator[None]:
    """Time does not go on, and chance is ours."""
    with (
        time_machine.travel(timezone.now(), tick=False),
        mock.patch("os.urandom", dice.urandom),
        mock.patch("random._urandom", dice.urandom),
        mock.patch("random.Random", _ByDice),
        mock.patch("random.SystemRandom", _ByDice),
        _seeds_by_dice(),
        # A picture is made of the names of its tiles alone (tests/post), one to share of what it
        # is given; and those are faster.
        mock.patch("games.faces.picture", _named),
        mock.patch("games.faces.pictures", _both_named),
        mock.patch("games.faces.shared.picture", _given),
    ):
        yield


# As many ids as what is otherwise may take.
_ROOM = 1000


def in_a_world(change: Change, step: Change, look: Callable[[], Seen]) -> Seen:
    """What is seen after a change, and a step behind it that all worlds take; then everything is
    as it was. By ids and dice of that step nobody tells what was changed before."""
    _begin_anew()
    ids = _ids()
    with transaction.atomic():
        dice.roll("change")
        change()
        _set_ids([(name, (value or 0) + _ROOM) for name, value in ids])
        dice.roll("step")
        step()
        seen = look()
        transaction.set_rollback(True)
    _set_ids(ids)
    return seen


def _begin_anew() -> None:
    """Nothing that a process or Redis remembers of the other world."""
    throttling.forget()
    notices.forget_own_copy()
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.flushdb()


def _ids() -> list[tuple[str, int | None]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT schemaname || '.' || sequencename, last_value FROM pg_sequences")
        return list(cursor.fetchall())


def _set_ids(ids: list[tuple[str, int | None]]) -> None:
    with connection.cursor() as cursor:
        names, values = zip(*((name, value or 1) for name, value in ids), strict=True)
        used = [value is not None for _name, value in ids]
        cursor.execute(
            "SELECT setval(n::regclass, v, u) FROM unnest(%s::text[], %s::bigint[], %s::bool[])"
            " AS t(n, v, u)",
            [list(names), list(values), used],
        )
