"""What must hold before anything starts; each says in one sentence what does not."""

import contextlib
import fcntl
import os
import socket
import subprocess
import time
from pathlib import Path

import psycopg
import redis

from oriflamme_site.local.children import Guard
from oriflamme_site.local.problems import Problem


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def check_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as reason:
            raise Problem(
                f"Port {port} on {host} cannot be used ({reason.strerror}). "
                "Choose another: make play PORT=8123"
            ) from None


def localhost_leads_to(host: str, port: int) -> bool:
    """Whether who asks for `localhost` will come to this address, and to nobody who is there on
    another one already."""
    try:
        found = socket.getaddrinfo("localhost", port, type=socket.SOCK_STREAM)
    except OSError:
        return False
    addresses = {str(address[0]) for *_kind, address in found}
    return host in addresses and not any(_answers(one, port) for one in addresses - {host})


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), 0.2).close()
    except OSError:
        return False
    return True


def check_database(url: str) -> None:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as reason:
        first_line = str(reason).strip().splitlines()[0]
        raise Problem(f"DATABASE_URL cannot be reached: {first_line}") from None


def check_redis(url: str) -> None:
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5) as client:
            client.ping()
    except (redis.RedisError, ValueError) as reason:
        raise Problem(f"REDIS_URL cannot be reached: {reason}") from None


def lock(data_dir: Path) -> int:
    """Hold the directory for as long as this process lives."""
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        held = os.open(data_dir / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as reason:
        raise Problem(f"DATA_DIR {data_dir} cannot be written: {reason.strerror}.") from None
    until = time.monotonic() + 2 * Guard.GRACE
    while True:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            holder = os.pread(held, 20, 0).decode().strip()
            # Held without a living holder: the guard of a killed one is cleaning up.
            if _lives(holder) or time.monotonic() > until:
                raise Problem(
                    f"Oriflamme by post already runs on {data_dir} (process {holder}). "
                    "Stop that one, or choose another: make play DATA_DIR=/some/dir PORT=8123"
                ) from None
            time.sleep(0.1)
    os.ftruncate(held, 0)
    os.pwrite(held, str(os.getpid()).encode(), 0)
    return held


def _lives(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    # A killed process whose parent has not looked yet still answers to a signal.
    state = subprocess.run(["ps", "-o", "stat=", "-p", pid], capture_output=True, check=False)
    return not state.stdout.strip().startswith(b"Z")


def own_addresses() -> set[str]:
    """By which names and numbers others in the network reach this machine, as a URL has them."""
    name = socket.gethostname()
    found = {name, f"{name}.local"}
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        # Nothing is sent: the system only says from which address it would be.
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((elsewhere, 9))
            found.add(asked.getsockname()[0])
    with contextlib.suppress(OSError):
        found |= {str(known[4][0]) for known in socket.getaddrinfo(name, None)}
    return {f"[{one.partition('%')[0]}]" if ":" in one else one for one in found}
