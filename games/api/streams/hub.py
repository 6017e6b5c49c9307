"""The one reader of the feed in a process, and those who wait for what it finds.

Redis says only that there is something; every row comes from PostgreSQL, in an order in which
nothing is missed and nothing comes twice (games.selectors.feed). The hub reads each row once for
all streams and keeps the latest in memory. A stream remembers its place: after a wake-up it takes
what follows from that memory, or from PostgreSQL if it has been away for longer. Nothing is
queued for anybody, so a slow reader costs no memory.
"""

import asyncio
import contextlib
import signal
from bisect import bisect_right
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, islice
from types import FrameType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import redis.asyncio
import structlog
from django.conf import settings
from django.db import connection

from games import selectors
from games.models import apps
from games.models.table import Table, find_table
from games.selectors import news
from games.selectors.feed import MOST, Cursor, Happening
from games.selectors.news import News
from games.services.telling import CHANNEL

log = structlog.get_logger("oriflamme.streams")
T = TypeVar("T")
_SOCKETS: dict[str, Any] = settings.REDIS_SOCKETS

KEPT = 2000
# How often PostgreSQL is asked unprompted: seldom while wake-ups come, often while they do not.
POLL_QUIET, POLL_BLIND = 15.0, 2.0
# Wake-ups that come together are one; rows that are held back are looked for again, soon.
BREATH, AGAIN = 0.02, (0.05, 0.1, 0.2, 0.4)

_threads = ThreadPoolExecutor(2, thread_name_prefix="feed")


@dataclass(slots=True)
class Row:
    """A row of the feed with its table, and how it was worded for those who asked so far: all
    spectators of one language read the same. No table: it is a tournament's."""

    what: Happening
    table: Table | None
    told: dict[tuple[object, ...], News] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Watch:
    """What one stream waits for: one table, or (None) all tables where its viewer sits – or, as a
    spectator, all public tables, or those of one tournament and what happens in it."""

    viewer: int | None
    language: str
    game: Table | None
    invited: bool = False
    stays: bool = False
    of_all: bool = False
    tournament: str = ""
    # Through whose app it is asked, where somebody else has made it.
    maker: int | None = None
    # Tables that were closed to it when they were asked about.
    closed: set[str] = field(default_factory=set)
    wake: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_wide(self) -> bool:
        return self.of_all or bool(self.tournament)

    def concerns(self, row: Row) -> bool:
        if row.table is None and row.what.person is not None:
            return not self.is_wide and self.game is None and row.what.person == self.viewer
        if row.table is None:
            return bool(self.tournament) and row.what.tournament == self.tournament
        if not self.is_wide and not row.table.is_over and self._is_closed(row):
            return False  # the stream's breath would tell of its moments
        if self.is_wide:
            is_theirs = self.of_all or row.table.tournament == self.tournament
            return is_theirs and news.concerns(row.what, row.table, None, at_any_table=False)
        if self.game is not None and self.game.id != row.what.game_id:
            return False
        return news.concerns(
            row.what,
            row.table,
            self.viewer,
            at_any_table=self.game is None,
            invited=self.invited,
            stays=self.stays,
        )

    def _is_closed(self, row: Row) -> bool:
        assert row.table is not None
        return self.maker is not None and (row.table.anonymous or row.table.key in self.closed)

    def is_shut(self) -> bool:
        """The desk by which its table was opened to it has been taken away. Reads PostgreSQL: for a
        thread."""
        return self.stays and self.game is not None and not find_table(self.game.key, self.viewer)

    def tell(self, rows: list[Row]) -> list[News]:
        """Reads PostgreSQL: for a thread."""
        told: list[News] = []
        for _game, of_game in groupby(rows, key=lambda row: row.what.game_id):
            told += self._tell(list(of_game))
        if self.maker is None or self.is_wide:
            return told
        # Now that it is worded: meanwhile the maker may have sat down.
        closed = apps.closed({row.what.key for row in rows if row.what.key}, self.maker)
        self.closed |= closed
        return [one for row, one in zip(rows, told, strict=True) if row.what.key not in closed]

    def _tell(self, rows: list[Row]) -> list[News]:
        table = rows[0].table
        if table is None:
            return [news.of_tournament(row.what) for row in rows]
        # Messages go to their hearers alone, and name the ones that are not read yet.
        seat = table.seat_of(self.viewer)
        reader = (self.viewer if any(r.what.kind == "talk" for r in rows) else None, seat)
        key = (*reader, self.language)
        missing = [row for row in rows if key not in row.told]
        if missing:
            happened = [row.what for row in missing]
            newest = missing[-1].table or table
            for row, one in zip(
                missing, news.tell(happened, newest, self.viewer, self.language), strict=True
            ):
                row.told[key] = one
        return [row.told[key] for row in rows]


class Hub:
    def __init__(self) -> None:
        self.place: Cursor | None = None
        self.closing = False
        self._recent: deque[Row] = deque(maxlen=KEPT)
        self._recent_after: Cursor | None = None
        self._watches: set[Watch] = set()
        self._kick = asyncio.Event()
        self._hears_redis = False
        self._tasks: list[asyncio.Task[None]] = []
        self._ready = asyncio.Event()
        # Set when the next reading that begins is done.
        self._coming = asyncio.Event()
        # Who was away from all tables has hundreds of rows to be told: one at a time, so that a
        # thread is left for everybody else.
        self._far_behind = asyncio.Lock()

    # --- for streams ---------------------------------------------------------------------

    async def enter(self, watch: Watch) -> None:
        self._watches.add(watch)
        if not self._tasks:  # from the first stream on, for as long as the process lives
            _end_with_the_server(self)
            self._tasks = [
                asyncio.create_task(self._follow(), name="feed"),
                asyncio.create_task(self._listen(), name="wake-ups"),
            ]
        await self._ready.wait()

    async def catch_up(self) -> None:
        """Read what there is now: who begins to listen is not told of what was before."""
        coming = self._coming
        self._kick.set()
        await coming.wait()

    def leave(self, watch: Watch) -> None:
        self._watches.discard(watch)

    async def after(self, watch: Watch, place: Cursor) -> tuple[list[News], Cursor]:
        """What there is to tell a watch after its place, and the place from which to ask next."""
        assert self.place is not None
        now = max(place, self.place)
        if self._recent_after is not None and place >= self._recent_after:
            at = bisect_right(self._recent, order(place), key=lambda row: order(row.what.cursor))
            rows = [row for row in islice(self._recent, at, None) if watch.concerns(row)]
        elif place >= self.place:
            rows = []
        else:
            async with self._far_behind if watch.is_wide else contextlib.nullcontext():
                return await _missed(watch, place, now)
        if not rows:
            return [], now
        return await in_thread(lambda: watch.tell(rows)), now

    def close(self) -> None:
        """The server stops: every stream ends, and its client comes back to another one."""
        self.closing = True
        for watch in self._watches:
            watch.wake.set()

    # --- behind them ---------------------------------------------------------------------

    async def _follow(self) -> None:
        waited = 0
        while True:
            reading, self._coming = self._coming, asyncio.Event()
            try:
                more_coming = await self._read()
            except Exception as reason:  # whatever it is, streams must go on after it
                log.exception("the feed cannot be read", reason=type(reason).__name__)
                await asyncio.sleep(POLL_BLIND)
                continue
            finally:
                reading.set()
            waited = waited + 1 if more_coming else 0
            quiet = POLL_QUIET if self._hears_redis else POLL_BLIND
            pause = AGAIN[min(waited, len(AGAIN)) - 1] if more_coming else quiet
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._kick.wait(), pause)
                await asyncio.sleep(BREATH)
            self._kick.clear()

    async def _read(self) -> bool:
        """Take in what is new, and wake those whom it concerns. True if more is on its way."""
        if self.place is None:
            self.place = self._recent_after = await in_thread(selectors.feed_now)
            self._recent.clear()
            self._ready.set()
            return False
        since = self.place
        rows, self.place, more_coming = await in_thread(lambda: _read_on(since))
        for row in rows:
            if len(self._recent) == KEPT:
                self._recent_after = self._recent[0].what.cursor
            self._recent.append(row)
        for watch in self._watches:
            if any(watch.concerns(row) for row in rows):
                watch.wake.set()
        return more_coming

    async def _listen(self) -> None:
        """Be woken by Redis; without it the feed is read every two seconds."""
        while True:
            try:
                async with (
                    redis.asyncio.Redis.from_url(
                        settings.REDIS_URL, socket_connect_timeout=2, **_SOCKETS
                    ) as client,
                    client.pubsub(ignore_subscribe_messages=True) as subscribed,
                ):
                    await subscribed.subscribe(CHANNEL)
                    self._hears_redis = True
                    self._kick.set()  # what came while nobody listened
                    async for _message in subscribed.listen():
                        self._kick.set()
            except (redis.RedisError, OSError, RuntimeError) as reason:
                log.warning("no wake-ups, the feed is polled", reason=type(reason).__name__)
            self._hears_redis = False
            self._kick.set()
            await asyncio.sleep(POLL_BLIND)


def _read_on(since: Cursor) -> tuple[list[Row], Cursor, bool]:
    """Everything new, the place behind it (at least the present one as it was before), and
    whether more is on its way."""
    now = selectors.feed_now()
    happened = selectors.feed_tail(since)
    if not happened:
        return [], max(since, now), news.is_more_coming()
    tables = news.tables_of(happened)
    rows = _rows(happened, tables)
    last = happened[-1].cursor
    if len(happened) == MOST:
        return rows, last, True
    return rows, max(last, now), news.is_more_coming()


def _rows(happened: list[Happening], tables: dict[int, Table]) -> list[Row]:
    return [
        Row(one, None if one.game_id is None else tables[one.game_id])
        for one in happened
        if one.game_id is None or one.game_id in tables
    ]


async def _missed(watch: Watch, place: Cursor, end: Cursor) -> tuple[list[News], Cursor]:
    rows, now = await in_thread(lambda: _catch_up(watch, place, end))
    # Of what happened everywhere hundreds in a row may concern nobody here.
    while not rows and watch.is_wide and order(now) < order(end):
        rows, now = await in_thread(partial(_catch_up, watch, now, end))
    return (await in_thread(lambda: watch.tell(rows)) if rows else []), now


def _catch_up(watch: Watch, place: Cursor, now: Cursor) -> tuple[list[Row], Cursor]:
    """What a stream missed while its client was away."""
    if watch.is_wide:
        happened = selectors.feed_tail(place)
    else:
        happened = selectors.feed_of(after=place, viewer=watch.viewer, table=watch.game)
    if not happened:
        return [], now
    tables = news.tables_of(happened)
    rows = _rows(happened, tables)
    last = happened[-1].cursor
    return (
        [row for row in rows if watch.concerns(row)],
        last if len(happened) == MOST else max(last, now),
    )


def order(cursor: Cursor) -> tuple[int, int]:
    """What places are compared by: the time that a mark carries is only about."""
    return cursor.xid, cursor.id


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop: a web process has one."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


async def in_thread(work: Callable[[], T]) -> T:
    """Short work on the database; the connection goes back at once."""

    def run() -> T:
        try:
            return work()
        finally:
            connection.close()

    return await asyncio.get_running_loop().run_in_executor(_threads, run)


def _end_with_the_server(open_hub: Hub) -> None:
    """Streams have no end of their own, and a server waits for its last answer before it stops.

    The server's handler in the event loop is told by the interpreter's wake-up descriptor, which
    works beside whatever Python-level handler is set here.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before: object = signal.getsignal(number)

        def stop(sent: int, frame: FrameType | None, before: object = before) -> None:
            loop.call_soon_threadsafe(open_hub.close)
            if callable(before):
                before(sent, frame)

        with contextlib.suppress(ValueError):  # not the main thread: its owner stops the loop
            signal.signal(number, stop)
