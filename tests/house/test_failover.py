"""Sentinel makes another Redis the primary while workers and beat wait for the old one."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis

from oriflamme_site import commands
from oriflamme_site.local.children import stop
from oriflamme_site.local.ground import free_port
from oriflamme_site.local.valkey import Valkey
from tests.pace import PATIENCE

ROOT = Path(__file__).parents[2]


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Valkey]:
    there = Valkey(tmp_path / "valkey", port=free_port(), password="p")
    child = there.start(lambda _part, _line: None)
    there.wait(child)
    yield there
    stop([child], within=10)


@pytest.fixture
def parts(valkey: Valkey, tmp_path: Path) -> Iterator[dict[str, "subprocess.Popen[bytes]"]]:
    """A worker of a queue that nobody writes to, and beat: neither asks for tables."""
    argv = {"worker": commands.worker("none"), "beat": commands.beat(str(tmp_path / "schedule"))}
    with ExitStack() as stack:
        running = {}
        for part, words in argv.items():
            log = stack.enter_context((tmp_path / part).open("w"))
            running[part] = subprocess.Popen(
                [sys.executable, "-m", *words],
                cwd=ROOT,
                env={**os.environ, "REDIS_URL": valkey.url},
                stdout=log,
                stderr=log,
            )
            stack.callback(running[part].wait)
            stack.callback(running[part].kill)
        yield running


def test_worker_and_beat_go_on_with_the_next_primary(
    valkey: Valkey, parts: dict[str, "subprocess.Popen[bytes]"], tmp_path: Path
) -> None:
    with redis.Redis.from_url(valkey.url) as asked:

        def until(what: Callable[[], object]) -> None:
            ends = time.monotonic() + PATIENCE
            while not what():
                for part, process in parts.items():
                    assert process.poll() is None, (tmp_path / part).read_text()
                assert time.monotonic() < ends
                time.sleep(0.1)

        def they_are_at_it() -> bool:
            waits = any(one["cmd"] == "brpop" for one in asked.client_list())
            return waits and bool(asked.llen("clocks"))

        until(they_are_at_it)
        asked.replicaof("127.0.0.1", str(free_port()))
        until(lambda: "Connection to broker lost" in (tmp_path / "worker").read_text())
        until(lambda: "ReadOnlyError" in (tmp_path / "beat").read_text())
        asked.replicaof("NO", "ONE")
        asked.delete("clocks")
        until(they_are_at_it)
