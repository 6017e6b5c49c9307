"""What the HTTP benchmarks stand on: real services of their own, web servers, a few people."""

import contextlib
import os
import secrets
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from oriflamme_site import commands
from oriflamme_site.local.children import Child, Guard, stop
from oriflamme_site.local.ground import free_port
from oriflamme_site.local.postgres import Postgres
from oriflamme_site.local.valkey import Valkey

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent


class Stage:
    """PostgreSQL with fsync, as in earnest, Valkey, and the settings to use both."""

    def __init__(self, room: Path) -> None:
        self._guard = Guard()
        self._children: list[Child] = []
        password = "bench"
        postgres = Postgres(room / "postgres", port=free_port(), password=password)
        valkey = Valkey(room / "valkey", port=free_port(), password=password)
        self.database = self._keep(postgres.start(_complain))
        cache = self._keep(valkey.start(_complain))
        valkey.wait(cache)
        postgres.wait(self.database)
        postgres.ensure_database("bench")
        self.url = postgres.url("bench")
        self.env = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "oriflamme_site.settings",
            "LOCAL_DIR": str(room),
            "SECRET_KEY": secrets.token_urlsafe(50),
            "ALLOWED_HOSTS": "127.0.0.1",
            "SITE_URL": "http://127.0.0.1",
            "DATABASE_URL": self.url,
            "REDIS_URL": valkey.url,
            "EMAIL_URL": "smtp://127.0.0.1:9",
            "MAIL_FROM": "bench@oriflamme.test",
            "LOG_LEVEL": "WARNING",
            "API_LIMIT_READS": "100000000",
            "API_LIMIT_WRITES": "100000000",
        }
        os.environ.update(self.env | {"DATABASE_WITHOUT_POOL": "1"})

    def web(self, name: str, *changed: tuple[str, str], **env: str) -> tuple[Child, int]:
        """A web server as the product starts it, with some words of its command changed."""
        port = free_port()
        argv = commands.web("127.0.0.1", port)
        argv[0] = str(BIN / argv[0])
        for old, new in changed:
            argv[argv.index(old)] = new
        child = self._keep(Child(name, argv, env=self.env | env, log=_complain))
        until = time.monotonic() + 90
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                return child, port
            time.sleep(0.1)
        raise TimeoutError(f"{name} does not listen")

    def end(self) -> None:
        stop(self._children[2:], within=5)
        stop(self._children[:2], within=5)
        self._guard.dismiss()

    def _keep(self, child: Child) -> Child:
        self._children.append(child)
        self._guard.add(child)
        return child


@contextlib.contextmanager
def stage() -> Iterator[Stage]:
    room = Path(tempfile.mkdtemp(prefix="oriflamme-bench-"))
    room.chmod(0o711)
    try:
        standing = Stage(room)
        try:
            yield standing
        finally:
            standing.end()
    finally:
        shutil.rmtree(room, ignore_errors=True)


def _complain(part: str, line: str) -> None:
    if "rror" in line:
        print(f"{part}: {line}", file=sys.stderr)
