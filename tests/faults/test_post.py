"""Nothing is lost, nothing is told twice, nothing stale is told, whatever breaks."""

import os
import subprocess
import sys

import pytest

from tests.faults.scene import ROOT


@pytest.mark.timeout(600)
def test_each_letter_arrives_once_whatever_breaks() -> None:
    # In a process of its own: its PostgreSQL is restarted under it.
    clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.post", "--kills", "50", "--seconds", "2"],
        cwd=ROOT,
        env=clean | {"LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "as promised" in done.stdout.splitlines()[-1]
