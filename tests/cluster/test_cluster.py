"""Three hosts, and one whose PostgreSQL dies in the middle of moves. It runs where HAProxy,
PgBouncer, etcd and Patroni are installed; `make cluster` is the whole of it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cluster.hosts import missing
from tests.cluster.site import PATRONI

ROOT = Path(__file__).parents[2]
LACKS = [
    *missing(),
    *([] if PATRONI.exists() else ["Patroni is not (requirements/install.py rig)"]),
]


@pytest.mark.long(60)
@pytest.mark.skipif(bool(LACKS), reason="; ".join(LACKS))
def test_a_primary_that_dies_costs_seconds_and_no_move() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.cluster", "--small"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\| kill \| 1 \|", done.stdout, re.M)
    assert "acknowledged and lost: 0; made twice or otherwise: 0" in done.stdout
