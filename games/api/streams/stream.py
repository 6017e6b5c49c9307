"""One stream, or one long poll: what is sent, and when it ends."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta

from django.utils import timezone

from games import errors
from games.api.streams import wire
from games.api.streams.hub import Hub, Watch, hub, in_thread
from games.selectors.feed import Cursor
from games.selectors.news import News

HEARTBEAT = 15.0
# A stream ends now and then, and its client comes back: so that a revoked token or a lost seat
# ends it too, and streams spread anew over servers that were added.
LASTS = 900.0
# What all tables were told for longer is read rather by an export.
WIDE_MARKS_LAST = timedelta(days=1)
# For one person (or address) in one process.
MOST_OPEN = 40

_open: Counter[str] = Counter()


def is_too_many(whose: str) -> bool:
    return _open[whose] >= MOST_OPEN


async def stream(watch: Watch, after: str, form: str, whose: str) -> AsyncIterator[bytes]:
    """Send what happens until the client leaves, the server stops, or the stream is old."""
    lasts_until = time.monotonic() + LASTS * random.uniform(0.9, 1.1)
    here = hub()
    _open[whose] += 1
    try:
        await here.enter(watch)
        yield wire.beginning(form)
        place, first = await begin(here, after, watch)
        yield wire.write(form, first)
        while not here.closing and time.monotonic() < lasts_until:
            watch.wake.clear()
            news, place = await here.after(watch, place)
            if await _is_shut(watch):
                return
            for one in news:
                yield wire.write(form, one)
            if not news and not await _woken(watch, HEARTBEAT):
                yield wire.heartbeat(form, place)
    finally:
        here.leave(watch)
        _forget(whose)


async def poll(watch: Watch, after: str, wait: float, whose: str) -> AsyncIterator[bytes]:
    """One answer: as soon as there is something to tell, at the latest after `wait` seconds."""
    until = time.monotonic() + wait
    here = hub()
    _open[whose] += 1
    try:
        await here.enter(watch)
        place, first = await begin(here, after, watch)
        told: list[News] = [first] if first.kind == "reset" else []
        while not told:
            watch.wake.clear()
            told, place = await here.after(watch, place)
            if await _is_shut(watch):
                told = []
                break
            left = until - time.monotonic()
            if told or here.closing or left <= 0:
                break
            await _woken(watch, left)
        yield wire.page(told, place)
    finally:
        here.leave(watch)
        _forget(whose)


async def begin(here: Hub, after: str, watch: Watch) -> tuple[Cursor, News]:
    """Where to go on from, and the first thing to say: `here`, or `reset` if that place is lost."""
    first = "here"
    if after:
        try:
            place = Cursor.read(after)
            if watch.is_wide and place.at < timezone.now() - WIDE_MARKS_LAST:
                raise errors.BadCursor
            return place, News(place, first, None)
        except errors.BadCursor:
            first = "reset"
    await here.catch_up()
    assert here.place is not None
    return here.place, News(here.place, first, None)


async def _is_shut(watch: Watch) -> bool:
    """Asked each time before anything is told, of those few who have no seat to lose."""
    return watch.stays and await in_thread(watch.is_shut)


async def _woken(watch: Watch, within: float) -> bool:
    try:
        await asyncio.wait_for(watch.wake.wait(), within)
    except TimeoutError:
        return False
    return True


def _forget(whose: str) -> None:
    _open[whose] -= 1
    if not _open[whose]:
        del _open[whose]
