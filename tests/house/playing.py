"""Start `make play` as a stranger would, and look at what it leaves."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from oriflamme_site.local.__main__ import DATABASE
from oriflamme_site.local.ground import free_port
from tests import bounded
from tests.pace import PATIENCE
from tests.tables import begun_before

ROOT = Path(__file__).parents[2]
# What a terminal has; nothing of what the tests have set for themselves.
CLEAN = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"}


class Play:
    """A running `make play` and everything below it."""

    def __init__(
        self, data_dir: Path, *, port: int = 0, has_tables: bool = False, **env: str
    ) -> None:
        self.data_dir = data_dir
        if has_tables:
            begun_before(data_dir, DATABASE)
        self.port = port or free_port()
        self.began = time.monotonic()
        words = ["make", "play", f"DATA_DIR={data_dir}", f"PORT={self.port}"]
        # A pipe that nobody reads would hold up, once it is full, whoever has something to say.
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115  it lives as long as the site
        self.process = subprocess.Popen(
            [*words, f"PYTHON={sys.executable}"],
            cwd=ROOT,
            env=CLEAN | env,
            stdout=self._said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.ready: dict[str, Any] = {}

    def wait(self, seconds: float = 2 * PATIENCE) -> "Play":
        file = self.data_dir / "ready.json"
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if file.exists():
                self.ready = json.loads(file.read_text())
                self.seconds = time.monotonic() - self.began
                return self
            assert self.process.poll() is None, self.said()
            time.sleep(0.05)
        raise AssertionError("not ready in time")

    def get(self, path: str) -> str:
        url = self.ready["site"].rstrip("/") + path
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            text: str = answer.read().decode()
            return text

    def ask(self, method: str, path: str, person: dict[str, Any], body: Any = None) -> Any:
        """Of the API, as one of the demo's people."""
        asked = urllib.request.Request(
            f"{self.ready['api']}{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": f"Bearer {person['token']}",
                "Content-Type": "application/json",
            },
            method=method,
        )
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return json.load(answer)

    def family(self) -> dict[int, str]:
        return descendants(self.ready["pid"])

    def interrupt(self) -> None:
        os.kill(self.ready["pid"], signal.SIGINT)

    def end(self) -> str:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        return self.said()

    def said(self) -> str:
        """All that it has printed, once it has ended."""
        self.process.wait(timeout=PATIENCE)
        self._said.seek(0)
        return self._said.read()


def descendants(pid: int) -> dict[int, str]:
    """This process and all below it, with their command lines."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    below: dict[int, list[tuple[int, str]]] = {}
    for row in rows:
        below.setdefault(int(row[1]), []).append((int(row[0]), row[2]))
    found = {int(row[0]): row[2] for row in rows if int(row[0]) == pid}
    todo = [pid]
    bound = bounded(100_000)
    while next(bound) and todo:
        for child, args in below.get(todo.pop(), []):
            found[child] = args
            todo.append(child)
    return found


def alive(family: dict[int, str]) -> dict[int, str]:
    """Who of them still lives (the same command line under the same number)."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,stat=,args="], capture_output=True, text=True, check=True
    ).stdout
    now = {}
    for line in listed.splitlines():
        pid, stat, args = line.split(None, 2)
        if not stat.startswith("Z"):
            now[int(pid)] = args
    return {pid: args for pid, args in family.items() if now.get(pid) == args}


def refused(data_dir: Path, **changed: str) -> tuple[int, str]:
    """Run `make play` where it must refuse; its exit code and the one sentence it says."""
    env = {k: v for k, v in changed.items() if k.endswith("_URL")}
    words = {"PYTHON": sys.executable, "PORT": str(free_port()), "DATA_DIR": str(data_dir)} | {
        k: v for k, v in changed.items() if k not in env
    }
    done = subprocess.run(
        ["make", "play", *(f"{k}={v}" for k, v in words.items())],
        cwd=ROOT,
        env=CLEAN | env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    said = [line for line in done.stderr.splitlines() if not line.startswith("make: ***")]
    return done.returncode, "\n".join(said)
