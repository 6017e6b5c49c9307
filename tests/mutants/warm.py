"""A pytest that has loaded everything once, and forks for each thing that is to be tried.

A child runs some tests on a fresh copy of the database and tells of each through a pipe. What it
changes in its own code, which connections and threads it leaves: all of it ends with it.
"""

import gc
import os
import select
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from types import CodeType, FunctionType

import pytest
from _pytest.runner import runtestprotocol

from tests import quick

# A test that says nothing for so many seconds has come to no end.
HANGS = 60
Change = tuple[FunctionType, CodeType]


class Warm:
    """A plugin which, in place of running what was collected, gives itself to `work`."""

    def __init__(self, work: Callable[["Warm"], None]) -> None:
        self.work = work

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from django.db import connections

        self.tests = {item.nodeid: item for item in session.items}
        # Once for all: the fixtures of the session.
        self._last, after = session.items[:2]
        runtestprotocol(self._last, nextitem=after, log=False)
        connections.close_all()
        self.work(self)
        return True

    def first_to_fail(
        self, tests: list[str], seconds: float, changes: Sequence[Change] = ()
    ) -> str | None:
        """The name of that test; "" when all pass, None when the time is over before."""

        def run(tell: Callable[[str], None]) -> None:
            for function, code in changes:
                function.__code__ = code
            for test, failed, _ in self.run(tests, tell):
                if failed:
                    tell(test)
                    return
            tell("")

        return self.forked(run, seconds, HANGS)

    def run(
        self, tests: list[str], tell: Callable[[str], None]
    ) -> Iterator[tuple[str, bool, float]]:
        """In a child: each test, whether it failed, and its seconds."""
        items = [self.tests[test] for test in tests]
        self._last.session._setupstate.teardown_exact(items[0])
        for item, after in zip(items, [*items[1:], self._last], strict=True):
            tell(item.nodeid)
            began = time.monotonic()
            reports = runtestprotocol(item, nextitem=after, log=False)
            yield item.nodeid, any(r.failed for r in reports), time.monotonic() - began

    def forked(
        self, run: Callable[[Callable[[str], None]], None], seconds: float, patience: float
    ) -> str | None:
        """The last word of a child, after which it ended or was silent for too long; None if it
        was at work for too long altogether."""
        quick.refresh()
        until = time.monotonic() + seconds
        read, write = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.setpgid(0, 0)
                nowhere = os.open(os.devnull, os.O_RDWR)
                for stream in (0, 1, 2):
                    os.dup2(nowhere, stream)
                run(lambda word: os.write(write, f"{word}\n".encode()) and None)
            except BaseException as error:
                os.write(write, f"{error!r}\n".encode())
            finally:
                os._exit(0)
        os.close(write)
        told = b"no test\n"
        while select.select([read], [], [], max(0, min(patience, until - time.monotonic())))[0]:
            more = os.read(read, 65536)
            told += more
            if not more:
                break
        in_time = time.monotonic() < until
        os.close(read)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return told.decode().split("\n")[-2] if in_time else None


def changes(path: str, source: str) -> list[Change] | None:
    """What of the loaded code would be another; None if that is not functions alone."""
    codes: dict[tuple[str, int], CodeType | None] = {}
    _gather(compile(source, path, "exec", dont_inherit=True), codes)
    found = []
    for function in _loaded(path):
        old = function.__code__
        new = codes.get((old.co_qualname, old.co_firstlineno)) or old
        if len(new.co_freevars) != len(old.co_freevars):
            return None
        if new != old:
            found.append((function, new))
    return found or None


@cache
def _loaded(path: str) -> list[FunctionType]:
    gc.unfreeze()  # tests/conftest.py has set aside what is loaded: it would not be listed
    every = gc.get_objects()
    gc.freeze()
    return [one for one in every if type(one) is FunctionType and one.__code__.co_filename == path]


def _gather(code: CodeType, codes: dict[tuple[str, int], CodeType | None]) -> None:
    place = code.co_qualname, code.co_firstlineno
    codes[place] = None if place in codes else code  # two lambdas of one line
    for part in code.co_consts:
        if isinstance(part, CodeType):
            _gather(part, codes)
