"""Many games as lines of JSON: a page is read when the one before it has been sent."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import orjson
from django.db import connections

from accounts.models import User
from games.models.rows import Value
from games.selectors.exporting import exported, read_page

AT_ONCE = 20
# As other streams: who was let in is asked again now and then.
LASTS = 900.0
# For one person in one process.
MOST_OPEN = 2

_open: Counter[int] = Counter()
# One, whoever exports how much: it is work for the processor, which others need too.
_thread = ThreadPoolExecutor(1, thread_name_prefix="export")


@dataclass
class Export:
    """What one reader has asked for, and how far they are."""

    which: str
    viewer: User
    language: str
    after: str = ""
    wanted: dict[str, Value] = field(default_factory=dict)

    def read(self) -> list[bytes]:
        """The lines of the next games; none: that was all."""
        page = read_page(self.which, self.viewer, self.wanted, self.after, AT_ONCE)
        if page:
            self.after = page[-1].table.key
        return [orjson.dumps(exported(one, self.viewer, self.language)) for one in page]


def _read(export: Export) -> list[bytes]:
    try:
        return export.read()
    finally:
        connections.close_all()


def is_too_many(whose: int) -> bool:
    return _open[whose] >= MOST_OPEN


async def lines(export: Export) -> AsyncIterator[bytes]:
    """Ends with a line that says `last`; without it there is more to come back for."""
    lasts_until = time.monotonic() + LASTS * random.uniform(0.9, 1.1)
    whose = export.viewer.pk
    _open[whose] += 1
    try:
        while time.monotonic() < lasts_until:
            page = await asyncio.get_running_loop().run_in_executor(_thread, _read, export)
            if not page:
                yield orjson.dumps({"last": export.after or None}) + b"\n"
                return
            yield b"\n".join([*page, b""])
    finally:
        _open[whose] -= 1
        if not _open[whose]:
            del _open[whose]
