"""Hosts: network namespaces on a switch, with processes in them."""

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from oriflamme_site.local.children import enter_namespace_as_nobody

NEWNET, NEWUTS = 0x40000000, 0x04000000
# All that one run makes lies in these; the first process' end ends all.
ALONE = ("unshare", "--net", "--uts", "--ipc", "--mount", "--pid", "--fork", "--mount-proc")
_libc = ctypes.CDLL(None, use_errno=True)


def alone() -> list[str]:
    """How to begin where nothing of this machine can be touched. Root needs no namespace of users;
    whoever else may make one is root in it."""
    own = ["--kill-child"]
    return [*ALONE, *own] if os.getuid() == 0 else [*ALONE, *own, "--user", "--map-root-user"]


def missing() -> list[str]:
    """What keeps it from running here, as a person would mend it."""
    lacks = [
        f"{name} is not installed (apt: {package})"
        for name, package in (
            ("ip", "iproute2"),
            ("unshare", "util-linux"),
            ("etcd", "etcd-server"),
            ("haproxy", "haproxy"),
            ("pgbouncer", "pgbouncer"),
        )
        if not program(name)
    ]
    if not lacks:
        tried = [*alone(), "ip", "link", "add", "name", "tried", "type", "bridge"]
        done = subprocess.run(tried, capture_output=True, text=True, check=False)
        if done.returncode:
            lacks.append(f"this machine gives no namespaces with bridges: {done.stderr.strip()}")
    return lacks


def program(name: str) -> str:
    for place in (*os.environ["PATH"].split(":"), "/usr/sbin", "/sbin"):
        if os.access(found := Path(place, name), os.X_OK):
            return str(found)
    return ""


def _ip(words: str) -> None:
    subprocess.run([program("ip"), *words.split()], check=True)


def make_switch(address: str) -> None:
    """Where the people are, and the balancer before the hosts."""
    _ip("link set lo up")
    _ip("link add name switch type bridge")
    _ip(f"address add {address}/24 dev switch")
    _ip("link set switch up")


class Host:
    """One of the machines. Its processes are named, and end when their host does."""

    def __init__(self, name: str, address: str, room: Path, env: Mapping[str, str]) -> None:
        self.name, self.address, self.room = name, address, room / name
        self.room.mkdir()
        self.env = {**env, "HOSTNAME": name}
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self._starts: dict[str, Callable[[], subprocess.Popen[bytes]]] = {}
        holds = ["unshare", "--net", "--uts", "sleep", "infinity"]
        self._holder = subprocess.Popen(holds)
        pid, own = self._holder.pid, os.stat("/proc/self/ns/net").st_ino
        until = time.monotonic() + 10
        while os.stat(f"/proc/{pid}/ns/net").st_ino == own:
            assert time.monotonic() < until
            time.sleep(0.01)
        self._spaces = [
            (os.open(f"/proc/{pid}/ns/{space}", os.O_RDONLY), flag)
            for space, flag in (("net", NEWNET), ("uts", NEWUTS))
        ]
        _ip(f"link add to-{name} type veth peer name eth0 netns {pid}")
        _ip(f"link set to-{name} master switch up")
        for words in (
            "ip link set lo up",
            f"ip address add {address}/24 dev eth0",
            "ip link set eth0 up",
            f"hostname {name}",
        ):
            assert self.run("sh", words.split()).wait(10) == 0, words

    def run(
        self, part: str, argv: Sequence[str | Path], *, as_nobody: bool = False, **env: str
    ) -> "subprocess.Popen[bytes]":
        def enter() -> None:
            for space, flag in self._spaces:
                if _libc.setns(space, flag):
                    raise OSError(ctypes.get_errno(), "setns")
            if as_nobody:  # PostgreSQL and its like refuse root
                enter_namespace_as_nobody()

        name, *words = [str(word) for word in argv]
        with (self.room / f"{part}.log").open("ab") as log:
            return subprocess.Popen(
                [program(name) or name, *words],
                env={**self.env, **env},
                cwd=self.room,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=enter,  # noqa: PLW1509  nothing here holds a lock
            )

    def start(
        self, part: str, argv: Sequence[str | Path], *, as_nobody: bool = False, **env: str
    ) -> None:
        self._starts[part] = lambda: self.run(part, argv, as_nobody=as_nobody, **env)
        self.running[part] = self._starts[part]()

    def kill(self, part: str) -> None:
        """-9, for all it has begun."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.running[part].pid, signal.SIGKILL)
        self.running[part].wait()

    def start_again(self, part: str) -> None:
        """As whoever looks after processes does."""
        self.running[part] = self._starts[part]()

    def kill_postgres(self) -> None:
        """-9 for PostgreSQL under Patroni, which lives on."""
        pid = int((self.room / "postgres/postmaster.pid").read_text().split("\n", 1)[0])
        os.kill(pid, signal.SIGKILL)

    def freeze(self, part: str, *, thaw: bool = False) -> None:
        os.killpg(self.running[part].pid, signal.SIGCONT if thaw else signal.SIGSTOP)

    def cut_off(self) -> None:
        """The cable is out: nobody is told anything."""
        _ip(f"link set to-{self.name} down")

    def plug_in(self) -> None:
        _ip(f"link set to-{self.name} up")
