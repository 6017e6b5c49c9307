"""Whatever hangs ends itself, with a word of where: workers, beat, and what takes mail in."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest
from celery.signals import task_postrun, task_prerun

from notifications import inbound
from oriflamme_site import commands, pulses, watchdog
from oriflamme_site.management.commands import receive_mail
from tests import run_aside
from tests.pace import PATIENCE

ROOT = Path(__file__).parents[2]
CELERY = [sys.executable, "-m", "celery", "-A", "tests.house.hanging"]


class Ran(NamedTuple):
    code: int | None
    told: str
    children: set[psutil.Process]


@pytest.fixture(scope="module")
def hanging(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Ran]]:
    """Both at the same time, until they have ended."""
    room = tmp_path_factory.mktemp("hanging")
    scheduler = ["--scheduler", "tests.house.hanging:Scheduler"]
    argv = {
        "worker": [*commands.worker("none"), "--hostname", "hangs@here"],
        "beat": [*commands.beat(str(room / "schedule")), *scheduler],
    }
    children: dict[str, set[psutil.Process]] = {name: set() for name in argv}
    with ExitStack() as stack:
        running = {}
        for name, words in argv.items():
            log = stack.enter_context((room / name).open("w"))
            running[name] = subprocess.Popen(
                [*CELERY, *words[len(commands.CELERY) :]], cwd=ROOT, stdout=log, stderr=log
            )
            stack.callback(running[name].kill)
        until = time.monotonic() + 2 * PATIENCE
        while None in {one.poll() for one in running.values()} and time.monotonic() < until:
            for name, one in running.items():
                with suppress(psutil.Error):
                    children[name] |= {*psutil.Process(one.pid).children()}
            time.sleep(0.2)
        yield {
            name: Ran(one.poll(), (room / name).read_text(), children[name])
            for name, one in running.items()
        }


def test_a_worker_whose_loop_stands_still_ends_with_its_children(hanging: dict[str, Ran]) -> None:
    worker = hanging["worker"]
    assert worker.code == watchdog.HANGS, worker.told
    assert "this process hangs" in worker.told
    assert worker.children
    _gone, left = psutil.wait_procs(worker.children, timeout=PATIENCE)
    assert left == []


def test_beat_that_sends_nothing_any_more_ends(hanging: dict[str, Ran]) -> None:
    assert hanging["beat"].code == watchdog.HANGS, hanging["beat"].told


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Set when the watchdog would have ended this process."""
    bitten = threading.Event()

    def end(code: int) -> None:
        assert code == watchdog.HANGS
        bitten.set()
        raise SystemExit  # of the watchdog's thread

    monkeypatch.setattr(watchdog.os, "_exit", end)
    monkeypatch.setattr(watchdog, "LOOK", 0.02)
    monkeypatch.setattr(watchdog, "TOO_LONG", 0.2)
    return bitten


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_takes_mail_in_ends_when_no_mail_comes_to_an_end(
    ended: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr(inbound, "server", lambda **options: given.update(options))

    async def listen() -> None:
        loop = asyncio.get_running_loop()
        task = asyncio.create_task(receive_mail._listen("127.0.0.1", 0, False))
        await asyncio.sleep(0.3)
        assert not ended.is_set()
        hands = given_hands()
        with hands.busy(1), hands.busy(2):
            assert await loop.run_in_executor(None, ended.wait, PATIENCE)
        task.cancel()

    made: list[watchdog.Hands] = []

    class Noted(watchdog.Hands):
        def __init__(self, number: int) -> None:
            super().__init__(number)
            made.append(self)

    def given_hands() -> watchdog.Hands:
        assert [one.number for one in made] == [inbound.HANDS]
        return made[0]

    monkeypatch.setattr(watchdog, "Hands", Noted)
    run_aside(listen())


def test_a_worker_of_threads_hangs_when_all_of_them_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "TOO_LONG", 0.05)
    monkeypatch.setattr(pulses._tasks, "number", 2)
    for one in ("a", "b"):
        assert not pulses._tasks.all_hang()
        task_prerun.send(sender=None, task_id=one)
        time.sleep(0.1)
    assert pulses._tasks.all_hang()
    task_postrun.send(sender=None, task_id="a")
    assert not pulses._tasks.all_hang()
    task_postrun.send(sender=None, task_id="b")
