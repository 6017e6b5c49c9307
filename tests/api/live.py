"""The site as it runs: a server process of its own on the test's database."""

import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

from oriflamme_site import commands
from oriflamme_site.local.__main__ import BIN, free_port
from tests.pace import PATIENCE


class Site:
    def __init__(self, port: int, process: "subprocess.Popen[bytes]") -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.process = process

    def stop(self) -> float:
        """Ask it to stop, and tell how long that took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        return time.monotonic() - began

    def kill(self) -> None:
        """As the machine would: all of it at once, without a word."""
        of_it = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        for pid in [self.process.pid, *map(int, of_it.stdout.split())]:
            os.kill(pid, signal.SIGKILL)
        self.process.wait()


def database_url() -> str:
    facts = connection.settings_dict
    return (
        f"postgres://{facts['USER']}:{facts['PASSWORD']}@{facts['HOST']}:{facts['PORT']}"
        f"/{facts['NAME']}"
    )


@contextmanager
def live_site(
    log: Path, *, workers: int = 1, port: int = 0, stops_within: int = 3, **environment: str
) -> Iterator[Site]:
    """Started as the launcher starts it, but for the number of workers, and for how many seconds
    they may take to stop."""
    port = port or free_port()
    env = os.environ | {
        "DATABASE_URL": database_url(),
        "REDIS_URL": settings.REDIS_URL,
        "ALLOWED_HOSTS": "127.0.0.1",
        "SITE_URL": f"http://127.0.0.1:{port}",
        "LOCAL_DIR": str(log.parent),
        "DATABASE_WITHOUT_POOL": "false",
        "API_LIMIT_ADDRESS": "1000000",
        "API_LIMIT_READS": "1000000",
        "API_LIMIT_WRITES": "1000000",
        **environment,
    }
    argv = commands.web("127.0.0.1", port)
    argv[argv.index("--workers") + 1] = str(workers)
    argv[argv.index("--workers-kill-timeout") + 1] = str(stops_within)
    with log.open("wb") as out:
        process = subprocess.Popen([str(BIN / argv[0]), *argv[1:]], env=env, stdout=out, stderr=out)
    site = Site(port, process)
    try:
        _wait(site)
        yield site
    finally:
        if process.poll() is None:
            site.stop()


def _wait(site: Site) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert site.process.poll() is None, "the server ended; its log says why"
        try:
            urllib.request.urlopen(f"{site.url}/healthz", timeout=2).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(site.url)
