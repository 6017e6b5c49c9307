"""Nothing is lost, nothing is told twice, nothing stale is told, whatever breaks – and no clock
waits for it."""

import os
import subprocess
import sys

import pytest

from tests.faults.scene import ROOT

pytestmark = [pytest.mark.timeout(1600), pytest.mark.long(70)]


def _run(module: str, *words: str) -> str:
    # In a process of its own: its services are broken under it.
    clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-m", f"tests.faults.{module}", *words],
        cwd=ROOT,
        env=clean | {"LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
        timeout=1500,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_each_letter_arrives_once_whatever_breaks() -> None:
    said = _run("post", "--kills", "50", "--seconds", "2", "--moves", "3")
    assert "as promised" in said.splitlines()[-1]


def test_no_slow_mail_server_and_no_wrong_clock_of_a_machine_moves_the_games_clocks() -> None:
    _run("slow_mail", "--hours", "1")
