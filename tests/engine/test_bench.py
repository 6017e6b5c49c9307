"""The benchmark runs, and prints a line for every set."""

import subprocess
import sys
from pathlib import Path

from games import engine

ROOT = Path(__file__).parents[2]


def test_the_benchmark_prints_its_table():
    run = subprocess.run(
        [sys.executable, "-m", "tests.bench.engine", "--seconds", "0.01", "--rounds", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line.split()[0] for line in run.stdout.splitlines() if line]
    assert [line for line in lines if line in engine.SETS] == list(engine.SETS)
    assert "must" in lines
