"""A backup that follows through every failover, and what comes back of it."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from oriflamme_site.local.children import enter_namespace_as_nobody

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "deploy/backup.sh"
PORT = 5499
# Seconds for a restored server to have played everything again.
PATIENCE = 240.0


class Backup:
    """Beside the hosts, as `deploy/backup.sh` is meant to be."""

    def __init__(self, room: Path, env: Mapping[str, str], hosts: Sequence[str], password: str):
        self.place, self.password = room / "backup", password
        self.place.mkdir()
        self.env = {
            **env,
            "PGHOST": ",".join(hosts),
            "PGTARGETSESSIONATTRS": "primary",
            "PGCONNECT_TIMEOUT": "3",
            "PGUSER": "oriflamme",
            "PGPASSWORD": password,
            "BACKUP_PLACE": str(self.place),
        }
        self._follows = self._do(SCRIPT, "run")

    def _do(self, *argv: str | Path) -> "subprocess.Popen[bytes]":
        with (self.place / "log").open("ab") as log:
            return subprocess.Popen(
                argv,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=enter_namespace_as_nobody,  # noqa: PLW1509  nothing here holds a lock
            )

    def is_tried(self) -> bool:
        """A base is there, and has been started once."""
        return (self.place / "trial/postmaster.pid").exists()

    def stop(self) -> float:
        """As if the hosts were gone from one moment to the next: nothing more is fetched."""
        os.killpg(self._follows.pid, signal.SIGKILL)
        self._follows.wait()
        self._pg_ctl("trial", "-m", "immediate", "stop")
        return time.time()

    def bring_back(self, until: float | None = None) -> tuple[dict[str, int], str]:
        """How far each table is then, and what `verify_games` says. None: all that there is."""
        moment = [f"{datetime.fromtimestamp(until, UTC):%Y-%m-%dT%H:%M:%SZ}"] if until else []
        name = f"back-{until or 'all'}"
        assert self._do(SCRIPT, "restore", self.place / name, *moment).wait() == 0, self._log()
        self._pg_ctl(name, "-w", "-l", str(self.place / f"{name}.log"), "start", "-o", OWN)
        url = f"postgres://oriflamme:{self.password}@127.0.0.1:{PORT}/oriflamme"
        try:
            self._wait_for(url, name)
            with psycopg.connect(url) as asked:
                rows = asked.execute("SELECT key, seq FROM games_game").fetchall()
            told = subprocess.run(
                [sys.executable, ROOT / "manage.py", "verify_games"],
                env={**self.env, "DATABASE_URL": url, "DATABASE_WITHOUT_POOL": "1"},
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            self._pg_ctl(name, "-m", "immediate", "stop")
            subprocess.run(["rm", "-rf", self.place / name], check=True)
        return dict(rows), "" if told.returncode == 0 else told.stderr[-500:]

    def _wait_for(self, url: str, name: str) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            with (
                contextlib.suppress(psycopg.OperationalError),
                psycopg.connect(url, connect_timeout=2) as asked,
            ):
                if asked.execute("SELECT pg_is_in_recovery()").fetchone() == (False,):
                    return
            if time.monotonic() > until:
                says = (self.place / f"{name}.log").read_text()[-1000:]
                raise TimeoutError(f"what was restored takes no writes: {says}")
            time.sleep(0.2)

    def _pg_ctl(self, which: str, *words: str) -> None:
        self._do("pg_ctl", "-D", self.place / which, *words).wait()

    def _log(self) -> str:
        return (self.place / "log").read_text()[-2000:]


OWN = f"-p {PORT} -c listen_addresses=127.0.0.1 -c fsync=off"
