"""Processes that end when the launcher ends, however it ends."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG = 1
CLONE_NEWUSER = 0x10000000
NOBODY = 65534
# Loaded before any fork: between fork and exec little is safe to do.
_libc = ctypes.CDLL(None, use_errno=True)


class Child:
    """A running part, its name, and how it wants to be asked to stop."""

    def __init__(
        self,
        name: str,
        argv: Sequence[str | Path],
        *,
        env: Mapping[str, str] | None = None,
        stop_signal: signal.Signals = signal.SIGTERM,
        as_nobody: str = "",
        log: Callable[[str, str], None],
    ) -> None:
        """Start it. Only the main thread may: on Linux a child is told of the death of
        the thread that made it. `as_nobody` is "", "namespace" or "setuid"."""
        self.name = name
        self.stop_signal = stop_signal
        parent = os.getpid()

        def before_exec() -> None:
            become_nobody(as_nobody)
            if LINUX:
                # Last, because a change of user forgets it.
                _libc.prctl(PR_SET_PDEATHSIG, stop_signal)
                if os.getppid() != parent:  # it died in between
                    os._exit(1)

        self.process = subprocess.Popen(
            [str(word) for word in argv],
            env=None if env is None else dict(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            # A session of its own: Ctrl-C goes to the launcher, which stops all in order,
            # and the whole family of a child can be ended by its group.
            start_new_session=True,
            preexec_fn=before_exec,  # noqa: PLW1509  no thread runs yet that could hold a lock
        )
        threading.Thread(target=self._read, args=(log,), daemon=True).start()

    def _read(self, log: Callable[[str, str], None]) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            log(self.name, line.decode(errors="replace").rstrip("\n"))

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def ask_to_stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(self.stop_signal)

    def end(self, *, by: float) -> None:
        """Wait until the given time, then end whatever is left of its family."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.1, by - time.monotonic()))
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def stop(children: Sequence[Child], *, within: float) -> None:
    """Ask all at once, then wait for all."""
    by = time.monotonic() + within
    for child in children:
        child.ask_to_stop()
    for child in children:
        child.end(by=by)


class Guard:
    """A small process that outlives a killed launcher just long enough to clean up.

    PR_SET_PDEATHSIG reaches children but not their children (a server's workers), and
    exists on Linux alone. The guard reads process groups from a pipe; when the pipe
    closes because the launcher is gone, it gives them a moment and ends what is left.
    """

    GRACE = 4.0

    def __init__(self) -> None:
        reading, self._writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._writing)
            self._watch(reading)
            os._exit(0)
        os.close(reading)
        os.set_inheritable(self._writing, False)

    def add(self, child: Child) -> None:
        os.write(self._writing, f"{child.process.pid}\n".encode())

    def dismiss(self) -> None:
        """Everything has ended in good order."""
        os.write(self._writing, b"done\n")
        os.close(self._writing)
        os.waitpid(self.pid, 0)

    def _watch(self, reading: int) -> None:
        os.setsid()
        for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(ignored, signal.SIG_IGN)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        with open(reading) as lines:
            words = lines.read().split()
        if "done" in words:
            return
        groups = [int(word) for word in words]
        for sent, pause in ((signal.SIGTERM, self.GRACE), (signal.SIGKILL, 0.0)):
            for group in groups:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(group, sent)
            until = time.monotonic() + pause
            while time.monotonic() < until and any(_group_lives(group) for group in groups):
                time.sleep(0.1)


def _group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def become_nobody(way: str) -> None:
    """By "namespace" or by "setuid"; by "" stay who one is."""
    if way == "namespace":
        enter_namespace_as_nobody()
    elif way == "setuid":
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def enter_namespace_as_nobody() -> None:
    """Be an ordinary user in a namespace of one's own: PostgreSQL refuses root.

    Files still belong to root outside, so nothing has to change its owner.
    """
    outer_uid, outer_gid = os.getuid(), os.getgid()
    if _libc.unshare(CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{NOBODY} {outer_uid} 1"),
        ("gid_map", f"{NOBODY} {outer_gid} 1"),
    ):
        written = os.open(f"/proc/self/{name}", os.O_WRONLY)
        os.write(written, text.encode())
        os.close(written)


def namespaces_work() -> bool:
    """Whether this kernel lets us make user namespaces; tried in a child that ends at once."""
    if not LINUX:
        return False
    pid = os.fork()
    if pid == 0:
        try:
            enter_namespace_as_nobody()
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
