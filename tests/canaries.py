"""Whatever is a secret while tests run, no line of a log tells.

Every `Secret` that is made is a canary, and so are the addresses and the password of the cast, the
codes that are mailed, and the keys of sessions.
`CANARIES=1 make test` holds the logs of the whole suite, at DEBUG, against them; one short test
(tests/games/test_canaries.py) always does.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from allauth.account import adapter
from django.contrib.sessions.backends.base import SessionBase

from accounts import secret

# Whether the logs of all tests are held against them.
WATCH = bool(os.environ.get("CANARIES"))
ALWAYS = ("@example.test", "a-long-secret", '"hands"', "'hands'")
# Shorter ones would be found by chance.
_LONG_ENOUGH = 12


class Watcher(logging.Handler):
    """Hears what the log's own handler would write, with its filters and its formatter."""

    def __init__(self) -> None:
        super().__init__()
        (written,) = (one for one in logging.getLogger().handlers if one.name == "stderr")
        self.setFormatter(written.formatter)
        self.filters = [*written.filters]
        self.canaries = {*ALWAYS}
        self.lines = 0
        self.told: list[str] = []

    def note(self, held: object) -> None:
        ways = (held.hex(), repr(held)[2:-1]) if isinstance(held, bytes) else (held,)
        self.canaries |= {way for way in ways if isinstance(way, str) and len(way) >= _LONG_ENOUGH}

    def emit(self, record: logging.LogRecord) -> None:
        line = self.format(record)
        self.lines += 1
        self.told += [f"{one!r} in {line}" for one in [*self.canaries] if one in line]


@contextmanager
def watching() -> Iterator[Watcher]:
    """At DEBUG, as of ours; of libraries at INFO, as a site does it."""
    watcher, root, ours = Watcher(), logging.getLogger(), logging.getLogger("oriflamme")
    levels = root.level, ours.level
    honest = secret.Secret.__init__

    def noting(self: secret.Secret[object], held: object) -> None:
        watcher.note(held)
        honest(self, held)

    def heard(where: Any, name: str) -> Any:
        """What it makes is a canary, however short."""
        make = getattr(where, name)

        def made(*given: Any, **more: Any) -> Any:
            word = make(*given, **more)
            watcher.canaries.add(word)
            return word

        return mock.patch.object(where, name, made)

    root.addHandler(watcher)
    root.setLevel(logging.INFO)
    ours.setLevel(logging.DEBUG)
    try:
        with (
            mock.patch.object(secret.Secret, "__init__", noting),
            heard(adapter, "generate_user_code"),
            heard(SessionBase, "_get_new_session_key"),
        ):
            yield watcher
    finally:
        root.removeHandler(watcher)
        root.setLevel(levels[0])
        ours.setLevel(levels[1])
